/** The application of the demonstration: a shop with a health endpoint and a database that can be lost. */
import { createServer } from "node:http";
import { listen, type Listening } from "./listen.ts";

export interface Application extends Listening {
  loseDatabase(): void;
  findDatabase(): void;
}

/** The message of the database check while the database is lost. */
const lost = "Could not connect to db-1: connection refused";

export async function startApplication(now: () => number): Promise<Application> {
  let connected = true;
  const server = createServer((_, response) => {
    response.writeHead(connected ? 200 : 503, {
      "content-type": "application/json",
    });
    response.end(
      JSON.stringify({
        finishedAt: Math.floor(now() / 1000),
        checkResults: [
          {
            name: "database",
            label: "Database",
            status: connected ? "ok" : "failed",
            notificationMessage: connected ? "" : lost,
            shortSummary: connected ? "3 ms" : "Failed",
          },
          { name: "cache", label: "Cache", status: "ok", shortSummary: "ok" },
        ],
      }),
    );
  });
  return {
    ...(await listen(server)),
    loseDatabase: () => {
      connected = false;
    },
    findDatabase: () => {
      connected = true;
    },
  };
}
