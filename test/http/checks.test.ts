import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { startTarget, type Target } from "../support/target.ts";

let http: HttpSide;
let target: Target;
beforeAll(async () => {
  http = await startHttp();
  target = await startTarget({ now: () => http.clock.now() });
});
afterAll(async () => {
  await http.end();
  await target.stop();
});
const check = (fields: object) => http.api("POST", "/checks", fields);

it("fields alone are checked, and judged as a monitor would be", async () => {
  target.recover();
  const well = await check({ url: target.healthUrl });
  expect(well.json).toMatchObject({
    status: "up",
    http_status: 200,
    checks_total: 2,
    checks_passing: 2,
    results: [{ name: "database", status: "ok" }, { name: "cache" }],
  });
  target.breakCheck("database", "no answer");
  const ill = await check({ url: target.healthUrl });
  expect(ill.json).toMatchObject({
    status: "down",
    status_reason: "Database: no answer",
    checks_passing: 1,
  });
});

it("what cannot be fetched is down, and says why", async () => {
  const { status, json } = await check({ url: "http://127.0.0.1:1/" });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: "down",
    http_status: null,
    results: null,
  });
  expect(json.status_reason).toContain("refused");
});

it("the address guard holds", async () => {
  const { json } = await check({ url: "http://192.0.2.1/latest" });
  expect(json.status).toBe("down");
  expect(json.status_reason).toMatch(/not allowed/);
});

it.each([
  [{}, "url"],
  [{ url: "ftp://x.example" }, "url"],
  [{ url: "http://x.example", timeout_seconds: 61 }, "timeout_seconds"],
  [{ url: "http://x.example", intervall: 5 }, "intervall"],
])("of %j nothing is fetched", async (fields, wrong) => {
  const { status, json } = await check(fields);
  expect(status).toBe(422);
  expect(json.errors[0].field).toBe(wrong);
});

it("a stored monitor is checked with what it keeps, and nothing is stored", async () => {
  target.recover();
  const group = (await http.api("POST", "/alert_groups", { title: "g" })).json;
  const { id } = (
    await http.api("POST", "/health_check_monitors", {
      title: "Shop",
      url: target.healthUrl,
      alert_group_id: group.id,
      request_headers: { authorization: "Bearer s3cret" },
    })
  ).json;
  const path = `/health_check_monitors/${id}`;
  const before = await http.api("GET", path);
  target.breakCheck("cache", "gone");
  const made = await http.api("POST", `${path}/check`);
  expect(made.json.status).toBe("down");
  expect(made.text).not.toContain("s3cret");
  expect(target.requests.at(-1)?.headers["authorization"]).toBe("Bearer s3cret");
  expect((await http.api("GET", path)).json).toEqual(before.json);
  expect((await http.api("GET", "/incidents")).json).toEqual([]);
  const stranger = await http.call("POST", `/api/v1${path}/check`, {
    key: http.stranger,
  });
  expect(stranger.status).toBe(404);
});
