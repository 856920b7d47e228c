/** The thread of `watchdog`. It writes to the log itself, because a thread's output goes through the main thread. */
import { write } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { findingText, look, unwatched } from "../../core/status/watchdog.ts";
import { machineClock } from "../clock.ts";
import { counts, type WatchdogData } from "./watchdog.ts";

const { shared, bounds, plain } = workerData as WatchdogData;
const counted = new Int32Array(shared);
/** How long the reader of the log is waited for, ms. */
const patience = 1000;
/**
 * Writes a line as `log.ts` has it, without its library, which would take this thread megabytes. `done` is called when it is
 * written, or its reader hangs.
 */
function say(msg: string, done: () => void): void {
  const time = new Date(machineClock.read().wall).toISOString();
  const line = plain
    ? `${time.slice(11, 19)} error ${msg}`
    : JSON.stringify({ level: "error", time, msg });
  setTimeout(done, patience);
  write(1, `${line}\n`, done);
}
let watched = unwatched;

setInterval(() => {
  // In this order: a write that begins and ends in between counts as movement.
  const ended = Atomics.load(counted, counts.ended);
  const begun = Atomics.load(counted, counts.begun);
  const main = { ended: Atomics.load(counted, counts.ticks), busy: true };
  const seen = look(
    watched,
    { at: performance.now(), main, writing: { ended, busy: begun !== ended } },
    bounds,
  );
  watched = seen.watched;
  for (const [part, finding] of seen.findings) {
    // The main thread says all else, once it moves.
    if (finding === "ends" || (part === "main" && finding === "stands"))
      say(findingText(part, finding, bounds[part]), () => {
        if (finding === "ends") process.kill(process.pid, "SIGKILL");
      });
    parentPort!.postMessage([part, finding]);
  }
}, bounds.main.between);
