/** Deliveries of other forms ÷ the form that monitord reads with the least work, to one daemon, in turn in one run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { luaOf, makeMonitors, wrk } from "./ingest.ts";
import { spread } from "./processes.ts";
import type { Bound, Row } from "./row.ts";

const repetitions = 5;
const monitors = 200;

/** An envelope of 4 kB with an error of Python, as the SDK sends it. */
const envelope = (() => {
  const frame = (n: number) => ({
    filename: `shop/part_${n}.py`,
    function: `step_${n}`,
    lineno: 10 * n,
    in_app: n > 5,
    context_line: "        return total(items, currency=order.currency, rounding=rules.rounding)",
  });
  const event = {
    event_id: "9ec79c33ec9942ab8353589fcb2e04dc",
    level: "error",
    platform: "python",
    environment: "production",
    release: "shop@1.2.3",
    transaction: "/checkout",
    tags: { region: "eu", server: "web-1" },
    contexts: { runtime: { name: "CPython", version: "3.13.1" }, os: { name: "Linux" } },
    exception: {
      values: [
        {
          type: "ValueError",
          value: "the card was refused by the bank",
          stacktrace: { frames: Array.from({ length: 21 }, (_, n) => frame(n)) },
        },
      ],
    },
  };
  const payload = JSON.stringify(event);
  return [
    JSON.stringify({ event_id: event.event_id, sent_at: "2026-11-21T03:00:00Z" }),
    JSON.stringify({ type: "event", length: payload.length }),
    payload,
  ].join("\n");
})();

/** `wrk` has no line ends in its brackets: Lua reads them as they stand. */
const luaWith = (body: string, paths: string[]): string =>
  luaOf(paths).replace(/^wrk\.body = .*$/m, () => `wrk.body = [==[${body}]==]`);

export const benchSentry = (): Promise<Row> =>
  compare(
    `an envelope of a Sentry SDK of ${(envelope.length / 1000).toFixed(1)} kB ÷ an error report of 1.2 kB, ${monitors} monitors`,
    { least: 0.6 },
    async (daemon) => {
      const { paths } = await makeMonitors(daemon, monitors);
      const keys = paths.map((path) => path.split("/").at(-1)!.replaceAll("-", ""));
      return {
        ours: luaWith(
          envelope,
          keys.map((key) => `/api/1/envelope/?sentry_key=${key}`),
        ),
        peer: luaOf(paths),
      };
    },
  );

const sensor = JSON.stringify({
  sensor: { name: "Rack B4 inlet", site: "fra1" },
  title: "Rack B4 inlet is too warm",
  level: "critical",
  state: "ALARM",
  value: 41.7,
  limit: 32,
  message:
    "The inlet of rack B4 is warmer than its limit, and the cooling unit has been asked for more.",
});

const inbound_mapping = {
  key: "[sensor.site, sensor.name]",
  status: "state == 'ALARM'",
  title: "title",
  text: "join(' ', [value, '°C, limit', limit])",
  severity: "level",
};

export const benchMapping = (): Promise<Row> =>
  compare(
    "a body that a mapping reads ÷ the same at a group without one, 20 groups each, all repeats",
    { least: 0.7 },
    async (daemon) => {
      const pathsOf = (fields: object) =>
        Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            const group = await daemon.api<{ webhook_id: string }>("POST", "/alert_groups", {
              title: `Racks ${n}`,
              ...fields,
            });
            return `/api/webhook/${group.webhook_id}`;
          }),
        );
      return {
        ours: luaWith(sensor, await pathsOf({ inbound_mapping })),
        peer: luaWith(sensor, await pathsOf({})),
      };
    },
  );

async function compare(
  name: string,
  goal: Bound,
  scripts: (daemon: BenchDaemon) => Promise<{ ours: string; peer: string }>,
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-bodies-"));
  const daemon = await startBenchDaemon();
  try {
    const { ours, peer } = await scripts(daemon);
    const files = { ours: join(folder, "ours.lua"), peer: join(folder, "peer.lua") };
    writeFileSync(files.ours, ours);
    writeFileSync(files.peer, peer);
    const runs: { ours: number; peer: number }[] = [];
    for (let i = 0; i < repetitions; i++)
      runs.push({
        peer: (await wrk(daemon.url, files.peer)).perSecond,
        ours: (await wrk(daemon.url, files.ours)).perSecond,
      });
    const median = (of: "ours" | "peer") => Math.round(spread(runs.map((run) => run[of])).median);
    return {
      name,
      ours: `${median("ours")}/s`,
      peer: `${median("peer")}/s`,
      ratio: spread(runs.map((run) => run.ours / run.peer)),
      goal,
    };
  } finally {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  }
}
