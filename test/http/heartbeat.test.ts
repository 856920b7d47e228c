import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let url: string;
let id: string;
beforeAll(async () => {
  http = await startHttp();
  const group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  const monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Backup",
      alert_group_id: group.id,
      expect_every_minutes: 60,
    })
  ).json;
  id = monitor.id;
  url = `/api/webhook/${monitor.webhook_id}`;
});
afterAll(() => http.end());

test("a monitor from which reports are expected waits for the first", async () => {
  expect((await http.api("GET", `/webhook_monitors/${id}`)).json).toMatchObject({
    status: "waiting",
    expected_at: null,
    grace_minutes: 60,
  });
});

test.each([
  ["GET", "/start", "quiet"],
  ["GET", "/success?rid=0F8FAD5B-D9CB-469F-A165-70867728950E", "quiet"],
  ["HEAD", "/success", "quiet"],
  ["POST", "/0", "quiet"],
  ["POST", "/fail", "firing"],
  ["GET", "/255", "firing"],
])("%s %s is accepted, and the monitor is %s", async (method, path, status) => {
  expect((await http.call(method, `${url}${path}`, { key: null })).status).toBe(202);
  expect((await http.api("GET", `/webhook_monitors/${id}`)).json.status).toBe(status);
});

test.each([
  ["GET", "", 405],
  ["GET", "/256", 404],
  ["POST", "/succes", 404],
  ["GET", "/success?rid=7", 422],
])("%s %s is not: %i", async (method, path, status) => {
  expect((await http.call(method, `${url}${path}`, { key: null })).status).toBe(status);
});

test("an unknown id is not found", async () => {
  const unknown = "/api/webhook/00000000-0000-4000-8000-000000000000/success";
  expect((await http.call("GET", unknown, { key: null })).status).toBe(404);
});
