// Reports errors of a Node application. Copy `reportError` into yours; it needs Node 20 and no package.
//   MONITOR_WEBHOOK_URL=… node node.mjs "what happened"
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const QUEUE_LENGTH = 100;
let waiting = 0;
let sent = Promise.resolve();

/**
 * Queues one report. Resolves with true once it is stored and with false when it is dropped; never rejects:
 * an application must not fail because its error could not be reported. There is no need to wait for it.
 */
export function reportError(error) {
  const report = {
    message: error instanceof Error ? error.message : String(error),
    source: process.env.npm_package_name ?? hostname(),
    // Other members are stored with the report.
    stack: error instanceof Error ? error.stack : undefined,
    pid: process.pid,
  };
  if (waiting >= QUEUE_LENGTH) return Promise.resolve(dropped(report, "the queue is full"));
  waiting++;
  const result = sent.then(() => post(report)).finally(() => waiting--);
  sent = result;
  return result;
}

/** Tries for a minute at most. */
async function post(report) {
  const deadline = performance.now() + 60_000;
  // A report sent twice counts once.
  const key = randomUUID();
  for (let attempt = 0; ; attempt++) {
    // Half to all of 1, 2, 4, 8, 16 seconds: senders do not all retry at once.
    let wait = 1000 * 2 ** Math.min(attempt, 4) * (0.5 + Math.random() / 2);
    try {
      const answer = await fetch(process.env.MONITOR_WEBHOOK_URL, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(report),
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      if (answer.ok) return true;
      // Sending it again does not help, unless the server is busy.
      if (answer.status < 500 && answer.status !== 429)
        return dropped(report, `HTTP ${answer.status}`);
      wait = Number(answer.headers.get("retry-after")) * 1000 || wait;
    } catch {
      // Not reachable at the moment.
    }
    if (performance.now() + wait > deadline) return dropped(report, "not reachable for a minute");
    await sleep(wait);
  }
}

function dropped(report, why) {
  console.error(`error report dropped, ${why}: ${report.message}`);
  return false;
}

// Where an application calls it:
//   process.on("uncaughtExceptionMonitor", (error) => void reportError(error));
//   app.use((error, request, response, next) => { void reportError(error); next(error); });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!process.env.MONITOR_WEBHOOK_URL) {
    console.error("Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.");
    process.exit(2);
  }
  const stored = await reportError(new Error(process.argv[2] ?? "Something failed"));
  if (stored) console.log("reported");
  process.exitCode = stored ? 0 : 1;
}
