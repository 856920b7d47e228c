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

/** Alerts that are open at once: more than the server reads at once. */
const alerts = 1100;

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
  ["status --project shop", 2],
  ["incidents", 1],
  ["incidents --project shop", 1],
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

/** The changes that a command sent, and its output. */
async function changing(line: string, answers?: string) {
  through.take();
  const done =
    answers === undefined
      ? await place.inside(line.split(" "))
      : await place.typed(line.split(" "), answers);
  const posts = through
    .take()
    .flat()
    .filter((asked) => asked.startsWith("POST"));
  return { ...done, posts };
}

test("1,100 open alerts are acknowledged, given back and resolved with one request each", async () => {
  const all = alerts + 1;
  await changing("unack --all --yes");
  const taken = await changing("ack --group oncall");
  expect(taken.posts).toEqual(["POST /api/v1/incidents/acknowledge"]);
  expect(taken.stdout).toContain(`${all} of ${all} unresolved incidents changed.`);
  expect(taken.stdout.split("\n").length).toBeLessThan(24);
  const { json } = await http.api("GET", "/incidents?status=open");
  expect(json).toEqual([]);
  const back = await changing("unack --project shop");
  expect(back.posts).toHaveLength(1);
  const refused = await changing("resolve --all", "n\n");
  expect([refused.code, refused.stdout]).toEqual([7, expect.stringContaining("… and 1091 others")]);
  expect((await http.api("GET", "/incidents?unresolved=true")).json).toHaveLength(all);
  expect((await changing("resolve --all")).posts).toHaveLength(1);
  expect((await http.api("GET", "/incidents?unresolved=true")).json).toEqual([]);
});

test("monitors of a group are paused and resumed with one request each", async () => {
  const dry = await changing("pause --group oncall --dry-run");
  expect(dry.stdout).toMatch(/hc\/shop: would change, is \w+\n/);
  const paused = await changing("pause --group oncall --for 1h");
  expect(paused.posts).toEqual(["POST /api/v1/monitors/pause"]);
  expect(paused.stdout).toMatch(/✓ wh\/errors: paused until .+Z\n3 of 3 monitors changed\.\n$/);
  expect(paused.stderr).toContain("Alerts that other tools send to the group still page.");
  const resumed = await changing("resume --project shop");
  expect(resumed.stdout).toContain("3 of 3 monitors changed.");
  expect((await changing("resume --all")).stdout).toBe(
    "No monitor has changed.\n0 of 3 monitors changed.\n",
  );
  expect((await changing("resume hc/shop")).stdout).toBe("✓ hc/shop: is not paused\n");
  for (const wrong of ["pause", "pause hc/shop --all", "pause --all --group oncall"])
    expect((await changing(wrong)).code, wrong).toBe(3);
});

test("what a wrong prune deleted comes back with one request, with its URLs", async () => {
  const before = (await http.api("GET", "/webhook_monitors")).json[0].webhook_url;
  await http.api("POST", "/apply", { project: "shop", prune: true, prune_max: 100 });
  const dry = await changing("restore --project shop --since 1h --dry-run");
  expect(dry.stdout).toContain("wh/errors would be restored\n");
  const restored = await changing("restore --project shop --since 1h");
  expect(restored.posts).toEqual(["POST /api/v1/deleted_resources/restore"]);
  expect(restored.stdout).toContain("6 of 6 deleted resources changed.");
  expect(restored.stderr).toContain("the next apply of a manifest that has them takes them over");
  expect((await http.api("GET", "/webhook_monitors")).json[0].webhook_url).toBe(before);
  const plan = await place.inside(["plan"]);
  expect(plan.stdout).not.toMatch(/to create/);
  expect((await place.inside(["apply", "--yes"])).code).toBe(0);
  await http.api("POST", "/apply", { project: "shop", prune: true, prune_max: 100 });
  await http.api("POST", "/alert_groups", { external_id: "office", title: "Another" });
  const some = await changing("restore hc/shop ag/office");
  expect([some.code, some.stderr]).toEqual([
    5,
    expect.stringContaining(
      '! ag/office is not restored: "office" is the external_id of another resource now',
    ),
  ]);
});
