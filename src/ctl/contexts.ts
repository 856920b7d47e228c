/**
 * The servers that somebody signed in to, and their keys, in one file that only they can read:
 * `contexts.json` in MONITORCTL_CONFIG_DIR, or in `monitorctl` under the usual folder of the system.
 * Nothing is created before there is something to keep.
 */
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
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
  /** The one that was signed in to last. */
  current: string | null;
  all: Record<string, Context>;
}

/** What was kept; empty when nobody ever signed in. */
export function readContexts(io: Io): Contexts {
  const path = join(folderOf(io), "contexts.json");
  const none = { path, current: null, all: {} };
  if (!existsSync(path)) return none;
  const conf = open(io);
  return {
    path,
    current: conf.get("current") ?? null,
    all: conf.get("contexts") ?? {},
  };
}

/** Keeps a context and makes it the current one. */
export function saveContext(io: Io, name: string, context: Context): Contexts {
  const { all } = readContexts(io);
  return write(io, { contexts: { ...all, [name]: context }, current: name });
}

/** Forgets a context; null: there is none of that name. */
export function removeContext(io: Io, name: string): Contexts | null {
  const { all, current } = readContexts(io);
  const { [name]: gone, ...rest } = all;
  if (!gone) return null;
  return write(io, {
    contexts: rest,
    current: current === name ? null : current,
  });
}

function write(io: Io, stored: Stored): Contexts {
  // Made before the file, so that nobody can look into it in between.
  mkdirSync(folderOf(io), { recursive: true, mode: 0o700 });
  const conf = open(io);
  conf.store = stored;
  // An older file may have been readable for others.
  chmodSync(conf.path, 0o600);
  return { path: conf.path, current: stored.current, all: stored.contexts };
}

function folderOf({ env }: Io): string {
  const home = env["HOME"] || homedir();
  return (
    env["MONITORCTL_CONFIG_DIR"] ||
    join(
      env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(home, ".config"),
      "monitorctl",
    )
  );
}

function open(io: Io): Conf<Stored> {
  try {
    return new Conf<Stored>({
      cwd: folderOf(io),
      configName: "contexts",
      configFileMode: 0o600,
      // Names of contexts are hosts, whose dots are no path.
      accessPropertiesByDotNotation: false,
    });
  } catch (error) {
    throw wrongInput(
      "config",
      `the file of contexts cannot be read: ${(error as Error).message}`,
      "mend or delete it, then sign in again with: monitorctl login",
    );
  }
}
