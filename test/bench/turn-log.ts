/**
 * Preloaded into a daemon: each of its threads appends the CPU time of its long turns, ms, to the file TURN_LOG. What else runs
 * on the machine does not count, unlike in the waits of others.
 */
import { appendFileSync } from "node:fs";
import { threadTime } from "../support/turns.ts";

/** Shorter ones are not worth a line, ms. */
const short = 2;

let last = threadTime();
setInterval(() => {
  const now = threadTime();
  if (now - last > short) appendFileSync(process.env["TURN_LOG"]!, `${now - last}\n`);
  last = threadTime();
}, 1).unref();
