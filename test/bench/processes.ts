/** Children of the bench: started, measured by their CPU time, ended by their id. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export interface Child {
  url: string;
  pid: number;
  stdout: Readable | null;
  stop(): Promise<void>;
  /** By SIGKILL. */
  kill(): Promise<void>;
}

/** Where and how a program says its address. */
interface Saying {
  from: "stdout" | "stderr";
  says: RegExp;
  /** Goes before the address. */
  scheme: string;
}

/** Starts a program and waits until it says where it listens; unless given, `listens on URL`. */
export async function startListening(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  { from, says, scheme }: Saying = { from: "stdout", says: /listens on (http:\S+)/, scheme: "" },
): Promise<Child> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", from === "stderr" ? "pipe" : "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child[from]!.on("data", (text) => {
      said += String(text);
      const match = says.exec(said);
      if (match) resolve(scheme + match[1]!);
    });
    child.once("exit", () => reject(new Error(`${command} ended: ${said}`)));
  });
  return childOf(child, url);
}

export function childOf(child: ChildProcess, url: string): Child {
  const ended = once(child, "exit");
  const end = (signal: "SIGTERM" | "SIGKILL") => async () => {
    child.kill(signal);
    await ended;
  };
  return { url, pid: child.pid!, stdout: child.stdout, stop: end("SIGTERM"), kill: end("SIGKILL") };
}

/** Memory of a process that is resident, MiB: all of it, and the part that is no page of a file. */
export function memoryOf(pid: number): { resident: number; anonymous: number } {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1024;
  return { resident: of("VmRSS"), anonymous: of("RssAnon") };
}

/** CPU seconds of a process, all of its threads, since it began. */
export function cpuOf(pid: number): number {
  const { own } = timesOf(pid);
  return own;
}

/** CPU seconds of a process and its children, those that have ended included. */
export function cpuOfAll(pid: number): number {
  const { own, ended } = timesOf(pid);
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], {
    encoding: "utf8",
  })
    .split("\n")
    .map((line) => Number(line.trim()))
    // `ps` itself, and others, may have ended since.
    .filter((child) => child > 0 && existsSync(`/proc/${child}/stat`));
  return children.reduce((sum, child) => sum + cpuOf(child), own + ended);
}

/** CPU seconds of a process, and of its children that have ended. */
function timesOf(pid: number): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  // utime and stime, then cutime and cstime, in ticks of 10 ms (USER_HZ).
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return { own: (user! + system!) / 100, ended: (endedUser! + endedSystem!) / 100 };
}

/** What a command prints. */
export async function outputOf(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => (text += String(part)));
  await once(child, "close");
  return text;
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function spread(values: number[]): {
  median: number;
  min: number;
  max: number;
} {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)]!,
    min: sorted[0]!,
    max: sorted.at(-1)!,
  };
}

export function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1)! };
}
