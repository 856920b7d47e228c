/** Many applications in one server: each has a health endpoint, breaks for a while, and recovers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { History } from "./history.ts";

export interface Applications {
  urlOf(index: number): string;
  /** Breaks one for so long, with a message of its own. */
  break(index: number, subject_id: string, ms: number): void;
  /** Everything recovers now. */
  recover(): void;
  breaks: History["breaks"];
  stop(): Promise<void>;
}

export async function startApplications(): Promise<Applications> {
  const broken = new Map<number, History["breaks"][number]>();
  const breaks: History["breaks"] = [];
  const server = createServer((request, response) => {
    const index = Number(request.url?.slice(1));
    const fault = broken.get(index);
    const failing = fault && Date.now() < fault.until;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        finishedAt: Math.floor(Date.now() / 1000),
        checkResults: [
          {
            name: "database",
            label: "Database",
            status: failing ? "failed" : "ok",
            notificationMessage: failing ? fault.message : "",
          },
        ],
      }),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (index) => `http://127.0.0.1:${port}/${index}`,
    breaks,
    break(index, subject_id, ms) {
      const now = Date.now();
      // It has had time to be noticed well again before it breaks once more.
      const last = broken.get(index);
      if (last && now < last.until + 90_000) return;
      const fault = {
        subject_id,
        message: `break-${breaks.length + 1}.`,
        at: now,
        until: now + ms,
      };
      broken.set(index, fault);
      breaks.push(fault);
    },
    recover() {
      const now = Date.now();
      for (const fault of broken.values()) fault.until = Math.min(fault.until, now);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
