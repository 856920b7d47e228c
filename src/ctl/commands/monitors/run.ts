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
import { inboundTarget, send } from "../../tasks/report.ts";

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
  const reached = await started;
  try {
    if ("place" in reached) await reportEnd(call, reached.place, basename(program), ended);
    // Whether a server out of reach expects successes is not known; a mistake in the name is one in any case.
    else if (ended.failed !== null || !(reached.error instanceof Unreachable)) throw reached.error;
  } catch (error) {
    const { message, next } = failureOf(error, null);
    const what = ended.failed === null ? "success" : "failure";
    io.stderr.write(`monitorctl: the ${what} was not reported: ${message}\n  try: ${next}\n`);
  }
  // The exit code of the command, in every case.
  return ended.code as ExitCode;
};

/** Where the run is reported; `rid` joins its start and its end, null: only failures are reported. */
interface RunTarget {
  url: string;
  rid: string | null;
}

async function reportStart(call: Call, typed: string): Promise<RunTarget> {
  const { url, expectsRuns } = await inboundTarget(call, typed);
  if (expectsRuns === false) return { url, rid: null };
  const rid = randomUUID();
  try {
    await send(call, `${url}/start?rid=${rid}`, "", "text/plain");
  } catch (error) {
    // The URL of an alert group, which takes failures alone.
    if (expectsRuns === null && error instanceof ApiProblem && error.status === 404)
      return { url, rid: null };
    // Without its start the run has no duration, but its end counts all the same.
  }
  return { url, rid };
}

async function reportEnd(
  call: Call,
  { url, rid }: RunTarget,
  name: string,
  { failed, output, code, ms }: Ended,
): Promise<void> {
  // The arguments of the command may hold secrets; its name does not.
  const what = `${name} ${failed} after ${(ms / 1000).toFixed(1)} s`;
  const message = output === "" ? what : `${what}\n\n${output}`;
  if (rid !== null)
    await send(
      call,
      `${url}/${code}?rid=${rid}`,
      failed === null ? output : message,
      "text/plain; charset=utf-8",
    );
  else if (failed !== null)
    await send(
      call,
      url,
      JSON.stringify({ message, source: name, exit_code: code, duration_seconds: ms / 1000 }),
    );
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
