/** Who is in a run: applications that break now and then, a push server that keeps nothing, and the manifest of both. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApplyRequest } from "../../src/api/declaration.ts";

const groups = 4;
const indexes = (count: number) => Array.from({ length: count }, (_, i) => i);
const email = (group: number) => `person-${group}@example.com`;

/** The whole of it; `version` changes a title, so that an apply has something to do. */
export const manifestOf = (
  size: Size,
  url: string,
  interval_seconds: number,
  version: number,
): ApplyRequest => ({
  project: "soak",
  users: indexes(groups).map((i) => ({ external_id: `person-${i}`, email: email(i) })),
  alert_groups: indexes(groups).map((i) => ({
    external_id: `group-${i}`,
    title: `Group ${i}`,
    members: [email(i)],
    priority_level: 2,
  })),
  health_check_monitors: indexes(size.health).map((i) => ({
    external_id: `health-${i}`,
    title: i === 0 ? `Application, version ${version}` : `Application ${i}`,
    url: `${url}/health/${i}`,
    alert_group: `group-${i % groups}`,
    interval_seconds,
  })),
  webhook_monitors: indexes(size.errors).map((i) => ({
    external_id: `errors-${i}`,
    title: `Errors ${i}`,
    alert_group: `group-${i % groups}`,
    error_rate_threshold: 50,
    error_rate_window_minutes: 5,
  })),
});

export interface Size {
  /** Health check monitors. */
  health: number;
  /** Webhook monitors. */
  errors: number;
}

export interface Peers {
  /** Applications at `/health/N`, the push server at `/`. */
  url: string;
  /** Requests so far. */
  checks: () => number;
  pushes: () => number;
  /** The push server answers 503, or is well again. */
  refuse(refused: boolean): void;
  stop(): Promise<void>;
}

/** Starts both. `isBroken` says whether an application fails now; `now`: their clock, ms. */
export async function startPeers(
  isBroken: (application: number) => boolean,
  now: () => number = Date.now,
): Promise<Peers> {
  let checks = 0;
  let pushes = 0;
  let refused = false;
  const server = createServer((request, response) => {
    const [, application] = /^\/health\/(\d+)/.exec(request.url ?? "") ?? [];
    if (application === undefined) {
      request.resume();
      // Everything else is a question about its health.
      if (request.method === "POST") pushes++;
      response.writeHead(refused ? 503 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: `message${pushes}`, event: "message", healthy: !refused }));
      return;
    }
    checks++;
    const failing = isBroken(Number(application));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        finishedAt: Math.floor(now() / 1000),
        checkResults: [
          { name: "database", label: "Database", status: failing ? "failed" : "ok" },
          { name: "queue", label: "Queue", status: "ok", meta: { waiting: checks % 97 } },
        ],
      }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    checks: () => checks,
    pushes: () => pushes,
    refuse: (now) => void (refused = now),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Makes all of it by the API at `url`; answers the paths to report to. */
export async function makeCompany(
  api: (method: string, path: string, body?: unknown) => Promise<unknown>,
  manifest: ApplyRequest,
): Promise<string[]> {
  await api("POST", "/apply", manifest);
  const users = (await api("GET", "/users")) as { id: string; email: string }[];
  for (const { id, email } of users)
    await api("POST", `/users/${id}/devices`, { kind: "ntfy", target: email.split("@")[0] });
  const monitors = (await api("GET", "/webhook_monitors")) as { webhook_url: string }[];
  return monitors.map(({ webhook_url }) => new URL(webhook_url).pathname);
}
