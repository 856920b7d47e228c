/** Many health check monitors at once, and the server that they ask. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { report } from "./checks.ts";
import type { BenchDaemon } from "./daemon.ts";

export interface Target {
  url: string;
  /** When each path was asked, by the wall clock, ms. */
  asked: Map<string, number[]>;
  stop(): void;
}

/** Answers every path with a report that is well, and keeps the connections. */
export async function startTarget(): Promise<Target> {
  const asked = new Map<string, number[]>();
  const server = createServer(({ url = "" }, response) => {
    const times = asked.get(url);
    if (times) times.push(Date.now());
    else asked.set(url, [Date.now()]);
    response.setHeader("content-type", "application/json");
    response.end(report());
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Monitors of one request. */
const together = 5_000;

/** Declares monitors checked every minute; the monitor `i` asks the path `/i`. */
export const declareFleet = (daemon: BenchDaemon, count: number, target: string) =>
  declare(daemon, count, "health_check_monitors", (i) => ({
    url: `${target}/${i}`,
    interval_seconds: 60,
  }));

/** Declares monitors that wait for reports: there is nothing to do for them. */
export const declareQuiet = (daemon: BenchDaemon, count: number) =>
  declare(daemon, count, "webhook_monitors", () => ({}));

async function declare(
  daemon: BenchDaemon,
  count: number,
  kind: "health_check_monitors" | "webhook_monitors",
  fields: (i: number) => object,
): Promise<void> {
  for (let from = 0; from < count; from += together)
    await daemon.api("POST", "/apply", {
      project: `fleet-${from}`,
      alert_groups: [{ external_id: `nobody-${from}`, title: "Nobody" }],
      [kind]: Array.from({ length: Math.min(together, count - from) }, (_, j) => ({
        external_id: `monitor-${from + j}`,
        title: `Monitor ${from + j}`,
        alert_group: `nobody-${from}`,
        ...fields(from + j),
      })),
    });
}
