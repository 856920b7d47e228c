/** Bodies that are tried, from the command line. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TriedBody } from "../../src/api/try-body.ts";
import * as answers from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const tried: TriedBody = {
  format: "mapping",
  reason: null,
  left_out: 2,
  remarks: ["Read by the mapping of the group."],
  alerts: [
    {
      effect: "opens an incident",
      incident_number: null,
      title: "Door\u001b[2J",
      text: "41.7 °C",
      status: "firing",
      identity: "t-118",
      severity: null,
      priority_level: 2,
      labels: {},
      links: [{ name: "runbook", url: "https://wiki.example.com/door" }],
    },
  ],
  recent: [],
};
let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /alert_groups": { body: [answers.group({ id: "g1", external_id: "oncall" })] },
    "POST /alert_groups/g1/try_body": { body: tried },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
  place.write("body.json", "{}");
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const ctl = (args: string[], typed = "") => place.typed(["webhook", "try", ...args], typed);
const sent = () => api.asked.find(({ method }) => method === "POST")?.body;

test("shows the alerts and their effect, without what a terminal would obey", async () => {
  const { code, stdout } = await ctl(["-f", "body.json", "oncall"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Read as mapping: 1 alert, 2 left out\. Nothing is saved\.\n/);
  expect(stdout).toContain("Read by the mapping of the group.");
  expect(stdout).toMatch(/firing +Door/);
  expect(stdout).not.toContain("\u001b[2J");
  expect(stdout).toMatch(/effect +opens an incident/);
  expect(stdout).toMatch(/runbook +https:/);
  expect(stdout).not.toContain("severity");
  expect(sent()).toEqual({ body: "{}" });
});

test.each([
  ["alone, as YAML", "title: name\n"],
  ["alone, as JSON", '{"title": "name"}'],
  ["as the field of a group", "inbound_mapping:\n  title: name\n"],
])("sends another mapping %s", async (_what, text) => {
  place.write("mapping.yaml", text);
  // Without a name it is the only group.
  await ctl(["-f", "-", "-m", "mapping.yaml", "-o", "json"], '{"a": 1}');
  expect(sent()).toEqual({ body: '{"a": 1}', mapping: { title: "name" }, recent: true });
});

test.each<[recent: TriedBody["recent"], text: string]>([
  [
    [{ delivery_id: "e1", difference: null }],
    "With this mapping 1 of the last 1 inbound event read as before.\n",
  ],
  [
    [
      { delivery_id: "e2", difference: "would be refused: \u001b[2J" },
      { delivery_id: "e1", difference: null },
    ],
    "With this mapping 1 of the last 2 inbound events read as before:\n  e2  would be refused: \ufffd[2J\n",
  ],
])("names the last inbound events that a mapping changes: %j", async (recent, text) => {
  api.answers["POST /alert_groups/g1/try_body"] = { body: { ...tried, recent } };
  place.write("mapping.yaml", "title: name\n");
  const { stdout } = await ctl(["-f", "body.json", "oncall", "-m", "mapping.yaml"]);
  expect(stdout.endsWith(`\n\n${text}`), stdout).toBe(true);
});

test("takes the group of a delivery", async () => {
  const event = {
    id: "e1",
    target_kind: "alert_group",
    target_id: "g1",
    received_at: "2026-11-21T03:00:00Z",
    http_status: 202,
    reason: "",
    format: "generic",
    accepted: 1,
    headers: {},
    content_type: null,
    size: 2,
    unauthenticated: false,
    replay_of: null,
    replayed_at: null,
    body: "{}",
  };
  api.answers["GET /inbound_events/e1"] = { body: event };
  const { stdout } = await ctl(["--delivery", "e1", "-o", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ format: "mapping" });
  expect(sent()).toEqual({ delivery_id: "e1" });
});

test("a body that would be refused says why", async () => {
  api.answers["POST /alert_groups/g1/try_body"] = {
    body: {
      format: null,
      reason: "The body is not JSON.",
      alerts: [],
      left_out: 0,
      remarks: [],
      recent: [],
    },
  };
  const { stdout } = await ctl(["-f", "body.json", "ag/oncall"]);
  expect(stdout).toBe("It would be refused: The body is not JSON.\n");
});

test.each([
  [["oncall"], "one body is tried"],
  [["oncall", "-f", "body.json", "--delivery", "x"], "one body is tried"],
  [["oncall", "-f", "missing.json"], "missing.json cannot be read"],
  [["oncall", "-f", "body.json", "-m", "broken.yaml"], "the mapping is not YAML"],
  [["-f", "body.json"], "the alert group is missing"],
])("%j is refused before anything is sent", async (args, why) => {
  place.write("broken.yaml", "title: [");
  api.answers["GET /alert_groups"] = {
    body: [answers.group({ external_id: "oncall" }), answers.group({ id: "g2" })],
  };
  const { code, stderr } = await ctl(args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(why);
  expect(sent()).toBeUndefined();
});

test("mistakes of a mapping are named by the server", async () => {
  api.answers["POST /alert_groups/g1/try_body"] = problem(422, "1 field is invalid.", [
    { field: "mapping.title", code: "format", message: "ends too early, at character 3" },
  ]);
  const { code, stderr } = await ctl(["-f", "body.json", "oncall"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("mapping.title: ends too early");
});
