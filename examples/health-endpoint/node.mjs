// A health endpoint in Node. Copy `checks` and `runChecks` into your application; no package is needed.
// express.mjs and fastify.mjs serve the same report.
import { createServer } from "node:http";
import { connect } from "node:net";
import { freemem, totalmem } from "node:os";
import { statfs } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** Each check returns what it found, or throws: then it has crashed. */
const checks = {
  disk: async () => {
    const { blocks, bavail } = await statfs("/");
    return usage("Disk space", 100 * (1 - bavail / blocks), 80, 95);
  },
  memory: async () => usage("Memory", 100 * (1 - freemem() / totalmem()), 95, 99),
};
if (process.env.DATABASE) {
  checks.database = async () => {
    const [host, port] = process.env.DATABASE.split(":");
    const started = performance.now();
    const failure = await new Promise((resolve) => {
      const socket = connect({ host, port: Number(port), timeout: 2000 });
      const end = (message) => {
        socket.destroy();
        resolve(message);
      };
      socket.once("connect", () => end(""));
      socket.once("timeout", () => end("Could not connect within 2 s"));
      socket.once("error", (error) => end(`Could not connect: ${error.code}`));
    });
    return {
      label: "Database",
      status: failure ? "failed" : "ok",
      notificationMessage: failure,
      shortSummary: failure ? "Failed" : `${Math.round(performance.now() - started)} ms`,
    };
  };
}

function usage(label, percent, warning, failed) {
  const used = Math.round(percent);
  const status = used >= failed ? "failed" : used >= warning ? "warning" : "ok";
  return {
    label,
    status,
    notificationMessage: status === "ok" ? "" : `${label}: ${used} % used.`,
    shortSummary: `${used} %`,
    meta: { used_percent: used },
  };
}

async function runChecks() {
  const checkResults = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return { name, ...(await check()) };
      } catch (error) {
        return { name, status: "crashed", notificationMessage: String(error) };
      }
    }),
  );
  return { finishedAt: Math.floor(Date.now() / 1000), checkResults };
}

let report = await runChecks();
setInterval(async () => {
  report = await runChecks();
}, 30_000);

/** What the checks found when they last ran, and the HTTP status that says so to load balancers. */
export function latestReport() {
  const broken = report.checkResults.some(
    ({ status }) => status === "failed" || status === "crashed",
  );
  return { status: broken ? 503 : 200, report };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/health") {
      response.writeHead(404).end();
      return;
    }
    const { status, report } = latestReport();
    // monitord reads the report with any status.
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(report));
  });
  server.listen(Number(process.env.PORT ?? 8090), "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${server.address().port}/health`);
  });
}
