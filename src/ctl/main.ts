/** The process: its arguments, streams and exit code, handed to `program.ts`. */
import type { Io, Out } from "./io.ts";
import { version } from "./version.ts";

/** A stream of the process, opened when it is first used: that takes a while, and most calls use one. */
function out(open: () => NodeJS.WriteStream): Out {
  let opened: NodeJS.WriteStream | null = null;
  const stream = () => {
    if (opened) return opened;
    opened = open();
    // A reader that has seen enough (`| head`) is no error.
    opened.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
    return opened;
  };
  return {
    write: (text) => void stream().write(text),
    get isTTY() {
      return stream().isTTY ?? false;
    },
  };
}

const argv = process.argv.slice(2);
const io: Io = {
  get stdin() {
    return process.stdin;
  },
  stdout: out(() => process.stdout),
  stderr: out(() => process.stderr),
  env: process.env,
  cwd: process.cwd(),
  now: () => Date.now(),
};
// What scripts and prompts ask all the time needs no program.
if (argv.length === 1 && /^(-V|--version)$/.test(argv[0]!))
  io.stdout.write(`monitorctl ${version}\n`);
else {
  const { main } = await import("./program.ts");
  // Not process.exit: what was written to a pipe still has to leave.
  process.exitCode = await main(argv, io);
}
