/** The process: its arguments, streams and exit code, handed to `program.ts`. */
import { main } from "./program.ts";
import type { Out } from "./io.ts";

function out(stream: NodeJS.WriteStream): Out {
  // A reader that has seen enough (`| head`) is no error.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY ?? false,
  };
}

// Not process.exit: what was written to a pipe still has to leave.
process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: out(process.stdout),
  stderr: out(process.stderr),
  env: process.env,
  cwd: process.cwd(),
  now: () => Date.now(),
});
