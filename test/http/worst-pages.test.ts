/** What is stored can make no read hold up the event loop: pages and lists are asked for with the worst that it can be. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { day } from "../../src/core/text/units.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { clockTo } from "../support/people.ts";
import { comparedTurn, mostOfTurn } from "../support/turns.ts";
import { signIn } from "../support/visitor.ts";

const monitors = 80;
const members = 20;
const nightly = 240;

let http: HttpSide;
let cookie: string;
const iso = (at: number) => new Date(at).toISOString();

beforeAll(async () => {
  http = await startHttp();
  await clockTo(http, "2026-06-01T00:00:00Z");
  const { json: group } = await http.api("POST", "/alert_groups", { title: "On call" });
  for (let i = 0; i < members; i++) {
    const email = `u${i}@example.com`;
    const { json: user } = await http.api("POST", "/users", { email });
    await http.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: `phone-${i}` });
    await http.api("POST", `/alert_groups/${group.id}/members`, { email });
  }
  for (let i = 0; i < monitors; i++)
    await http.api("POST", "/webhook_monitors", { title: `Shop ${i}`, alert_group_id: group.id });
  await http.api("POST", "/status_pages", {
    title: "All",
    slug: "all",
    sections: [{ title: "Systems", systems: [{ name: "All", alert_groups: [group.id] }] }],
  });
  // A window each hour for all monitors, and one that overlaps itself all the time.
  for (const cron of ["0 * * * *", "*/3 * * * *"])
    await http.api("POST", "/silences", {
      cron,
      duration_minutes: 10,
      timezone: "Europe/Berlin",
      reason: "work",
    });
  // Many that are short to calculate, each of one monitor.
  const all: { id: string }[] = (await http.api("GET", "/webhook_monitors")).json;
  for (let i = 0; i < nightly; i++)
    await http.api("POST", "/silences", {
      monitor_id: all[i % monitors]!.id,
      cron: `${i % 60} ${i % 24} * * *`,
      duration_minutes: 10,
      timezone: "Europe/Berlin",
      reason: "work",
    });
  await clockTo(http, "2026-08-01T00:00:00Z");
  for (const { webhook_id } of (await http.api("GET", "/webhook_monitors")).json)
    await http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "boom" } });
  ({ cookie } = await signIn(http, http.keys.admin));
});
afterAll(() => http.end());

it.each([
  ["the public page", () => "/status/all"],
  ["the overview", () => "/"],
  ["the incidents", () => "/incidents"],
  ["the list of incidents", () => "/api/v1/incidents?limit=200"],
  ["the report of months", () => `/api/v1/reports/uptime?from=${iso(http.clock.now() - 60 * day)}`],
  ["the page of reports", () => "/reports"],
  ["who would be paged", () => "/on_call"],
])("%s takes short turns", async (_, path) => {
  let status = 0;
  const turn = await comparedTurn(async () => {
    // What was calculated for a page is asked for anew.
    await http.clock.advance(11_000, () => true);
    const answer = await fetch(http.origin + path(), {
      headers: path().startsWith("/api/")
        ? { authorization: `Bearer ${http.keys.admin}` }
        : { cookie },
    });
    ({ status } = answer);
    await answer.arrayBuffer();
  });
  expect(status).toBe(200);
  expect(turn).toBeLessThan(mostOfTurn);
});
