/**
 * Durable ingest ÷ a bare echo: error reports posted by 128 connections, answered once they are on disk,
 * against a fastify that validates the same body and stores nothing. In turn, several times in one run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { outputOf, spread, startListening } from "./processes.ts";
import type { Bound, Row } from "./row.ts";

const connections = 128;
const seconds = 3;
const repetitions = 5;
export const body = JSON.stringify({
  message: `Payment failed: ${"the card was refused by the bank; ".repeat(32)}`,
  source: "shop",
  request: { path: "/checkout", user: 4711 },
});

/** One run of `wrk`. */
export interface Load {
  perSecond: number;
  requests: number;
  /** ms */
  p99: number;
}

export async function benchIngest(
  monitors: number,
  goal: Bound,
  environment: Record<string, string> = {},
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-wrk-"));
  const echo = await startListening(process.execPath, ["test/bench/echo.ts"]);
  const daemon = await startBenchDaemon(undefined, environment);
  try {
    const { ids, paths } = await makeMonitors(daemon, monitors);
    const ourScript = script(folder, "ours.lua", paths);
    const echoScript = script(folder, "echo.lua", ["/"]);

    const ours: number[] = [];
    const echoed: number[] = [];
    let sent = 0;
    for (let i = 0; i < repetitions; i++) {
      echoed.push((await wrk(echo.url, echoScript)).perSecond);
      const run = await wrk(daemon.url, ourScript);
      ours.push(run.perSecond);
      sent += run.requests;
    }
    await mustHaveCounted([daemon], ids, sent, repetitions);
    return {
      name: `durable ingest, ${monitors} monitor${monitors === 1 ? "" : "s"}, ${connections} connections`,
      ours: `${Math.round(spread(ours).median)}/s`,
      peer: `echo ${Math.round(spread(echoed).median)}/s`,
      ratio: spread(ours.map((value, i) => value / echoed[i]!)),
      goal,
    };
  } finally {
    await daemon.stop();
    await echo.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Webhook monitors that never fire, and the paths of their URLs. */
export async function makeMonitors(
  daemon: BenchDaemon,
  count: number,
): Promise<{ ids: string[]; paths: string[] }> {
  const group = await daemon.api<{ id: string }>("POST", "/alert_groups", {
    title: "Nobody",
  });
  const paths: string[] = [];
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const monitor = await daemon.api<{ id: string; webhook_id: string }>(
      "POST",
      "/webhook_monitors",
      {
        title: `Errors ${i}`,
        alert_group_id: group.id,
        error_rate_threshold: 1_000_000_000,
        error_rate_window_minutes: 60,
      },
    );
    ids.push(monitor.id);
    paths.push(`/api/webhook/${monitor.webhook_id}`);
  }
  return { ids, paths };
}

/** Throws unless every answered report was counted on one of these daemons. */
export async function mustHaveCounted(
  daemons: readonly BenchDaemon[],
  ids: string[],
  sent: number,
  runs: number,
): Promise<void> {
  let counted = 0;
  for (const daemon of daemons)
    for (const id of ids)
      counted += (await daemon.api<{ errors_in_window: number }>("GET", `/webhook_monitors/${id}`))
        .errors_in_window;
  // wrk leaves the last request of each connection unanswered.
  if (counted < sent || counted > sent + runs * connections)
    throw new Error(`${sent} answered, ${counted} counted`);
}

/** A script for `wrk` that posts a report to each of the paths in turn. */
export function script(folder: string, name: string, paths: string[]): string {
  const file = join(folder, name);
  writeFileSync(file, luaOf(paths));
  return file;
}

/** A script that posts a report to each of the paths in turn, as Lua. */
export function luaOf(paths: string[]): string {
  return [
    `wrk.method = "POST"`,
    `wrk.headers["Content-Type"] = "application/json"`,
    `wrk.body = [[${body}]]`,
    `local paths = { ${paths.map((path) => `"${path}"`).join(", ")} }`,
    "local i = 0",
    "request = function()",
    "  i = i % #paths + 1",
    "  return wrk.format(nil, paths[i])",
    "end",
    "",
  ].join("\n");
}

export async function wrk(url: string, script: string, threads = 1): Promise<Load> {
  const text = await outputOf("wrk", [
    `-t${threads}`,
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    "-s",
    script,
    url,
  ]);
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(text);
  if (refused) throw new Error(`${refused[1]} answers were no 2xx`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
  };
}

/** A number and its unit, as `wrk` prints them. */
const milliseconds = (match: RegExpExecArray | null): number =>
  Number(match?.[1]) * ({ us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ""] ?? Number.NaN);
