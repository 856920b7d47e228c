/** Prepares every command: reads the configuration, and opens the store of the data directory. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Actor } from "../../app/audit.ts";
import type { Store } from "../../app/store.ts";
import { quoted } from "../../core/text/shell.ts";
import { machineClock } from "../clock.ts";
import { readConfig, type Config, type Configured } from "../config/config.ts";
import { ensureOrganization } from "../first-start.ts";
import {
  clockFor,
  continueClock,
  databaseFileOf,
  openStore,
  shownDatabase,
} from "../open-store.ts";

export interface Invocation {
  /** The program's own flags: configuration. */
  flags: Record<string, string | string[] | undefined>;
  /** The command's arguments and options. */
  args: string[];
  options: Record<string, string>;
}

/** The variables of the process. */
export const environment = (): NodeJS.ProcessEnv => process.env;

export const out = (text: string) => void process.stdout.write(`${text}\n`);
export const err = (text: string) => void process.stderr.write(`${text}\n`);

/** Prints why a command failed, and returns its exit code. */
export function failed(why: string, code = 1): number {
  err(`monitord: ${why}`);
  return code;
}

/** The configuration, or null after every problem was printed. */
export const configured = (invocation: Invocation): Config | null =>
  readSources(invocation)?.config ?? null;

/** The configuration with the sources of its values, or null after every problem was printed. */
export function readSources({ flags }: Invocation): Extract<Configured, { ok: true }> | null {
  const env = environment();
  const credentials = env["CREDENTIALS_DIRECTORY"];
  const read = readConfig({
    flags,
    env,
    readFile: (path) => readFileSync(path, "utf8"),
    credentials: credentials && existsSync(credentials) ? readdirSync(credentials) : [],
  });
  if (read.ok) return read;
  const count = read.problems.length;
  err(
    `monitord: ${count === 1 ? "the configuration has a problem" : `the configuration has ${count} problems`}:`,
  );
  for (const problem of read.problems) err(`  ${problem}`);
  err("Run monitord --help to see every option.");
  return null;
}

async function readyWithin(store: Store, ms: number): Promise<boolean> {
  const waited = new AbortController();
  const ready = await Promise.race([
    store.ready.then(() => true),
    machineClock.sleep(ms, waited.signal).then(() => false),
  ]);
  waited.abort();
  return ready;
}

/** `monitord WORDS` for the same installation: with the flags of this call that say which one. */
export const onSameData = (words: string, { flags }: Invocation): string =>
  [
    `monitord ${words}`,
    ...["config", "data-dir", "secrets-key-file"].flatMap((name) => {
      const value = flags[name];
      return typeof value === "string" ? [`--${name} ${quoted(value)}`] : [];
    }),
  ].join(" ");

/** True, and said why, when the command is only for a database in the data directory. */
export function isOnServer(config: Config, instead: string): boolean {
  if (config.databaseUrl === null) return false;
  err(`monitord: the database is ${shownDatabase(config)}: ${instead}`);
  return true;
}

/**
 * Runs `work` with the store of the configuration; a daemon may be using it at the same time. Returns
 * the exit code: 78 for a data directory without a database, which only a start or `create` makes.
 */
export async function withStore(
  invocation: Invocation,
  work: (context: {
    store: Store;
    config: Config;
    now: number;
    actor: Actor;
    organization: string;
  }) => Promise<number>,
  { create = false } = {},
): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (config.databaseUrl === null && !create && !existsSync(databaseFileOf(config)))
    return failed(
      `no database in ${config.dataDir}. Start monitord once, or pass another --data-dir.`,
      78,
    );
  const clock = clockFor(config);
  let away: string | null = null;
  const store = await openStore(config, {
    clock,
    random: () => 0.5,
    onAway: (why) => (away = why),
  });
  try {
    if (!(await readyWithin(store, 10_000)))
      return failed(`the database ${shownDatabase(config)} does not answer: ${away}`);
    await continueClock(clock, store);
    const now = clock.now();
    const fallback = await ensureOrganization(store, now);
    const organization = await organizationOf(store, invocation, fallback);
    if (!organization) return 1;
    const actor = {
      org_id: organization.id,
      name: "monitord command",
      request_id: null,
    };
    return await work({ store, config, now, actor, organization: organization.name });
  } finally {
    await store.close();
  }
}

async function organizationOf(
  store: Store,
  { options }: Invocation,
  fallback: { id: string; name: string },
): Promise<{ id: string; name: string } | null> {
  const wanted = options["org"];
  if (wanted === undefined) return fallback;
  const all = await store.read.organizations();
  const found = all.find(({ id, name }) => id === wanted || name === wanted);
  if (!found)
    err(
      `monitord: no organization is called "${wanted}". Known: ${all.map(({ name }) => name).join(", ")}.`,
    );
  return found ?? null;
}

/** Prints the faults of a rejected outcome, and returns the exit code. */
export function refused(outcome: {
  why: string;
  message?: string;
  faults?: readonly { field: string; message: string }[] | undefined;
}): number {
  err(`monitord: ${outcome.message ?? outcome.why.replace("_", " ")}`);
  for (const { field, message } of outcome.faults ?? []) err(`  ${field}: ${message}`);
  return 1;
}

/** Whether the working directory is a clone of the repository. */
export const inClone = (): boolean =>
  existsSync("bin/monitorctl.js") && existsSync("examples/minimal/monitors.yaml");
