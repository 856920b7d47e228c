/** The client as its users run it, a process of its own, and inside the test as if on a terminal. */
import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { main } from "../../src/ctl/program/program.ts";
import { monitorctl, processEnv } from "../support/programs.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A terminal that differs from the usual one. */
export interface Terminal {
  columns?: number;
  /** False: none at all, but pipes. */
  isTTY?: boolean;
  env?: Record<string, string>;
  /** The time when the command starts. */
  now?: number;
  /** Instead of waiting: the next look is at once. Throwing ends what has no end. */
  sleep?: (ms: number) => Promise<void>;
}

export interface Started {
  input?: string;
  env?: object;
  /** A folder in the place. */
  below?: string;
}

/** A folder to run in, with its own home; everything in it is gone afterwards. */
export interface Place {
  folder: string;
  env: Record<string, string>;
  /** Writes a file into it. */
  write(name: string, text: string | Uint8Array): string;
  /** Runs it inside this process without a terminal: a process of its own takes half a second more. */
  ctl(args: string[], options?: Started): Promise<Ended>;
  /** Runs it as a process of its own, for what only a process has. */
  spawned(args: string[], options?: Started): Promise<Ended>;
  /** The same inside this process, with a terminal on which `answers` are typed. */
  typed(args: string[], answers: string, more?: Terminal): Promise<Ended>;
  /** Inside this process without a terminal, for what is done many times. */
  inside(args: string[]): Promise<Ended>;
  [Symbol.dispose](): void;
}

export function newPlace(env: Record<string, string> = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), "monitorctl-"));
  const own = {
    ...processEnv,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    ...env,
  };
  return {
    folder,
    env: own,
    write(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    ctl: (args, { input = "", env: more = {}, below = "" } = {}) =>
      typed(args, join(folder, below), { ...own, ...more }, input, realTime),
    spawned: (args, { input = "", env: more = {}, below = "" } = {}) =>
      run(args, join(folder, below), { ...own, ...more }, input),
    typed: (args, answers, more) => typed(args, folder, own, answers, more),
    inside: (args) => typed(args, folder, own, "", { isTTY: false }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function run(
  args: string[],
  cwd: string,
  env: Record<string, string>,
  input: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [monitorctl, ...args], { cwd, env });
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (part) => (ended.stdout += String(part)));
  child.stderr.on("data", (part) => (ended.stderr += String(part)));
  // A command that needs no input may be gone before it is written.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ ...ended, code }));
  });
}

/** No terminal, and the time of a process. */
const realTime: Terminal & { clock: () => number } = {
  isTTY: false,
  env: { NO_COLOR: undefined as never },
  clock: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

async function typed(
  args: string[],
  cwd: string,
  env: Record<string, string>,
  answers: string,
  {
    columns,
    env: more = {},
    isTTY = true,
    sleep = async () => {},
    now: started = Date.UTC(2026, 10, 21, 3, 0, 0),
    clock,
  }: Terminal & { clock?: () => number } = {},
): Promise<Ended> {
  let now = started;
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough();
  stdin.isTTY = isTTY;
  stdin.end(answers);
  ended.code = await main(args, {
    stdin,
    stdout: {
      write: (text) => void (ended.stdout += String(text)),
      isTTY,
      columns,
    },
    stderr: {
      write: (text) => void (ended.stderr += String(text)),
      isTTY,
      columns,
    },
    env: {
      NO_COLOR: "1",
      ...env,
      ...more,
    },
    cwd,
    holdInterrupts: () => {},
    releaseInterrupts: () => {},
    sleep: async (ms) => {
      now += ms;
      await sleep(ms);
    },
    now: clock ?? (() => now),
  });
  return ended;
}
