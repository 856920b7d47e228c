/**
 * Nothing, `.` or `..` in the place of an id. A form asks the API by a path that is made from its own: what parses that would
 * drop the dots and what stands before them, and the request would be about something else.
 */
import { request } from "node:http";
import { expect, test } from "vitest";
import { startHttp } from "../support/http.ts";
import { routesOfServer } from "../support/routes.ts";
import { signIn } from "../support/visitor.ts";

test("no route without an id changes anything or fails", async () => {
  const http = await startHttp();
  try {
    const { cookie, csrf } = await signIn(http, http.keys.admin);
    const { id } = (await http.api("POST", "/alert_groups", { title: "Stays" })).json as {
      id: string;
    };
    /** As it is written: `fetch` would drop the dots. */
    const statusOf = (method: string, path: string) =>
      new Promise<number>((resolve, reject) => {
        const asked = request(http.origin, {
          method,
          path,
          headers: {
            cookie,
            origin: http.origin,
            ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
          },
        });
        asked.on("response", (answer) => {
          answer.destroy();
          resolve(answer.statusCode!);
        });
        asked.on("error", reject);
        asked.end(method === "POST" ? new URLSearchParams({ csrf }).toString() : undefined);
      });
    const routes = (await routesOfServer()).filter(
      ({ path }) => path.includes(":") && !path.startsWith("/api/"),
    );
    expect(routes.length).toBeGreaterThan(100);
    const failed: string[] = [];
    for (const { method, path } of routes)
      for (const none of ["", ".", "..", "%2e", "%2E%2e"])
        // All of its ids, and the last one alone: what stands before it then exists.
        for (const first of [none, id]) {
          const at = path.replace(/:\w+(?=.*:)/g, first).replace(/:\w+/g, none);
          const status = await statusOf(method, at);
          if (status >= 500) failed.push(`${method} ${at}: ${status}`);
        }
    expect(failed).toEqual([]);
    expect((await http.api("GET", `/alert_groups/${id}`)).status).toBe(200);
  } finally {
    await http.end();
  }
});
