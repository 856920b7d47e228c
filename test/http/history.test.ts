// The measured past of monitors, and marks, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let monitor: string;
let errors: string;
beforeAll(async () => {
  http = await startHttp();
  const group = (await http.api("POST", "/alert_groups", { title: "G" })).json.id;
  monitor = (
    await http.api("POST", "/health_check_monitors", {
      title: "Shop",
      url: "http://127.0.0.1:9/health",
      alert_group_id: group,
    })
  ).json.id;
  const webhook = (
    await http.api("POST", "/webhook_monitors", { title: "E", alert_group_id: group })
  ).json;
  errors = webhook.id;
  await http.call("POST", `/api/webhook/${webhook.webhook_id}`, { body: { message: "boom" } });
  const now = http.clock.now();
  const { due } = await http.store.run("claim_checks", { node: "node", limit: 9, now });
  const results = [
    {
      name: "disk",
      label: "Disk",
      status: "ok" as const,
      reported_status: null,
      notification_message: null,
      short_summary: "40 %",
      meta: null,
    },
  ];
  await http.store.run("command", {
    subject_id: monitor,
    command: {
      kind: "checked",
      lease: due[0]!.lease,
      reading: {
        ok: true,
        finished_at: now - 5000,
        results,
        remarks: [],
        answer: { ms: 231, status_code: 200 },
      },
    },
    now,
  });
  await http.clock.advance(60_000, () => true);
});
afterAll(() => http.end());

const metrics = (query: string, id = monitor) =>
  http.api("GET", `/health_check_monitors/${id}/metrics${query}`);

describe("metrics", () => {
  it("are the last day in steps of five minutes, unless asked otherwise", async () => {
    const { status, json } = await metrics("");
    expect(status).toBe(200);
    expect(json.step_seconds).toBe(300);
    expect(Date.parse(json.points[0].at)).toBe(Date.parse(json.from));
    expect(json.points.length).toBeLessThanOrEqual(300);
    expect(json.points.filter(({ checks }: { checks: number }) => checks > 0)).toMatchObject([
      { checks: 1, failed: 0, p50_ms: 231, p95_ms: 231, status_code: 200, lag_ms: 5000, errors: 0 },
    ]);
    expect(json.points[0].observed).toBe(false);
  });

  it("of a webhook monitor count its error reports", async () => {
    const { json } = await http.api("GET", `/webhook_monitors/${errors}/metrics?step=86400`);
    expect(json.points.map((point: { errors: number }) => point.errors).at(-1)).toBe(1);
  });

  it("have longer steps where shorter ones are no longer kept", async () => {
    const year = new Date(http.clock.now() - 365 * 86_400_000).toISOString();
    const { json } = await metrics(`?from=${year}&step=3600`);
    expect([json.step_seconds, json.points.length]).toEqual([86_400, 366]);
  });

  it.each([
    ["a step that there is not", "?step=90", "step"],
    ["a step that is no number", "?step=hour", "step"],
    ["an instant that is none", "?from=yesterday", "from"],
    ["an end before its begin", "?from=2026-11-20T00:00:00Z&to=2026-11-19T00:00:00Z", "from"],
    ["a begin in the future", "?from=2100-01-01T00:00:00Z", "from"],
    ["more points than an answer has", "?from=0001-01-01T00:00:00Z", "step"],
    ["a parameter that there is not", "?until=2026-11-20T00:00:00Z", "until"],
  ])("refuse %s", async (_, query, field) => {
    const { status, json } = await metrics(query);
    expect([status, json.errors[0].field]).toEqual([422, field]);
  });

  it("of a monitor that does not exist are not found", async () => {
    expect((await metrics("", errors)).status).toBe(404);
    expect((await http.api("GET", `/webhook_monitors/${monitor}/metrics`)).status).toBe(404);
    expect((await http.api("GET", `/health_check_monitors/${errors}/sub_checks`)).status).toBe(404);
  });
});

describe("sub-checks", () => {
  it("are listed with their changes", async () => {
    const { json } = await http.api("GET", `/health_check_monitors/${monitor}/sub_checks`);
    expect(json).toMatchObject([
      { name: "disk", label: "Disk", status: "ok", short_summary: "40 %" },
    ]);
  });
});

describe("marks", () => {
  it("are added, listed, audited and deleted", async () => {
    const added = await http.api("POST", "/marks", {
      text: "Deploy 4.12",
      url: "https://ci.example.com/412",
      at: "2026-11-20T12:00:00Z",
      monitor_id: monitor,
    });
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({ text: "Deploy 4.12", at: "2026-11-20T12:00:00Z" });
    await http.api("POST", "/marks", { text: "now", by: "CI" });
    const texts = async (query: string) =>
      (await http.api("GET", `/marks${query}`)).json.map(({ text }: { text: string }) => text);
    expect(await texts("")).toEqual(["Deploy 4.12", "now"]);
    expect(await texts("?order=desc&limit=1")).toEqual(["now"]);
    expect(await texts("?to=2026-11-20T12:00:01Z")).toEqual(["Deploy 4.12"]);
    const path = `/marks/${added.json.id}`;
    expect((await http.api("DELETE", path)).status).toBe(204);
    expect((await http.api("DELETE", path)).status).toBe(404);
    const events = (await http.api("GET", "/audit_events")).json;
    expect(
      events
        .filter(({ object_kind }: { object_kind: string }) => object_kind === "marks")
        .map(({ action, object_title }: Record<string, string>) => [action, object_title]),
    ).toEqual([
      ["create", "Deploy 4.12"],
      ["create", "now"],
      ["delete", "Deploy 4.12"],
    ]);
  });

  it("answer every mistake at once", async () => {
    const { status, json } = await http.api("POST", "/marks", {
      text: "",
      url: "https://user:secret@example.com",
      monitor_id: "nowhere",
    });
    expect(status).toBe(422);
    expect(json.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "monitor_id",
      "text",
      "url",
    ]);
  });
});

describe("the past of all monitors", () => {
  const pasts = (query = "") => http.api("GET", `/monitors/history${query}`);
  const stepsOf = ({ states }: { states: { steps: number }[] }) =>
    states.reduce((sum, { steps }) => sum + steps, 0);

  it("is the last day in hours, as states in a row, with uptime and response time", async () => {
    const { status, json } = await pasts();
    expect(status).toBe(200);
    expect(json).toHaveLength(2);
    const shop = json.find((one: { monitor_id: string }) => one.monitor_id === monitor);
    expect(shop).toMatchObject({ kind: "health_check_monitors", uptime: 1, p50_ms: 231 });
    expect(shop.states.at(-1).state).toBe("healthy");
    expect(shop.states[0].state).toBe("unknown");
    const fired = json.find((one: { monitor_id: string }) => one.monitor_id === errors);
    expect(fired).toMatchObject({ kind: "webhook_monitors", p50_ms: null });
    expect(fired.states.at(-1).state).toBe("failing");
    expect(stepsOf(shop)).toBe(stepsOf(fired));
    expect([24, 25]).toContain(stepsOf(shop));
  });

  it("comes in pages, or of the monitors that are named", async () => {
    const first = await pasts("?limit=1");
    expect(first.json).toHaveLength(1);
    const next = /<[^>]*\/api\/v1([^>]*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await http.api("GET", next);
    expect(second.json).toHaveLength(1);
    expect(second.json[0].monitor_id).not.toBe(first.json[0].monitor_id);
    const named = await pasts(`?ids=${errors},nobody`);
    expect(named.json.map((one: { monitor_id: string }) => one.monitor_id)).toEqual([errors]);
  });

  it("has no more steps than an answer may have, and none of another organization", async () => {
    const { status, json } = await pasts("?from=2020-01-01T00:00:00Z&step=60");
    expect(status).toBe(422);
    expect(json.errors[0].field).toBe("step");
    const stranger = await http.call("GET", "/api/v1/monitors/history", { key: http.stranger });
    expect(stranger.json).toEqual([]);
  });
});
