#!/usr/bin/env -S node --
// Plain JavaScript that any Node can parse. `preflight.js` says why, and why `--` is in the first line.
import { canStart, warnIfCramped, warnIfStale } from "./preflight.js";

// Under load V8 lets the young generation of each thread grow past 100 MB, and the old one to 80 before it looks whether
// anything in it is still used. These bounds, which only a process that starts can have, cost no throughput. With
// `--expose-gc` a thread that rests can give memory back. The last ones are V8's own: a later Node might refuse them.
// One thread beside the two that work collects garbage with them: with four, a report took 48 µs of CPU in place of 42.
// Each collects its own young generation alone: two that share it spent 2 µs more, and kept 12 MB more memory.
// Without "pretenuring" V8 does not decide from the first collections that some objects live long. It often did so for
// those of requests, for the life of the process: each then held others until the next full collection, 10 µs a report.
// Maglev, the compiler in between, takes a function after 1,500 calls in place of 400. Else hundreds of them wait for the one
// thread at the start, with 100 kB each: up to 15 MB of the heap of malloc, which stay. A start takes 50 ms less CPU.
// Machine code of a function that was not run for six collections is dropped like its bytecode is: 1 MB.
const bounds = ["--max-semi-space-size=16", "--expose-gc", "--v8-pool-size=1", "--disable-sigusr1"];
if (Number(process.versions.node.split(".")[0]) < 26)
  bounds.push(
    "--initial-old-space-size=48",
    "--heap-growing-percent=60",
    "--no-parallel-scavenge",
    "--no-allocation-site-pretenuring",
    "--invocation-count-for-maglev=1500",
    "--flush-baseline-code",
  );
// Without this glibc gives each of a dozen threads a heap of its own, where the memory of the start stays: 6 MB.
// With one for all a report costs a tenth less CPU, too. It would learn from the largest block that was freed which ones to
// keep, and how much: after an apply of 10,000 monitors up to 24 MB. Other libraries of C do not know these.
const malloc = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 21),
};

const entry = "daemon/bundle/main.js";
if (canStart("monitord", entry)) {
  // They end a process that has no handler, and a service gets its own only when it runs. SIGUSR2 has no meaning here.
  if (serves(process.argv[2]))
    for (const signal of ["SIGHUP", "SIGUSR2"]) process.on(signal, () => {});
  if (serves(process.argv[2]) && !isBounded())
    process.execve(
      process.execPath,
      [process.execPath, ...bounds, ...process.execArgv, "--", ...process.argv.slice(1)],
      { ...malloc, ...process.env },
    );
  if (serves(process.argv[2])) warnIfCramped();
  warnIfStale(entry, serves(process.argv[2]) ? 1000 : 0);
  await import(`../dist/${entry}`);
}

/** Whether the words are those of a service, which lives long. */
function serves(word) {
  const isFlag = word?.startsWith("-") && !["-h", "--help", "-V", "--version"].includes(word);
  return word === undefined || word === "serve" || isFlag;
}

/** Whether there is a bound already, or no way to set one: on Windows, and in a Node that cannot replace itself. */
function isBounded() {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  return (
    flags.includes("semi-space-size") ||
    typeof process.execve !== "function" ||
    process.platform === "win32"
  );
}
