import type { DiskState } from "../../src/core/disk/room.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChannelHealth } from "../../src/app/ports.ts";
import type { Vitals } from "../../src/store/reads/vitals.ts";
import { hashKey } from "../../src/core/access/api-key.ts";
import type { MonitoringGap } from "../../src/core/model/model.ts";
import { makeMetrics } from "../../src/http/answer/metrics.ts";
import { healthReport } from "../../src/http/answer/health.ts";
import type { HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";

let http: HttpSide;
let why: string | null = null;
beforeAll(async () => {
  http = await startHttp({ notReady: () => why });
});
afterAll(() => http.end());

const wellVitals: Vitals = {
  nodes: [],
  monitors: [],
  blind_periods: [],
  flapping_monitors: 0,
  unresolved_incidents: 0,
  withheld_incidents: 0,
  oldest_due_check_ms: 0,
  oldest_due_push_ms: 0,
  unsent_notifications: 0,
  failing_urls: [],
  unreachable_groups: [],
  uncovered_groups: [],
  uncovered_schedules: [],
  unreached_incidents: [],
  unanswered_drills: [],
  clock: null,
  broken_devices: [],
};

const blindUntil = (to: number): MonitoringGap => ({
  id: "b",
  from: to - 600_000,
  to,
  reason: "stopped",
  settling_until: to,
});

describe("the operations", () => {
  it("say that it lives, and whether it takes requests", async () => {
    expect((await http.call("GET", "/livez")).text).toBe("ok\n");
    expect((await http.call("GET", "/readyz")).status).toBe(200);
    why = "shutting down";
    const ready = await http.call("GET", "/readyz");
    why = null;
    expect([ready.status, ready.text]).toEqual([503, "shutting down\n"]);
    const verbose = (await http.call("GET", "/readyz?verbose")).text;
    expect(verbose).toMatch(/^ok\nok {7}Database: accepts writes\n/);
    expect((await http.call("GET", "/livez")).status).toBe(200);
  });

  it("report the service's own health in the format that it reads", async () => {
    const { json } = await http.call("GET", "/health");
    expect(json.finishedAt).toBe(Math.floor(http.clock.now() / 1000));
    expect(json.checkResults.map((check: { name: string }) => check.name)).toEqual([
      "database",
      "checks",
      "unchecked",
      "pushes",
      "exceptions",
      "clock",
      "retention",
      "network",
      "push_servers",
      "blind_periods",
      "devices",
      "alert_groups",
      "coverage",
      "schedules",
      "incidents",
      "drills",
      "inbound",
    ]);
    for (const check of json.checkResults) expect(check.status).toBe("ok");
  });

  it("give Prometheus figures with route patterns, never ids", async () => {
    const made = await http.api("POST", "/alert_groups", { title: "G" });
    await http.api("GET", `/alert_groups/${made.json.id}`);
    const { text, headers } = await http.call("GET", "/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toContain('route="/api/v1/alert_groups/:id"');
    expect(text).not.toContain(made.json.id);
    for (const name of [
      "monitord_monitors",
      "monitord_unresolved_incidents",
      "monitord_withheld_incidents",
      "monitord_error_reports_total",
      "monitord_checks_late_seconds",
      "process_cpu_user_seconds_total",
    ])
      expect(text).toContain(`# HELP ${name} `);
  });

  it("name their metrics as Prometheus asks for: counters alone end in _total, in base units", async () => {
    const { text } = await http.call("GET", "/metrics");
    const types = new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]),
    );
    const wrong = [...types].filter(
      ([name, type]) =>
        !/^[a-z][a-z0-9_]*$/.test(name) ||
        !text.includes(`# HELP ${name} `) ||
        name.endsWith("_total") !== (type === "counter") ||
        /_(count|sum|bucket|info)$/.test(
          name.replace(/^(nodejs_version|monitord_build)_info$/, ""),
        ) ||
        /_(ms|milliseconds|minutes|kb|mb|percent)(_|$)/.test(name),
    );
    expect(wrong).toEqual([]);
    expect(types.size).toBeGreaterThan(20);
  });

  it.each<[Partial<Vitals>, string | null, Record<string, string>, ChannelHealth[]?]>([
    [{}, null, {}],
    [{}, "The last write failed.", { database: "failed" }],
    [{ oldest_due_check_ms: 29_999 }, null, {}],
    [{ oldest_due_check_ms: 30_000 }, null, { checks: "warning" }],
    [{ oldest_due_check_ms: 120_000 }, null, { checks: "failed" }],
    [{ oldest_due_push_ms: 120_000 }, null, { pushes: "failed" }],
    [
      { unreachable_groups: [{ org_id: "o", id: "g", external_id: null, title: "On call" }] },
      null,
      { alert_groups: "warning" },
    ],
    [
      {
        uncovered_groups: [
          {
            org_id: "o",
            id: "g",
            external_id: null,
            title: "On call",
            timezone: "UTC",
            gap: { from: 1, until: 2 },
          },
        ],
      },
      null,
      { coverage: "warning" },
    ],
    [
      {
        uncovered_schedules: [
          { org_id: "o", id: "s", title: "Primary", timezone: "UTC", times: "18:00–20:00" },
        ],
      },
      null,
      { schedules: "warning" },
    ],
    [
      {
        clock: null,
        broken_devices: [
          {
            org_id: "o",
            id: "d",
            user_email: "ada@example.com",
            name: null,
            reason: "gone",
          },
        ],
      },
      null,
      { devices: "warning" },
    ],
    [{ blind_periods: [blindUntil(1)] }, null, { blind_periods: "warning" }],
    [{ blind_periods: [blindUntil(0)] }, null, {}],
    [{}, null, {}, [{ kind: "ntfy", problem: null, looked_at: 0 }]],
    [
      {},
      null,
      { push_servers: "failed" },
      [
        { kind: "ntfy", problem: null, looked_at: 0 },
        { kind: "fcm", problem: "no route", looked_at: 0 },
      ],
    ],
  ])("judge %j with the database %j as %j", (vitals, database, unwell, channels = []) => {
    const { checkResults } = healthReport(
      { ...wellVitals, ...vitals },
      { channels, offline_since: null, disk: null, minutes: [] },
      database,
      3_600_000,
    );
    expect(
      Object.fromEntries(
        checkResults
          .filter(({ status }) => status !== "ok")
          .map(({ name, status }) => [name, status]),
      ),
    ).toEqual(unwell);
    for (const { status, shortSummary, notificationMessage } of checkResults) {
      expect(shortSummary).not.toBe("");
      if (status !== "ok") expect(notificationMessage).not.toBe("");
    }
  });
});

describe("the disk of the database", () => {
  const room = { folder: "/data", free: 1024 ** 2, size: 20 * 1024 ** 2 };
  const outsideWith = (state: DiskState) => ({
    channels: [],
    offline_since: null,
    minutes: [],
    disk: { room, state, sentence: `It is ${state}.` },
  });

  it.each<[DiskState, string, string]>([
    ["ok", "ok", ""],
    ["low", "warning", "It is low."],
    ["full", "failed", "It is full."],
    ["unwritable", "failed", "It is unwritable."],
  ])("that is %s is a sub-check of the health: %s", (state, status, notificationMessage) => {
    const { checkResults } = healthReport(wellVitals, outsideWith(state), null, 3_600_000);
    expect(checkResults.find(({ name }) => name === "disk")).toMatchObject({
      status,
      notificationMessage,
      shortSummary: "1 MB free of 20 MB",
      meta: { free_bytes: room.free, size_bytes: room.size },
    });
  });

  it("has gauges for its room and its state", async () => {
    const text = await makeMetrics("1.0.0").text(null, outsideWith("full"), 0);
    expect(text).toContain(`monitord_disk_free_bytes ${room.free}`);
    expect(text).toContain('monitord_disk_state{state="full"} 1');
    expect(text).toContain('monitord_disk_state{state="ok"} 0');
  });
});

describe("the way in", () => {
  const code = "7KQ2M-XB4TD";
  const makeCode = async (text: string, lifetime = 1_800_000) => {
    const { organization } = (await http.api("GET", "/me")).json;
    await http.store.run("create_setup_code", {
      actor: { org_id: organization.id, name: "test", request_id: null },
      hash: hashKey(text.replace("-", "")),
      expires_at: http.clock.now() + lifetime,
      now: http.clock.now(),
    });
  };
  const login = (body: object) => http.call("POST", "/api/v1/login", { body });

  it("exchanges a one-time code for an administrator's key, once, however it is typed", async () => {
    await makeCode(code);
    const made = await login({ code: " 7kq2m xb4td ", name: "laptop" });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: "laptop", scopes: ["admin"] });
    const me = await http.call("GET", "/api/v1/me", { key: made.json.key });
    expect(me.json.organization.name).toBe("home");
    expect((await login({ code })).status).toBe(401);
  });

  it("refuses a code that is unknown or too old", async () => {
    await makeCode("22222-22222", 1);
    await http.clock.advance(1, () => true);
    for (const wrong of ["22222-22222", "33333-33333"]) {
      const refused = await login({ code: wrong });
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(refused.json.detail).toContain("monitord setup-code");
    }
    expect((await login({})).status).toBe(422);
  });

  it("shows a form that uses nothing up, and escapes what is put into it", async () => {
    await makeCode("44444-44444");
    const page = await http.call("GET", "/login?code=44444-44444");
    expect(page.status).toBe(200);
    expect(page.text).toContain('value="44444-44444"');
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script/i);
    const hostile = await http.call(
      "GET",
      `/login?code=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    expect(hostile.text).not.toContain("<script>");
    expect((await login({ code: "44444-44444" })).status).toBe(201);
  });

  it("has a stylesheet, and a page that says where the API is", async () => {
    const home = await http.call("GET", "/login");
    expect(home.text).toContain("/api/v1/docs");
    const style = await http.call("GET", "/assets/style.css");
    expect(style.headers.get("content-type")).toContain("text/css");
    expect(style.text).toMatch(/color-scheme: ?light dark/);
  });

  it("counts no right code among the wrong ones", async () => {
    const digits = "23456789ABC";
    for (const digit of digits) {
      await makeCode(`5555${digit}-55555`);
      expect((await login({ code: `5555${digit}-55555` })).status).toBe(201);
    }
    expect((await login({ code: "66666-66666" })).status).toBe(401);
  });

  it("slows down who guesses", async () => {
    const fresh = await startHttp();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push(
        (
          await fresh.call("POST", "/api/v1/login", {
            body: { code: `AAAAA-AAAA${i % 10}` },
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    await fresh.end();
  });
});

describe("every answer", () => {
  it.each(["/livez", "/", "/api/v1/me", "/api/v1/nowhere", "/api/v1/docs"])(
    "of %s says how it may be used",
    async (path) => {
      const { headers } = await http.call("GET", path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-security-policy")).toContain("default-src");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-request-id")).toMatch(/^[\x21-\x7e]+$/);
      expect(headers.get("server")).toBeNull();
    },
  );

  it("describes itself: OpenAPI 3.1 with one operationId each, and a page of it", async () => {
    const { json } = await http.call("GET", "/api/v1/openapi.json");
    expect(json.openapi).toMatch(/^3\.1/);
    expect(json.servers).toEqual([{ url: http.siteUrl }]);
    const operations = Object.values(json.paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId?: string }>),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    for (const address of ["/api/v1/docs", "/api/v1/docs/"]) {
      const page = await http.call("GET", address);
      expect(page.headers.get("content-type")).toContain("text/html");
      for (const [, file] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const { pathname } = new URL(file!, http.origin + address);
        expect((await http.call("GET", pathname)).status, pathname).toBe(200);
      }
    }
  });
});

describe("under a path", () => {
  it("everything works with the path and without it, and addresses carry it", async () => {
    const side = await startHttp({ path: "/mon/itor" });
    const made = await side.api("POST", "/alert_groups", { title: "G" });
    expect(made.headers.get("location")).toBe(
      `${side.origin}/mon/itor/api/v1/alert_groups/${made.json.id}`,
    );
    expect(made.json.webhook_url).toContain("/mon/itor/api/webhook/");
    await side.api("POST", "/alert_groups", { title: "H" });
    const page = await side.api("GET", "/alert_groups?limit=1");
    const link = /<([^>]+)>/.exec(page.headers.get("link")!)![1]!;
    expect(link.startsWith(`${side.siteUrl}/api/v1/alert_groups?`)).toBe(true);
    const next = await side.call("GET", link.slice(side.origin.length), {
      key: side.keys.read,
    });
    expect(next.json).toHaveLength(1);
    for (const prefix of ["/mon/itor", ""])
      for (const path of ["/livez", "/login", "/api/v1/openapi.json"])
        expect((await side.call("GET", prefix + path)).status).toBe(200);
    expect((await side.call("GET", "/mon/itors/livez")).status).toBe(404);
    expect((await side.call("GET", "/mon/itor/login")).text).toContain('action="/mon/itor/login"');
    await side.end();
  });
});

describe("secrets", () => {
  it("are in no line of the log and in no answer that did not ask for them", async () => {
    const side = await startHttp();
    const group = await side.api("POST", "/alert_groups", { title: "G" });
    const monitor = await side.api("POST", "/webhook_monitors", {
      title: "W",
      alert_group_id: group.json.id,
    });
    const health = await side.api("POST", "/health_check_monitors", {
      title: "H",
      url: "https://ada:canary-password@example.com/",
      alert_group_id: group.json.id,
      request_headers: { Authorization: "canary-header" },
    });
    const inbound = `/api/webhook/${monitor.json.webhook_id}`;
    const answers = [
      health,
      await side.call("POST", inbound, { body: { message: "canary-report" } }),
      await side.call("POST", inbound, {
        body: "canary-broken",
        headers: { "content-type": "application/json" },
      }),
      await side.call("GET", inbound),
      await side.call("POST", "/api/v1/login", {
        body: { code: "CANARY-CODE" },
      }),
      await side.call("GET", "/login?code=CANARY-QUERY"),
      await side.call("GET", "/api/v1/me?token=canary-query"),
      await side.api("PUT", `/health_check_monitors/${health.json.id}`, {
        request_headers: { Authorization: "canary-header-2", Host: "canary" },
      }),
      await side.api("GET", "/health_check_monitors"),
      await side.api("GET", "/audit_events"),
    ];
    expect(answers.map((a) => a.status)).toEqual([
      201, 202, 400, 405, 401, 200, 401, 422, 200, 200,
    ]);
    const log = side.logged.join("");
    expect(log).toContain("/api/v1/health_check_monitors/:id");
    for (const secret of [
      "canary",
      "CANARY",
      monitor.json.webhook_id,
      group.json.webhook_id,
      side.keys.admin,
    ])
      expect(log).not.toContain(secret);
    for (const { text } of [answers[0]!, ...answers.slice(7)]) {
      expect(text).not.toContain("canary-password");
      expect(text).not.toContain("canary-header");
    }
    await side.end();
  });
});
