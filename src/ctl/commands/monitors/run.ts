/**
 * `run ID -- command…`: runs a command, and reports it when it fails. To a monitor that expects runs it
 * reports the start and each end. The command comes first: it runs even if the server is unreachable, its
 * output passes through, and its exit code is the exit code.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { constants } from "node:os";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { isatty } from "node:tty";
import { ApiProblem, Unreachable } from "../../../client/errors.ts";
import type { Call, Run } from "../../call/call.ts";
import type { ExitCode } from "../../call/exit.ts";
import { failureOf, wrongInput } from "../../call/failure.ts";
import type { Out } from "../../io.ts";
import { inboundTarget, isPassing, longPauses, patiently, send } from "../../tasks/report.ts";

/** How much of the end of the output is reported. */
const keptBytes = 10 * 1024;

/** How long the pipes may be silent after the command has ended, ms. */
const pipesMs = 300;

// Not `process.stdin`: to touch it makes the input non-blocking, and the command, which inherits it, would fail to read.
const onTerminal = () => [0, 1, 2].some(isatty);

/**
 * Signals to this process that are for the command. The keys of a terminal reach the command as well: passed on, Ctrl-C would
 * arrive twice, and the second one makes many programs leave without tidying up.
 */
const passedOn = (): NodeJS.Signals[] => [
  "SIGTERM",
  "SIGHUP",
  ...(onTerminal() ? [] : (["SIGINT", "SIGQUIT"] as const)),
];

interface Ended {
  code: number;
  /** How it ended, for people; null: it was well. */
  failed: string | null;
  output: string;
  ms: number;
}

export const run: Run = async (call) => {
  const { io, args } = call;
  const [typed, program, ...rest] = args;
  if (typed === undefined || program === undefined)
    throw wrongInput(
      "usage",
      "the command to run is missing",
      "monitorctl run ID -- command with its arguments",
    );
  // Settles while the command runs.
  const started = reportStart(call, typed).then(
    (place) => ({ place }),
    (error: unknown) => ({ error }),
  );
  const ended = await execute(call, program, rest);
  // The wait for a server that does not answer can be cut short.
  io.releaseInterrupts(ended.code, "monitorctl: interrupted before the outcome was reported");
  const reached = await started;
  try {
    const place = "place" in reached ? reached.place : await foundAtEnd(call, typed, reached.error);
    await reportEnd(call, place, basename(program), ended);
  } catch (error) {
    // Whether a server that was never reached expects successes is not known.
    const wasAway = "error" in reached && error instanceof Unreachable;
    if (wasAway && ended.failed === null) return ended.code as ExitCode;
    const { message, next } = failureOf(error, null);
    const what = ended.failed === null ? "success" : "failure";
    io.stderr.write(`monitorctl: the ${what} was not reported: ${message}\n  try: ${next}\n`);
  }
  // The exit code of the command, in every case.
  return ended.code as ExitCode;
};

interface RunTarget {
  /** Where the run is reported. */
  url: string;
  /** Joins the start and the end of the run; null: only failures are reported. */
  rid: string | null;
  /** True for a URL whose start did not arrive: it can be that of an alert group, which takes failures alone. */
  isUnsure?: boolean;
}

async function reportStart(call: Call, typed: string): Promise<RunTarget> {
  const { url, expectsRuns } = await inboundTarget(call, typed);
  if (expectsRuns === false) return { url, rid: null };
  const rid = randomUUID();
  try {
    await send(call, `${url}/start?rid=${rid}`, "", "text/plain");
  } catch (error) {
    if (expectsRuns === null && isUnknown(error)) return { url, rid: null };
    // Without its start the run has no duration, but its end counts all the same.
    return { url, rid, isUnsure: expectsRuns === null };
  }
  return { url, rid };
}

/** How the URL of an alert group answers the signals of a run. */
const isUnknown = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** The place of a run at the start of which the server was unreachable, as during an upgrade. Any other error stays. */
async function foundAtEnd(call: Call, typed: string, error: unknown): Promise<RunTarget> {
  if (!isPassing(error)) throw error;
  const { url, expectsRuns } = await patiently(call, longPauses, () => inboundTarget(call, typed));
  return { url, rid: expectsRuns === false ? null : randomUUID() };
}

async function reportEnd(
  call: Call,
  { url, rid, isUnsure = false }: RunTarget,
  name: string,
  { failed, output, code, ms }: Ended,
): Promise<void> {
  // The arguments of the command may hold secrets; its name does not.
  const what = `${name} ${failed} after ${(ms / 1000).toFixed(1)} s`;
  const message = output === "" ? what : `${what}\n\n${output}`;
  const text = failed === null ? output : message;
  if (rid !== null)
    try {
      const end = `${url}/${code}?rid=${rid}`;
      return void (await send(call, end, text, "text/plain; charset=utf-8", longPauses));
    } catch (error) {
      if (!isUnsure || !isUnknown(error)) throw error;
    }
  if (failed === null) return;
  const report = { message, source: name, exit_code: code, duration_seconds: ms / 1000 };
  await send(call, url, JSON.stringify(report), undefined, longPauses);
}

async function execute({ io }: Call, program: string, args: string[]): Promise<Ended> {
  const began = io.now();
  // Ctrl-C is for the command; this process stays to report its outcome.
  io.holdInterrupts();
  const child = spawn(program, args, {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: ["inherit", "pipe", "pipe"],
  });
  const passed = passedOn().map((name) => {
    const pass = () => void child.kill(name);
    process.on(name, pass);
    return () => process.off(name, pass);
  });
  const tail = new Tail();
  let missing: NodeJS.ErrnoException | null = null;
  child.on("error", (error) => (missing = error));
  // Not `close`, which waits for the pipes as well: a process that the command leaves behind may hold them for hours.
  const exited = once(child, "exit").catch(() => [null, null]);
  const piped = Promise.all([
    pass(child.stdout, io.stdout, tail),
    pass(child.stderr, io.stderr, tail),
  ]);
  const [code, signal] = (await exited) as [number | null, string | null];
  const ms = io.now() - began;
  let silent = false;
  while (!silent) {
    const seen = tail.bytes;
    silent = await Promise.race([
      piped.then(() => true),
      io.sleep(pipesMs, true).then(() => false),
    ]);
    // Output that a reader is slow to take is not cut: only silent pipes are left.
    silent ||= seen === tail.bytes && !tail.waits;
  }
  for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
  for (const off of passed) off();
  const ended = { output: tail.text(), ms };
  if (missing !== null) {
    const { code: why } = missing as NodeJS.ErrnoException;
    const said = why === "ENOENT" ? "was not found" : `cannot be run (${why})`;
    io.stderr.write(`monitorctl: ${program} ${said}\n`);
    // As shells have it.
    return { ...ended, code: why === "ENOENT" ? 127 : 126, failed: said };
  }
  if (signal !== null) {
    const number = (constants.signals as Record<string, number>)[signal] ?? 0;
    return { ...ended, code: 128 + number, failed: `was ended by ${signal}` };
  }
  const failed = code === 0 ? null : `failed with exit code ${code}`;
  return { ...ended, code: code ?? 1, failed };
}

/** Passes output on until its end, or until the pipe is left. */
async function pass(from: Readable, to: Out, tail: Tail): Promise<void> {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      tail.add(chunk);
      to.write(chunk);
      tail.waits = true;
      await to.drained?.();
      tail.waits = false;
    }
  } catch (error) {
    if (!from.destroyed) throw error;
  }
}

/** The last bytes of the output, in the order in which they came. */
class Tail {
  #chunks: Buffer[] = [];
  #size = 0;
  #cut = false;
  /** All that came. */
  bytes = 0;
  /** True while the reader of the output is slow to take it. */
  waits = false;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (let first = this.#chunks[0]; first; first = this.#chunks[0]) {
      if (this.#size - first.length < keptBytes) break;
      this.#chunks.shift();
      this.#size -= first.length;
      this.#cut = true;
    }
  }

  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-keptBytes);
    const cut = this.#cut || this.#size > keptBytes;
    return `${cut ? "…" : ""}${bytes.toString("utf8").trimEnd()}`;
  }
}
