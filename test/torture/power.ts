/**
 * `power`: what a power cut leaves of the daemon's disk. The daemon runs under load, and commands after it, while strace
 * writes down every change and every sync of their files. From that the disk is built again as it may be after a cut
 * between any two calls, a daemon is started on it, and the verdict is asked.
 */
import Sqlite from "better-sqlite3";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPhone } from "../support/phone.ts";
import { isReady, runMonitord, startMonitord } from "../support/process.ts";
import { seeded } from "../support/seeded.ts";
import { witnessOf } from "./cast.ts";
import { Disk, remains, type Remains } from "./disk.ts";
import type { History, Message } from "./history.ts";
import { readCalls, recordedTo, type FileCall } from "./recorded-calls.ts";
import { messageOf } from "./senders.ts";
import { added, prepareRun, wait, type RunOptions, type Scenario } from "./service.ts";
import { judge } from "./verdict.ts";

/**
 * How long a push may take, ms: as long as is waited for it. Several daemons start side by side here, and what is asked is
 * what was left.
 */
const patience = wait;
/** States that are tried at a time. */
const atATime = 3;
/** States of one pass over the recording of the daemon, and over one of the others. */
const ofAPass = { daemon: 24, others: 6 };

/** A recorded program, and what must hold on every disk that it may leave. */
interface Recording {
  name: string;
  states: number;
  root: string;
  /** What was there before it ran. */
  base: string;
  calls: FileCall[];
  /** Figures and broken promises of the folder, after a cut at `at`; `ended`: the program had ended. */
  verdict: (folder: string, at: number, ended: boolean) => Promise<Judged>;
}
interface Judged {
  figures: Record<string, number>;
  violations: string[];
}

export const power: Scenario = async (options) => {
  const { seconds, say } = options;
  const ends = Date.now() + seconds * 1000;
  const place = mkdtempSync(join(tmpdir(), "monitord-torture-"));
  try {
    const recordings = await record(options, place, Math.min(15, Math.max(3, seconds / 6)));
    const random = seeded(options.seed);
    const total = nothing();
    const kinds: Record<string, number> = {};
    total.violations.push(...(await control(recordings[0]!, place)));
    do
      for (const recording of recordings) {
        const judged = await pass(recording, place, random, (what) => {
          const kind = `${recording.name}, ${what}`;
          kinds[kind] = (kinds[kind] ?? 0) + 1;
        });
        total.figures = added(total.figures, judged.figures);
        total.violations.push(...judged.violations);
        say(`${total.figures["states"]} states, ${total.violations.length} violations`);
        if (Date.now() > ends) break;
      }
    while (Date.now() < ends);
    for (const [kind, count] of Object.entries(kinds)) say(`${count} of ${kind}`);
    return total;
  } finally {
    rmSync(place, { recursive: true });
  }
};

const nothing = (): Judged => ({ figures: { states: 0, with_unsynced_writes: 0 }, violations: [] });

/** A daemon that never synced its log would lose reports: a verdict that does not say so is blind. */
async function control(
  { root, base, calls, verdict }: Recording,
  place: string,
): Promise<string[]> {
  const disk = new Disk(root, base);
  const half = calls.slice(0, Math.floor(calls.length / 2));
  for (const call of half)
    if (call.kind !== "sync" || !call.path.endsWith(".db-wal")) disk.apply(call);
  const folder = join(place, "control");
  mkdirSync(folder);
  disk.leave(folder, "synced", seeded(1));
  const { violations } = await verdict(folder, Math.floor(half.at(-1)!.at), false);
  rmSync(folder, { recursive: true });
  return violations.some((violation) => violation.includes("reports were acknowledged"))
    ? []
    : ["the control, a daemon that never synced its log, lost nothing: the verdict is blind"];
}

/** Judges disks at some places of a recording, drawn by chance; each other one beside a change of names. */
async function pass(
  { name, states, root, base, calls, verdict }: Recording,
  place: string,
  random: () => number,
  tell: (what: Remains) => void,
): Promise<Judged> {
  const naming = calls.flatMap(({ kind }, i) =>
    ["create", "rename", "link", "unlink", "mkdir"].includes(kind) ? [i] : [],
  );
  const first = Math.floor(random() * remains.length);
  const drawn = Array.from({ length: states }, (_, i) => {
    const near = naming[Math.floor(random() * naming.length)];
    if (i % 4 === 0 && near !== undefined) return near + Math.floor(random() * 3);
    return Math.floor(random() * (calls.length + 1));
  });
  const cuts = drawn
    .map((cut, i) => ({
      cut: Math.min(cut, calls.length),
      what: remains[(i + first) % remains.length]!,
    }))
    .toSorted((a, b) => a.cut - b.cut);
  const disk = new Disk(root, base);
  const total = nothing();
  const running = new Set<Promise<void>>();
  let done = 0;
  for (const [i, { cut, what }] of cuts.entries()) {
    for (; done < cut; done++) disk.apply(calls[done]!);
    const folder = join(place, `state-${i}`);
    mkdirSync(folder);
    disk.leave(folder, what, random);
    tell(what);
    const isDirty = disk.isDirty;
    // Every acknowledgement before the next call began is covered by those that returned.
    const at = Math.floor(calls[cut]?.at ?? calls.at(-1)!.at + 1000);
    const one = verdict(folder, at, cut === calls.length).then((judged) => {
      total.figures = added(total.figures, {
        ...judged.figures,
        states: 1,
        with_unsynced_writes: isDirty ? 1 : 0,
      });
      const where = `${name}, after call ${cut} of ${calls.length}, ${what}`;
      total.violations.push(...judged.violations.map((violation) => `${where}: ${violation}`));
      rmSync(folder, { recursive: true });
      running.delete(one);
    });
    running.add(one);
    if (running.size >= atATime) await Promise.race(running);
  }
  await Promise.all(running);
  return total;
}

/** The daemon under load for some seconds, and then each command that writes files, on what it left. */
async function record(options: RunOptions, place: string, seconds: number): Promise<Recording[]> {
  const root = join(place, "disk");
  const data = join(root, "data");
  const trace = join(place, "calls");
  const copyOf = (name: string) => {
    const copy = join(place, name);
    cpSync(root, copy, { recursive: true });
    return copy;
  };
  const prepared = await prepareRun(options.seed, 200);
  const { env } = prepared;
  mkdirSync(root);
  const flags = ["--data-dir", data];
  const recordings: Recording[] = [];
  const written = async (name: string, base: string, verdict: Recording["verdict"]) => {
    const calls = await readCalls(trace, root);
    options.say(`recorded ${name}: ${calls.length} calls`);
    const states = name === "the daemon" ? ofAPass.daemon : ofAPass.others;
    recordings.push({ name, states, root, base, calls, verdict });
  };

  const empty = copyOf("empty");
  const first = await startMonitord(flags, env, recordedTo(trace));
  await isReady(first);
  await sleep(500);
  await end(first.child, data);
  await written("a first start", empty, (folder) => startsOn(folder, env));

  const daemon = await startMonitord(flags, env);
  const torture = await prepared.start(
    daemon.url,
    { groups: 30, fires: 90 },
    { senders: 6, pause: 5, causes: 200 },
  );
  await daemon.stop();
  const settled = copyOf("settled");
  const again = await startMonitord(flags, env, recordedTo(trace));
  await isReady(again);
  torture.moved(again.url);
  await sleep(seconds * 1000);
  const history = await torture.finish();
  await end(again.child, data);
  await written("the daemon", settled, (folder, at) => judgeCut(history, folder, at, env));

  const loaded = copyOf("loaded");
  const counted = history.readings.at(-1)!.counted;
  const backup = join(root, "backup.db");
  await command(["backup", backup, ...flags], trace);
  await written("backup", loaded, async (folder, _, ended) => ({
    figures: {},
    violations: [
      ...(await countsOf(folder, env, [counted])),
      ...wholeOrNone(join(folder, "backup.db"), ended),
    ],
  }));

  const backedUp = copyOf("backed-up");
  await command(["secrets", "rotate", ...flags], trace);
  await written("secrets rotate", backedUp, async (folder) => ({
    figures: {},
    violations: await countsOf(folder, env, [counted]),
  }));

  // What it holds now is replaced by an older state with fewer reports.
  rmSync(root, { recursive: true });
  cpSync(backedUp, root, { recursive: true });
  const old = join(place, "old.db");
  cpSync(join(settled, "data", "monitord.db"), old);
  const before = Object.fromEntries(Object.keys(counted).map((key) => [key, 0]));
  await command(["restore", old, ...flags], trace);
  await written("restore", backedUp, async (folder, _, ended) => ({
    figures: {},
    violations: await countsOf(folder, env, ended ? [before] : [counted, before]),
  }));
  await prepared.phone.stop();
  const [one, main, ...rest] = recordings;
  return [main!, one!, ...rest];
}

async function end(child: ChildProcess, data: string): Promise<void> {
  const ended = once(child, "exit");
  process.kill(Number(readFileSync(join(data, "monitord.pid"), "utf8")), "SIGTERM");
  await ended;
}

async function command(args: string[], trace: string): Promise<void> {
  const { code, stderr } = await runMonitord(args, {}, recordedTo(trace));
  if (code !== 0) throw new Error(`monitord ${args[0]} ended with ${code}: ${stderr}`);
}

async function startsOn(folder: string, env: Record<string, string>): Promise<Judged> {
  const violations: string[] = [];
  await withDaemon(folder, env, async () => {}, violations);
  return { figures: {}, violations };
}

/** Whether the reports that count are those of one of the `possible`. */
async function countsOf(
  folder: string,
  env: Record<string, string>,
  possible: Record<string, number>[],
): Promise<string[]> {
  const violations: string[] = [];
  await withDaemon(
    folder,
    env,
    async (url) => {
      const counted = await witnessOf(url, env["MONITORD_BOOTSTRAP_API_KEY"]!).counted();
      const sum = (counts: Record<string, number>) =>
        Object.values(counts).reduce((all, one) => all + one, 0);
      if (
        !possible.some((counts) => Object.keys(counts).every((key) => counted[key] === counts[key]))
      )
        violations.push(
          `${sum(counted)} reports count in place of ${possible.map(sum).join(" or ")}`,
        );
    },
    violations,
  );
  return violations;
}

/** A backup is there whole under its name, or not at all. */
function wholeOrNone(file: string, ended: boolean): string[] {
  if (!existsSync(file)) return ended ? ["the backup that was written is gone"] : [];
  try {
    const database = new Sqlite(file, { readonly: true });
    const found = database.pragma("integrity_check", { simple: true });
    database.close();
    return found === "ok" ? [] : [`the backup is damaged: ${String(found)}`];
  } catch (error) {
    return [`the backup cannot be read: ${(error as Error).message}`];
  }
}

async function withDaemon(
  folder: string,
  env: Record<string, string>,
  work: (url: string) => Promise<void>,
  violations: string[],
): Promise<void> {
  try {
    const daemon = await startMonitord(["--data-dir", join(folder, "data")], env);
    await isReady(daemon);
    try {
      await work(daemon.url);
    } finally {
      await daemon.kill();
    }
  } catch (error) {
    violations.push(`no daemon runs on it: ${(error as Error).message}`);
  }
}

/** The history as if power had been cut at `at`, and a daemon started on what was left. */
async function judgeCut(
  history: History,
  folder: string,
  at: number,
  env: Record<string, string>,
): Promise<Judged> {
  const phone = await startPhone();
  const violations: string[] = [];
  const cut: History = {
    ...history,
    reports: history.reports
      .filter(({ sent_at }) => sent_at <= at)
      .map((report) => ({ ...report, acknowledged_at: until(report.acknowledged_at, at) })),
    alerts: history.alerts
      .filter(({ sent_at }) => sent_at <= at)
      .map((alert) => ({
        ...alert,
        acknowledged_at: until(alert.acknowledged_at, at),
        resolving_at: until(alert.resolving_at, at + 1),
        resolved_at: until(alert.resolved_at, at),
      })),
    messages: history.messages.filter((message) => message.at <= at),
    readings: [],
    owed: [],
  };
  const key = env["MONITORD_BOOTSTRAP_API_KEY"]!;
  const own = { ...env, MONITORD_NTFY_URL: phone.url };
  const figures: Record<string, number> = {};
  await withDaemon(
    folder,
    own,
    async (url) => {
      const started_at = Date.now();
      cut.faults = [{ kind: "power", at, until: started_at }];
      const witness = witnessOf(url, key);
      cut.readings.push({ from: started_at, to: Date.now(), counted: await witness.counted() });
      const by = started_at + wait;
      do {
        cut.owed = await witness.owed(by);
        if (cut.owed.length > 0) await sleep(300);
      } while (cut.owed.length > 0 && Date.now() < by);
      cut.incidents = await witness.incidents();
      cut.messages.push(...phone.messages().map<Message>(messageOf));
      const verdict = judge(cut, patience);
      Object.assign(figures, verdict.figures);
      // The machine that lost its power was off for as long as it took to come to this state.
      delete figures["page_median_ms"];
      delete figures["page_longest_ms"];
      violations.push(...verdict.violations);
    },
    violations,
  );
  await phone.stop();
  return { figures, violations };
}

const until = (instant: number | null, end: number) =>
  instant !== null && instant < end ? instant : null;
