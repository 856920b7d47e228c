/** Deliveries to a group with a mapping. */
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formFields, valuesOf } from "../../src/http/site/form-fields.ts";
import { bodyOf } from "../../src/http/site/form-typed.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());
beforeEach(async () => {
  group = (await http.api("POST", "/alert_groups", { title: "Racks", inbound_mapping: mapping }))
    .json;
});

const mapping = { alerts: "readings", key: "id", status: "state == 'ALARM'", title: "label" };
const reading = (id: string, state: string, label: string | null = `Fan ${id}`) => ({
  id,
  state,
  label,
});
const post = async (body: unknown, headers: Record<string, string> = {}) =>
  (
    await http.call("POST", `/api/webhook/${group.webhook_id}`, {
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
      headers,
    })
  ).json;
const incidents = async () =>
  (await http.api("GET", `/incidents?source_id=${group.id}`)).json.map(
    ({ title, status }: { title: string; status: string }) => `${title}: ${status}`,
  );
const latest = async () =>
  (await http.api("GET", `/inbound_events?target_id=${group.id}`)).json.at(-1);
const save = (inbound_mapping: unknown) =>
  http.api("PUT", `/alert_groups/${group.id}`, { inbound_mapping });

describe("a mapping of a group", () => {
  it("reads its bodies, in which an alert is resolved by its key", async () => {
    const answer = await post({ readings: [reading("1", "ALARM"), reading("2", "ALARM")] });
    expect(answer).toEqual({ accepted: 2, format: "mapping" });
    await post({ readings: [reading("1", "OK", "another title")] });
    expect(await incidents()).toEqual(["Fan 1: resolved", "Fan 2: open"]);
    expect(await latest()).toMatchObject({ format: "mapping", http_status: 202 });
    expect((await latest()).reason).toContain("Read by the mapping of the group.");
  });

  it("that cannot read a body leaves it to its format, and those who are paged read why", async () => {
    const answer = await post({ title: "Disk full", status: "firing" });
    expect(answer).toEqual({ accepted: 1, format: "generic" });
    const { reason } = await latest();
    expect(reason).toContain("The mapping of the group fails: `alerts` gives no list.");
    const [incident] = (await http.api("GET", `/incidents?source_id=${group.id}`)).json;
    expect(incident.title).toBe("Disk full");
    expect(incident.summary).toMatch(/^The mapping of the group fails: `alerts` gives no list\.\n/);
    const refused = await post([1, [2]]);
    expect(refused.detail).toContain("`alerts` gives no list");
    expect(refused.detail).toContain("its items are not alerts");
  });

  it("that fails at one of many alerts reads none of them", async () => {
    const readings = [reading("1", "ALARM"), reading("2", "ALARM", null)];
    expect(await post({ readings })).toEqual({ accepted: 1, format: "generic" });
    expect((await latest()).reason).toContain("`title` gives no text");
  });

  it("that runs away ends, and the alert is there", async () => {
    await save({ alerts: "x[*].[$.x[*].[$.x[*]]]", title: "y" });
    const x = Array.from({ length: 300_000 }, () => 1);
    expect(await post({ title: "Disk full", x })).toEqual({ accepted: 1, format: "generic" });
    expect((await latest()).reason).toContain("takes too many steps for this body");
  });

  it("reads huge bodies in the thread for them", async () => {
    const note = randomBytes(4.5 * 1024 * 1024).toString("hex");
    const body = gzipSync(JSON.stringify({ readings: [reading("1", "ALARM")], note }));
    const answer = await post(body, { "content-encoding": "gzip" });
    expect(answer).toEqual({ accepted: 1, format: "mapping" });
  });

  it("reads the body that a notification of Amazon SNS carries, and no confirmation", async () => {
    await save({ title: "name" });
    const envelope = (Type: string, Message: string) => ({ Type, Message, TopicArn: "arn:x" });
    const carried = await post(envelope("Notification", '{"name": "Queue is full"}'));
    expect(carried).toMatchObject({ accepted: 1, format: "mapping" });
    expect(await incidents()).toEqual(["Queue is full: open"]);
    const asked = await post(envelope("SubscriptionConfirmation", "You have chosen to subscribe"));
    expect(asked).toMatchObject({ accepted: 0, format: "sns" });
  });

  it("reads replays as it is by then", async () => {
    await save(null);
    await post({ readings: [reading("1", "ALARM")] });
    const { id, format } = await latest();
    expect(format).toBe("generic");
    await save(mapping);
    expect((await http.api("POST", `/inbound_events/${id}/replay`, {})).json).toEqual({
      accepted: 1,
      format: "mapping",
    });
  });

  it("is one query per line of its form", () => {
    const field = formFields("alert_groups", {}).find(({ name }) => name === "inbound_mapping")!;
    expect(field.input).toEqual({ kind: "queries" });
    const text = "title: join(': ', [a, b])\nkey: id";
    const typed = { inbound_mapping: { title: "join(': ', [a, b])", key: "id" } };
    const form = new URLSearchParams({ inbound_mapping: text });
    expect(bodyOf("alert_groups", [field], form)).toEqual(typed);
    expect(valuesOf("alert_groups", [field], typed)).toEqual({ inbound_mapping: [text] });
  });

  it("is checked when it is saved", async () => {
    const faults = async (inbound_mapping: unknown) =>
      (await save(inbound_mapping)).json.errors.map(
        ({ field, message }: { field: string; message: string }) => `${field} ${message}`,
      );
    expect(await faults({ title: "a[?b" })).toEqual([
      "inbound_mapping.title ends too early, where ] is missing, at character 5",
    ]);
    expect(await faults({ titel: "a" })).toEqual([
      expect.stringContaining("inbound_mapping.titel"),
    ]);
    expect(await faults({ title: "a".repeat(1_001) })).toEqual([
      expect.stringContaining("inbound_mapping.title"),
    ]);
    expect(await faults({})).toEqual(["inbound_mapping must not be empty"]);
  });
});

describe("a body that is tried", () => {
  const tried = (body: unknown, id = group.id) =>
    http.api("POST", `/alert_groups/${id}/try_body`, body);
  const text = (...readings: object[]) => JSON.stringify({ readings });

  it("shows its alerts and their effect, and changes nothing", async () => {
    await post({ readings: [reading("1", "ALARM"), reading("2", "ALARM")] });
    const before = [await incidents(), await latest()];
    const { json } = await tried({
      body: text(
        reading("1", "OK"),
        reading("2", "ALARM"),
        reading("3", "ALARM"),
        reading("4", "OK"),
      ),
    });
    expect(json).toMatchObject({ format: "mapping", reason: null, left_out: 0 });
    expect(
      json.alerts.map((one: Record<string, unknown>) => [
        one["identity"],
        one["status"],
        one["effect"],
      ]),
    ).toEqual(
      [
        ["1", "resolved", "resolves incident #1"],
        ["4", "resolved", "opens nothing: no incident is open for it"],
        ["2", "firing", "repeats incident #2"],
        ["3", "firing", "opens an incident"],
      ].map((row) => row.map((cell) => expect.stringMatching(cell.replace(/#\d/, "#\\d+")))),
    );
    expect([await incidents(), await latest()]).toEqual(before);
  });

  it("is read by the mapping that is given, or by none", async () => {
    await http.api("PUT", `/alert_groups/${group.id}`, {
      severity_priorities: { bad: 1 },
    });
    const body = JSON.stringify({ name: "Door", how: "bad" });
    const given = await tried({ body, mapping: { title: "name", severity: "how" } });
    expect(given.json.alerts).toMatchObject([
      { title: "Door", severity: "bad", priority_level: 1 },
    ]);
    const none = await tried({ body, mapping: null });
    expect(none.json).toMatchObject({
      format: "generic",
      alerts: [{ title: "Door", priority_level: 2 }],
      remarks: ["No known format: read as one alert that fires."],
    });
    const own = await tried({ body });
    expect(own.json.remarks[0]).toBe("The mapping of the group fails: `alerts` gives no list.");
  });

  it("shows which of the last deliveries a mapping changes", async () => {
    const { inbound_mapping: mapping } = (await http.api("GET", `/alert_groups/${group.id}`)).json;
    const since = (await tried({ body: "{}", recent: true })).json.recent.length;
    await post({ readings: [reading("1", "ALARM"), reading("2", "OK")] });
    await post({ name: "Door" });
    await http.call("POST", `/ping/${group.webhook_id}`, { body: "no event to read" });
    const same = (await tried({ body: "{}", mapping, recent: true })).json.recent;
    expect(same.length).toBe(Math.min(since + 2, 20));
    expect(same.every((one: { difference: null }) => one.difference === null)).toBe(true);
    const other = { ...mapping, title: "'T'", alerts: "readings[0:1]" };
    const { recent } = (await tried({ body: "{}", mapping: other, recent: true })).json;
    expect(recent.slice(0, 2)).toMatchObject([
      { difference: null },
      { difference: "would make 1 alert instead of 2" },
    ]);
    const events = (await http.api("GET", `/inbound_events?target_id=${group.id}&order=desc`)).json;
    expect(recent[1].delivery_id).toBe(events[2].id);
    expect((await tried({ body: "{}", mapping: other })).json.recent).toEqual([]);
  });

  it("that would be refused says why", async () => {
    expect((await tried({ body: "[1]" })).json).toMatchObject({
      format: null,
      alerts: [],
      reason: expect.stringContaining("its items are not alerts"),
    });
    expect((await tried({ body: "no json" })).json.reason).toMatch(/JSON/);
  });

  it("can be one of the deliveries of the group, and of no other", async () => {
    await post({ readings: [reading("1", "ALARM")] });
    const { id: delivery_id } = await latest();
    expect((await tried({ delivery_id })).json.alerts).toMatchObject([{ identity: "1" }]);
    const other = (await http.api("POST", "/alert_groups", { title: "Other" })).json;
    expect((await tried({ delivery_id }, other.id)).status).toBe(404);
    expect((await tried({ body: "{}" }, "unknown")).status).toBe(404);
  });

  it("needs a body, and a mapping without mistakes", async () => {
    const faults = async (body: unknown) =>
      (await tried(body)).json.errors.map((one: { field: string }) => one.field);
    expect(await faults({})).toEqual(["body"]);
    expect(await faults({ body: "{}", delivery_id: "x" })).toEqual(["body"]);
    expect(await faults({ body: "{}", mapping: { title: "a." } })).toEqual(["mapping.title"]);
  });
});
