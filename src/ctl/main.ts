/**
 * The process: passes arguments, streams and the exit code to and from `program.ts`. Requests that need
 * no program are answered here, because loading it takes longer than starting Node.
 */
import { readFileSync } from "node:fs";
import { exitCodes } from "./call/exit.ts";
import type { Io, Out } from "./io.ts";
import { version } from "./call/version.ts";

/** A stream of the process, opened when it is first used: that takes a while, and most calls use one. */
function out(open: () => NodeJS.WriteStream, onError: (error: Error) => void): Out {
  let opened: NodeJS.WriteStream | null = null;
  const stream = () => {
    if (opened) return opened;
    opened = open();
    // A reader that closes early (`| head`) is not an error.
    opened.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") onError(error);
    });
    return opened;
  };
  return {
    write: (text) => void stream().write(text),
    drained: () => drained(stream()),
    get isTTY() {
      return stream().isTTY ?? false;
    },
    get columns() {
      return stream().isTTY ? stream().columns : undefined;
    },
  };
}

/** Resolves when a reader that is slow has caught up, or is gone. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

let held = false;
/** The exit code of an interrupt that is not held any more; null: the usual one. */
let released: number | null = null;
let note: string | null = null;
/** Whether a request was sent that changes something. */
let changes = false;
/** The first error of the output; null: all was written. */
let lost: Error | null = null;

/** Ends a command whose output cannot be written, unless it has sent a change or waits for a command of its own. */
function outputLost(error: Error): void {
  const isFirst = lost === null;
  lost ??= error;
  if (held || changes) return;
  if (isFirst) sayLost(error, "");
  process.exit(exitCodes.unexpected);
}

function sayLost({ message }: Error, ending: string): void {
  io.stderr.write(
    `error[output] the output cannot be written: ${message}${ending}\n  try: free space on the disk, or send the output elsewhere\n`,
  );
}

/** The exit code of a command that ended with `code`. */
function endOf(code: number): number {
  if (lost === null) return code;
  if (code !== exitCodes.done) {
    sayLost(lost, `; the command ended with exit code ${code}`);
    return code;
  }
  sayLost(lost, changes ? "; the change was made" : "");
  return exitCodes.unexpected;
}

process.on("SIGINT", () => {
  // Immediately: the shell shows the next prompt on a line of its own.
  if (held && released === null) return;
  if (process.stderr.isTTY) process.stderr.write("\n");
  if (note !== null) process.stderr.write(`${note}\n`);
  process.exit(released ?? exitCodes.interrupted);
});

const io: Io = {
  get stdin() {
    return process.stdin;
  },
  stdout: out(() => process.stdout, outputLost),
  // Notes and errors: without them the command still does its work, and the exit code says how it ended.
  stderr: out(
    () => process.stderr,
    () => {},
  ),
  env: process.env,
  cwd: process.cwd(),
  now: () => Date.now(),
  sleep: (ms, idle = false) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (idle) timer.unref();
    }),
  noteAtInterrupt: (sentence) => {
    note = sentence;
    changes ||= sentence !== null;
  },
  holdInterrupts: () => void (held = true),
  releaseInterrupts: (exitCode, sentence) => {
    released = exitCode;
    note = sentence;
  },
};

/** Output that never varies (help, version); null: the program must run. */
function ready(words: readonly string[]): string | null {
  const [word = "--help"] = words;
  if (words.length > 1) return null;
  if (["--version", "-V", "version"].includes(word)) return `monitorctl ${version}\n`;
  if (!["--help", "-h", "help"].includes(word)) return null;
  try {
    // Written by the build; missing when run from the sources.
    return readFileSync(new URL("./help.txt", import.meta.url), "utf8");
  } catch {
    return null;
  }
}

const words = process.argv.slice(2);
const text = ready(words);
if (text !== null) io.stdout.write(text);
else {
  const { usePlainWeb } = await import("./connect/web.ts");
  usePlainWeb();
  const { main } = await import("./program/program.ts");
  // Not process.exit: output to a pipe must still be flushed.
  const code = await main(words, io);
  // An error of the last output comes after the write.
  await new Promise((resolve) => setImmediate(resolve));
  process.exitCode = endOf(code);
}
