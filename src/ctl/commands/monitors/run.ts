/**
 * `run ID -- command…`: runs a command, and reports it when it fails. The command comes first: it runs
 * whatever is wrong with the server, its output passes through, and its exit code is the exit code.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import type { Call, Run } from "../../program/call.ts";
import type { ExitCode } from "../../program/exit.ts";
import { failureOf, wrongInput } from "../../program/failure.ts";
import type { Out } from "../../io.ts";
import { inboundUrl, send } from "../../tasks/report.ts";

/** How much of the end of the output is reported. */
const keptBytes = 10 * 1024;

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
      "there is no command to run",
      "monitorctl run ID -- command with its arguments",
    );
  const ended = await execute(call, program, rest);
  if (ended.failed !== null)
    try {
      // Its arguments may hold secrets; its name does not.
      const what = `${basename(program)} ${ended.failed} after ${(ended.ms / 1000).toFixed(1)} s`;
      await send(
        call,
        await inboundUrl(call, typed),
        JSON.stringify({
          message: ended.output === "" ? what : `${what}\n\n${ended.output}`,
          source: basename(program),
          exit_code: ended.code,
          duration_seconds: ended.ms / 1000,
        }),
      );
    } catch (error) {
      const { message, next } = failureOf(error, null);
      io.stderr.write(`monitorctl: the failure was not reported: ${message}\n  try: ${next}\n`);
    }
  // The exit code of the command, whatever it is.
  return ended.code as ExitCode;
};

async function execute({ io }: Call, program: string, args: string[]): Promise<Ended> {
  const began = io.now();
  // Ctrl-C is for the command; this one stays to say what came of it.
  io.holdInterrupts();
  const child = spawn(program, args, {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: ["inherit", "pipe", "pipe"],
  });
  const stop = () => void child.kill("SIGTERM");
  process.once("SIGTERM", stop);
  const tail = new Tail();
  let missing: NodeJS.ErrnoException | null = null;
  child.on("error", (error) => (missing = error));
  const closed = once(child, "close").catch(() => [null, null]);
  await Promise.all([pass(child.stdout, io.stdout, tail), pass(child.stderr, io.stderr, tail)]);
  const [code, signal] = (await closed) as [number | null, string | null];
  process.off("SIGTERM", stop);
  const ended = { output: tail.text(), ms: io.now() - began };
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

async function pass(from: Readable, to: Out, tail: Tail): Promise<void> {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    tail.add(chunk);
    to.write(chunk);
    await to.drained?.();
  }
}

/** The last bytes of what was written, in the order in which it came. */
class Tail {
  #chunks: Buffer[] = [];
  #size = 0;
  #cut = false;

  add(chunk: Buffer): void {
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
