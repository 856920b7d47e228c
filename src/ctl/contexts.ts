/**
 * The servers that somebody signed in to, and their keys, in one file that only they can read.
 *
 * The folder is the usual one of the system (`$XDG_CONFIG_HOME/monitorctl`), or MONITORCTL_CONFIG_DIR.
 */
import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Conf from "conf";
import { wrongInput } from "./failure.ts";
import type { Io } from "./io.ts";

export interface Context {
  /** The root of the service. */
  url: string;
  api_key: string;
}

interface Stored {
  current: string | null;
  contexts: Record<string, Context>;
}

export interface Contexts {
  path: string;
  current(): string | null;
  all(): Record<string, Context>;
  save(name: string, context: Context): void;
  /** False: there is none of that name. */
  remove(name: string): boolean;
}

/** Opens the file; it comes into being with the first context that is saved. */
export function openContexts(io: Io): Contexts {
  const folder = io.env["MONITORCTL_CONFIG_DIR"];
  const conf = open(folder);
  // No defaults: conf would write them at once, and reading a file should not need a folder to write in.
  const all = () => conf.get("contexts") ?? {};
  const current = () => conf.get("current") ?? null;
  const write = (contexts: Record<string, Context>, name: string | null) => {
    // Made before the file, so that nobody can look into it in between.
    mkdirSync(dirname(conf.path), { recursive: true, mode: 0o700 });
    conf.store = { contexts, current: name };
    // An older file may have been readable for others.
    chmodSync(conf.path, 0o600);
  };
  return {
    path: conf.path,
    current,
    all,
    save: (name, context) => write({ ...all(), [name]: context }, name),
    remove: (name) => {
      const { [name]: gone, ...rest } = all();
      if (!gone) return false;
      write(rest, current() === name ? null : current());
      return true;
    },
  };
}

function open(folder: string | undefined): Conf<Stored> {
  try {
    return new Conf<Stored>({
      projectName: "monitorctl",
      projectSuffix: "",
      configName: "contexts",
      configFileMode: 0o600,
      // Names of contexts are hosts, whose dots are no path.
      accessPropertiesByDotNotation: false,
      ...(folder ? { cwd: folder } : {}),
    });
  } catch (error) {
    throw wrongInput(
      "config",
      `the file of contexts cannot be read: ${(error as Error).message}`,
      "mend or delete it, then sign in again with: monitorctl login",
    );
  }
}
