// Lists that people read from their end: oldest first, or newest first on request.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let group: string;
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json.id;
  const user = (await http.api("POST", "/users", { email: "ada@example.com" })).json.id;
  await http.api("POST", `/users/${user}/devices`, { kind: "ntfy", target: "ada" });
  await http.api("POST", `/alert_groups/${group}/members`, { email: "ada@example.com" });
  for (let i = 0; i < 12; i++) await happens();
});
afterAll(() => http.end());

/** One row more in each of the lists. */
async function happens(): Promise<void> {
  await http.clock.advance(1000, () => true);
  const { json } = await http.api("POST", "/webhook_monitors", {
    title: "Errors",
    alert_group_id: group,
  });
  await http.call("POST", `/api/webhook/${json.webhook_id}`, { body: { message: "boom" } });
  await http.call("POST", `/api/webhook/${json.webhook_id}`, { body: "no JSON" });
}

const list = async (path: string): Promise<{ id: string }[]> => (await http.api("GET", path)).json;

describe.each(["/incidents", "/notifications", "/inbound_events", "/audit_events"])(
  "%s",
  (path) => {
    it("is oldest first, and newest first on request", async () => {
      const rows = await list(path);
      expect(rows.length).toBeGreaterThanOrEqual(12);
      expect(await list(`${path}?order=asc`)).toEqual(rows);
      expect(await list(`${path}?order=desc`)).toEqual(rows.toReversed());
      expect(await list(`${path}?order=desc&limit=1`)).toEqual([rows.at(-1)]);
    });

    it("has each row once in its pages from the newest, also when more come meanwhile", async () => {
      const rows = await list(path);
      const listed: unknown[] = [];
      let next: string | undefined = `${path}?order=desc&limit=5`;
      while (next) {
        const page = await http.api("GET", next);
        listed.push(...page.json);
        next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
        await happens();
      }
      expect(listed).toEqual(rows.toReversed());
    });

    it("refuses any other order", async () => {
      const { status, json } = await http.api("GET", `${path}?order=newest`);
      expect([status, json.errors[0].message]).toEqual([422, "must be one of asc, desc"]);
    });
  },
);

it("every list with a status takes several", async () => {
  const counts = async (path: string, ...queries: string[]) =>
    Promise.all(queries.map(async (query) => (await list(`${path}?${query}`)).length));
  const { json } = await http.api("POST", "/webhook_monitors", {
    title: "Quiet",
    alert_group_id: group,
  });
  const all = (await list("/webhook_monitors")).length;
  expect(
    await counts("/webhook_monitors", "status=firing", "status=firing,quiet", "status=resolved"),
  ).toEqual([all - 1, all, 0]);
  expect(await counts("/health_check_monitors", "status=up,down,stale")).toEqual([0]);
  const sent = (await list("/notifications")).length;
  expect(await counts("/notifications", "status=queued,held", "status=expired")).toEqual([sent, 0]);
  for (const path of ["/webhook_monitors", "/notifications", "/incidents"])
    expect((await http.api("GET", `${path}?status=open,sleeping`)).status).toBe(422);
  expect((await http.api("DELETE", `/webhook_monitors/${json.id}`)).status).toBe(204);
});
