/** The applications of the pictured company: what each answers at any time of the pictured day. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One sub-check of an application. */
export interface Part {
  label: string;
  /** Short summary while it is well. */
  summary: string;
}

/** Something that goes wrong. Times in hours before the end of the day. */
export interface Trouble {
  /** The path of the application. */
  path: string;
  from: number;
  to: number;
  /** The sub-check that fails, and its message; `status`: the answer has this HTTP status and no report. */
  part?: string;
  message?: string;
  severity?: "warning" | "failed";
  status?: number;
  /** Added to its response time, ms. */
  slower?: number;
}

export interface Applications {
  urlOf: (path: string) => string;
  stop(): Promise<void>;
}

/** A smooth number between 0 and 1 that differs by application and time, the same in each run. */
function wave(seed: number, hours: number): number {
  const slow = Math.sin(hours / 3.7 + seed) + Math.sin(hours / 1.3 + seed * 2);
  const noise = Math.sin(hours * 91 + seed * 17) * Math.sin(hours * 37 + seed);
  return 0.5 + slow * 0.15 + noise * 0.2;
}

/** Starts them. `hours`: how far before the end of the day it is now; `parts`: the sub-checks by path. */
export async function startApplications(
  parts: ReadonlyMap<string, readonly Part[]>,
  troubles: readonly Trouble[],
  time: { now: () => number; hours: () => number },
): Promise<Applications> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const hours = time.hours();
    const now = troubles.filter((one) => one.path === path && hours <= one.from && hours > one.to);
    const seed = path.length * 1.7 + path.charCodeAt(path.length - 1);
    const slower = Math.max(0, ...now.map((one) => one.slower ?? 0));
    const status = now.find((one) => one.status !== undefined)?.status ?? 200;
    const answer = () => {
      if (status !== 200)
        return response
          .writeHead(status, { "content-type": "text/html" })
          .end("<html><title>502 Bad Gateway</title></html>");
      const checkResults = (parts.get(path) ?? []).map(({ label, summary }) => {
        const bad = now.find(({ part }) => part === label);
        return {
          name: label.toLowerCase().replaceAll(" ", "_"),
          label,
          status: bad ? (bad.severity ?? "failed") : "ok",
          notificationMessage: bad?.message ?? "",
          shortSummary: bad?.message ?? summary,
          meta: {},
        };
      });
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ finishedAt: Math.floor(time.now() / 1000), checkResults }));
    };
    setTimeout(answer, 1 + wave(seed, hours) ** 2 * 15 + slower);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
