/** Public updates of an incident: listed, corrected and deleted. */
import { afterEach, beforeEach, expect, test } from "vitest";
import * as answers from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const entry = (id: string, kind: string, text: string, more: object = {}) => ({
  id,
  at: "2026-11-21T02:50:00Z",
  kind,
  text,
  actor: "Ada",
  user_id: null,
  public_state: null,
  edited_at: null,
  ...more,
});
const incident = answers.incident({ id: "i7", number: 7, published_at: "2026-11-21T02:50:00Z" });
const detail = answers.incidentDetail({
  ...incident,
  timeline: [
    entry("u0", "published", "before it was taken off"),
    entry("x", "unpublished", ""),
    entry("u1", "published", "Order fail.", { public_state: "identified" }),
    entry("n", "note", "secret"),
    entry("u2", "published", "Wrong.\nOne.", { edited_at: "2026-11-21T02:59:00Z" }),
  ],
});

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /incidents/7": { body: detail },
    "PUT /incidents/7/updates/u1": { body: incident },
    "PUT /incidents/7/updates/u2": { body: incident },
    "DELETE /incidents/7/updates/u2": { body: incident },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const ctl = (args: string[], input = "") => place.typed(["updates", ...args], input);
const sent = () =>
  api.asked
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [`${method} ${path}`, body]);

test("public updates are listed with numbers, without those that were taken off and other entries", async () => {
  const { stdout } = await ctl(["list", "7"]);
  expect(stdout).toMatch(/^NUMBER +POSTED +EDITED +STATE +TEXT\n/);
  expect(stdout).toMatch(/\n1 +10 min ago +no +identified +Order fail\.\n/);
  expect(stdout).toMatch(/\n2 +10 min ago +1 min ago +none +Wrong\. One\.\n$/);
  api.answers["GET /incidents/7"] = { body: { ...detail, published_at: null } };
  expect((await ctl(["list", "7"])).stderr).toContain("monitorctl publish 7 TEXT");
});

test("a correction sends the fields that are typed", async () => {
  expect((await ctl(["edit", "7", "1", "Orders", "fail."])).stdout).toContain(": corrected\n");
  await ctl(["edit", "7", "last", "-"], "from stdin\n");
  await ctl(["edit", "7", "last", "--title", "Orders", "--by", "Ada"]);
  await ctl(["edit", "7", "last", "--title", "", "--state", "none"]);
  await ctl(["edit", "7", "2", "--state", "resolved"]);
  expect(sent()).toEqual([
    ["PUT /incidents/7/updates/u1", { message: "Orders fail." }],
    ["PUT /incidents/7/updates/u2", { message: "from stdin" }],
    ["PUT /incidents/7/updates/u2", { title: "Orders", by: "Ada" }],
    ["PUT /incidents/7/updates/u2", { title: null, state: null }],
    ["PUT /incidents/7/updates/u2", { state: "resolved" }],
  ]);
});

test("nothing is sent for a number that is none, or without a change", async () => {
  const unknown = await ctl(["edit", "7", "3", "x"]);
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining("updates list 7")]);
  expect((await ctl(["edit", "7", "1"])).code).toBe(3);
  expect((await ctl(["edit", "7", "1", " "])).code).toBe(3);
  expect(sent()).toEqual([]);
});

test("an update is deleted; the only one is not, and the way is named", async () => {
  expect((await ctl(["delete", "7", "last"])).stdout).toContain(": update deleted\n");
  api.answers["DELETE /incidents/7/updates/u2"] = problem(409, "This is the only public update.");
  const { code, stderr } = await ctl(["delete", "7", "2"]);
  expect([code, stderr]).toEqual([5, expect.stringContaining("monitorctl unpublish 7")]);
});
