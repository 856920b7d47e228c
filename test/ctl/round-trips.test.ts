/** How often commands wait for the server: a person on call may be behind half a second for each. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { startRoundTrips, type RoundTrips } from "../support/round-trips.ts";
import { newPlace, type Place } from "./run.ts";

const manifest = `version: 1
project: shop
users:
  - { external_id: ada, email: ada@example.com, name: Ada }
alert_groups:
  - { external_id: oncall, title: On call, members: [ada@example.com] }
  - { external_id: office, title: Office, members: [ada@example.com] }
health_check_monitors:
  - { external_id: router, title: Router, url: "https://example.com/router", alert_group: oncall }
  - { external_id: shop, title: Shop, url: "https://example.com/", alert_group: oncall, depends_on: [router] }
webhook_monitors:
  - { external_id: errors, title: Errors, alert_group: oncall, error_rate_threshold: 1 }
`;

/** Alerts that are open at once. */
const alerts = 700;

let http: HttpSide;
let through: RoundTrips;
let place: Place;

beforeAll(async () => {
  http = await startHttp();
  through = await startRoundTrips(http.origin);
  place = newPlace({ MONITORCTL_URL: through.url, MONITORCTL_API_KEY: http.keys.admin });
  place.write("monitors.yaml", manifest);
  expect((await place.inside(["apply", "--yes"])).code).toBe(0);
  const [{ webhook_id }] = (await http.api("GET", "/webhook_monitors")).json;
  await http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "boom" } });
  await storm();
});
afterAll(async () => {
  place[Symbol.dispose]();
  await through[Symbol.asyncDispose]();
  await http.end();
});

/** Opens the alerts of a storm. */
async function storm(): Promise<void> {
  const [{ webhook_id }] = (await http.api("GET", "/alert_groups?external_id=oncall")).json;
  const firing = Array.from({ length: alerts }, (_, n) => ({
    status: "firing",
    labels: { alertname: "Disk", instance: `db-${n}` },
    annotations: {},
    startsAt: new Date(http.clock.now()).toISOString(),
    fingerprint: `f${n}`,
  }));
  const body = { version: "4", groupKey: "g", status: "firing", receiver: "r", alerts: firing };
  await http.call("POST", `/api/webhook/${webhook_id}`, { body });
}

async function rounds(line: string): Promise<string[][]> {
  through.take();
  const { stderr } = await place.inside(line.split(" "));
  expect(stderr).not.toContain("error[");
  return through.take();
}

test.each([
  ["status", 2],
  ["status --group oncall", 2],
  ["incidents", 1],
  ["incidents --group oncall", 2],
  ["incident 1", 2],
  ["why 1", 1],
  ["explain incident 1", 1],
  ["events", 1],
  ["events hc/shop", 2],
  ["events --group oncall", 2],
  ["plan", 1],
  ["plan --prune", 1],
  ["ack 1", 2],
  ["ack 1 2 3", 1],
  ["unack 1 2", 1],
  ["ack --group oncall --dry-run", 2],
  ["describe incident/1", 2],
  ["describe ag/oncall", 2],
  ["describe hc/shop", 3],
  ["doctor", 4],
])("%s waits for the server at most %i times", async (line, most) => {
  const waited = await rounds(line);
  expect(waited.length).toBeGreaterThan(0);
  expect(waited.length, JSON.stringify(waited, null, 1)).toBeLessThanOrEqual(most);
});
