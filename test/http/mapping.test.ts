/** Deliveries to a group with a mapping. */
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
