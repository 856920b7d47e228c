/** The process: its arguments, streams and exit code, handed to `program.ts`. */
import { exitCodes } from "./exit.ts";
import { main } from "./program.ts";
import type { Out } from "./io.ts";

function out(stream: NodeJS.WriteStream): Out {
  // A reader that has seen enough (`| head`) is no error.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    write: (text) => void stream.write(text),
    drained: () =>
      stream.writableNeedDrain && !stream.destroyed
        ? new Promise((resolve) => {
            stream.once("drain", resolve).once("close", resolve);
          })
        : Promise.resolve(),
    isTTY: stream.isTTY ?? false,
    get columns() {
      return stream.isTTY ? stream.columns : undefined;
    },
  };
}

let held = false;
process.on("SIGINT", () => {
  // At once, whatever is under way: the shell shows the next prompt on a line of its own.
  if (held) return;
  if (process.stderr.isTTY) process.stderr.write("\n");
  process.exit(exitCodes.interrupted);
});

// Not process.exit: what was written to a pipe still has to leave.
process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: out(process.stdout),
  stderr: out(process.stderr),
  env: process.env,
  cwd: process.cwd(),
  now: () => Date.now(),
  holdInterrupts: () => void (held = true),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
