// Reports errors of a Node application. Copy `reportError` into yours; it needs Node 20 and no package.
//   MONITOR_WEBHOOK_URL=… node node.mjs "what happened"
import { hostname } from "node:os";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Posts one report. Resolves with true once it is stored, and with false when that is hopeless: an
 * application must never fail because its error could not be reported.
 */
export async function reportError(error, { attempts = 5 } = {}) {
  const report = {
    message: error instanceof Error ? error.message : String(error),
    source: process.env.npm_package_name ?? hostname(),
    // Anything else is kept with the report.
    stack: error instanceof Error ? error.stack : undefined,
    pid: process.pid,
  };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    let wait = attempt;
    try {
      const answer = await fetch(process.env.MONITOR_WEBHOOK_URL, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(report),
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      if (answer.ok) return true;
      // Nothing changes by sending it again, except when the server is busy.
      if (answer.status < 500 && answer.status !== 429) return false;
      wait = Number(answer.headers.get("retry-after")) || wait;
    } catch {
      // Not reachable at the moment.
    }
    if (attempt < attempts) await sleep(Math.min(wait, 30) * 1000);
  }
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
  console.log(stored ? "reported" : "not reported");
  process.exitCode = stored ? 0 : 1;
}
