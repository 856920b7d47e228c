/** Marks in charts, from the command line. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { MarkCreate } from "../../src/api/history.ts";
import * as answers from "../support/answers.ts";
import { startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /health_check_monitors": { body: [answers.health({ external_id: "shop" })] },
    "GET /webhook_monitors": { body: [] },
    "GET /alert_groups": { body: [answers.group({ external_id: "oncall" })] },
    "POST /marks": ({ body }) => {
      const { at, by = "ada", ...fields } = body as MarkCreate;
      return { status: 201, body: answers.mark({ ...fields, by, ...(at ? { at } : {}) }) };
    },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const ctl = (...args: string[]) => place.typed(args, "");
const sent = () => api.asked.find(({ method }) => method === "POST")?.body;

test("a mark has the words as its text, and an address", async () => {
  const { code, stdout } = await ctl(
    "mark",
    "Deploy",
    "4.12",
    "--link",
    "https://ci.example.com/1",
  );
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "✓ Deploy 4.12: marked at 2026-11-21T03:00:00Z\n",
  });
  expect(sent()).toEqual({ text: "Deploy 4.12", url: "https://ci.example.com/1" });
});

test("a mark can be of an earlier moment, a monitor and a group, by another name, and printed as JSON", async () => {
  const { stdout } = await ctl(
    "mark",
    "x",
    "--at",
    "10m",
    "--monitor",
    "hc/shop",
    "--group",
    "oncall",
    "--by",
    "CI",
    "-o",
    "json",
  );
  expect(sent()).toEqual({
    text: "x",
    at: "2026-11-21T02:50:00Z",
    monitor_id: "m1",
    alert_group_id: "g1",
    by: "CI",
  });
  expect(JSON.parse(stdout)).toMatchObject({ by: "CI", monitor_id: "m1" });
});

test("a moment that is none is refused before anything is sent", async () => {
  const { code, stderr } = await ctl("mark", "x", "--at", "noon");
  expect(code).toBe(3);
  expect(stderr).toContain("--at noon is neither a duration nor a date");
  expect(sent()).toBeUndefined();
});
