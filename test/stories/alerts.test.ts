import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { valuesOf } from "../../src/http/site/form-fields.ts";
import { bodyOf } from "../../src/http/site/form-typed.ts";
import { samples, textOf } from "../inbound/samples.ts";
import { alertmanagerAlert, alertmanagerBody, graylogBody } from "../support/senders.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Group {
  id: string;
  webhook_url: string;
  inbound_status: string;
  inbound_reason: string | null;
}
interface Incident {
  id: string;
  title: string;
  summary: string;
  status: string;
  source: string;
  resolved_reason: string | null;
  details: Record<string, unknown>;
  timeline: { kind: string; text: string }[];
}
interface Event {
  id: string;
  http_status: number;
  reason: string;
  format: string | null;
  accepted: number;
  unauthenticated: boolean;
  headers: Record<string, string>;
  body: string;
  replay_of: string | null;
  replayed_at: string | null;
}

let world: World;
let group: Group;

beforeEach(async () => {
  world = await startWorld();
  group = (await world.onCall()) as Group;
  return () => world.end();
});

async function post(
  body: unknown,
  { headers = {}, url = group.webhook_url, method = "POST" } = {},
): Promise<{ status: number; answer: Record<string, unknown>; text: string }> {
  const sent = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const request: RequestInit = {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: sent,
  };
  const path = new URL(url).pathname;
  const answer = await fetch(`${world.daemon.url}${path}`, request);
  const text = await answer.text();
  // So that one follows the other in the lists too.
  await world.pass(1);
  return { status: answer.status, answer: JSON.parse(text) as never, text };
}

const incidents = (query = "") => world.api<Incident[]>("GET", `/incidents${query}`);
const detail = (id: string) => world.api<Incident>("GET", `/incidents/${id}`);
const events = () => world.api<Event[]>("GET", "/inbound_events");
const shownGroup = () => world.api<Group>("GET", `/alert_groups/${group.id}`);
const pushes = () => world.phone.messages(topic);
const titles = () => pushes().map(({ title }) => title);

describe("Alertmanager", () => {
  const web1 = alertmanagerAlert("web-1");
  const web2 = alertmanagerAlert("web-2");
  const over = (alert: object, endsAt = "2026-11-21T03:00:00Z") => ({
    ...alert,
    status: "resolved",
    endsAt,
  });

  test("opens an incident for each alert, pages once for all of them, not for repeats, and resolves each", async () => {
    const first = await post(alertmanagerBody([web1, web2]));
    expect(first.status).toBe(202);
    expect(first.answer).toEqual({ accepted: 2, format: "alertmanager" });
    expect(titles()).toEqual(["2 new: InstanceDown: web-1 and 1 more"]);
    expect(pushes()[0]?.message).toContain("- InstanceDown: web-2");
    expect(await incidents()).toMatchObject([
      { title: "InstanceDown: web-1", status: "open", source: "alert_group" },
      { title: "InstanceDown: web-2", status: "open" },
    ]);

    for (let i = 0; i < 3; i++) {
      await world.pass(minutes(5));
      expect((await post(alertmanagerBody([web2, web1]))).status).toBe(202);
    }
    expect(titles()).toHaveLength(1);
    expect((await incidents())[0]?.details["occurrences"]).toBe(4);

    await post(alertmanagerBody([over(web1), web2]));
    expect(titles().slice(1)).toEqual(["Resolved: InstanceDown: web-1"]);
    expect(await incidents("?status=open")).toMatchObject([{ title: "InstanceDown: web-2" }]);

    await post(alertmanagerBody([over(web2)]));
    expect(await incidents("?status=open")).toEqual([]);
    expect(titles()).toHaveLength(3);
    expect((await events()).map(({ reason }) => reason)).toEqual([
      "2 opened.",
      "2 repeated.",
      "2 repeated.",
      "2 repeated.",
      "1 resolved, 1 repeated.",
      "1 resolved.",
    ]);
  });

  test("is understood after a restart, late, and when nothing was open", async () => {
    await post(alertmanagerBody([web1]));
    await world.restart();
    await post(alertmanagerBody([web1]));
    expect(titles()).toHaveLength(1);
    const later = { ...web1, startsAt: "2026-11-21T03:03:00Z" };
    await post(alertmanagerBody([later]));
    await post(alertmanagerBody([over(web1)]));
    expect(await incidents("?status=open")).toHaveLength(1);
    await post(alertmanagerBody([over(later, "2026-11-21T03:20:00Z")]));
    await post(alertmanagerBody([over(web2)]));
    expect(await incidents("?status=open")).toEqual([]);
    expect((await events()).slice(-3).map(({ reason }) => reason)).toEqual([
      "1 late resolve ignored (firing again).",
      "1 resolved.",
      "1 resolve without an open incident.",
    ]);
  });

  test("with hundreds of alerts in one body pages once, and resolves them all", async () => {
    const many = Array.from({ length: 300 }, (_, i) => alertmanagerAlert(`web-${i}`));
    const { answer } = await post(alertmanagerBody(many));
    expect(answer).toEqual({ accepted: 300, format: "alertmanager" });
    expect(titles()).toEqual(["300 incidents open"]);
    const all = await incidents();
    expect(all).toHaveLength(300);
    expect(new Set(all.map(({ title }) => title)).size).toBe(300);
    const told = await detail(all[299]!.id);
    expect(told.timeline.map(({ kind }) => kind).sort()).toEqual(["delivered", "opened"]);
    await post(alertmanagerBody(many.map((one) => over(one))));
    expect(titles()[1]).toBe("All clear: 300 incidents resolved");
    expect(await incidents("?status=open")).toEqual([]);
  });

  test("with more alerts than are read says how many were left out, to the sender and to the group", async () => {
    const many = Array.from({ length: 5_003 }, (_, i) => ({ labels: { a: `${i % 10}` } }));
    const { status, answer } = await post(many);
    expect(status).toBe(202);
    expect(answer).toMatchObject({ accepted: 5_000, alerts: 5_003, read: 5_000, left_out: 3 });
    expect((answer as { detail: string }).detail).toContain("Send at most 5000 in one body");
    await post(many);
    const about = (await incidents()).filter(({ title }) => title.includes("not read"));
    expect(about).toMatchObject([
      {
        title: "3 alerts not read: too many in one delivery",
        status: "open",
        details: { occurrences: 2 },
      },
    ]);
    expect((await events()).at(-1)!.reason).toContain("The first 5000 are read, 3 are left out.");
  });

  test("is one incident for the same alert posted many times at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(alertmanagerBody([web1]))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(await incidents()).toHaveLength(1);
    expect(titles()).toHaveLength(1);
  });

  test("has incidents that people take, note and resolve", async () => {
    await post(alertmanagerBody([web1, web2]));
    const [one] = await incidents();
    await world.api("POST", `/incidents/${one!.id}/acknowledge`, { by: "Ada" });
    await world.api("POST", `/incidents/${one!.id}/notes`, { text: "on it" });
    await world.api("POST", `/incidents/${one!.id}/resolve`, { by: "Ada" });
    await world.settle();
    expect(await incidents("?status=open")).toMatchObject([{ title: "InstanceDown: web-2" }]);
    expect(titles().slice(1)).toEqual([
      "Acknowledged by Ada: InstanceDown: web-1",
      "InstanceDown: web-1: resolved by Ada",
    ]);
  });

  test("keeps its group from being deleted until it is resolved", async () => {
    await post(alertmanagerBody([web1, web2]));
    const remove = () => world.api("DELETE", `/alert_groups/${group.id}`);
    await expect(remove()).rejects.toThrow(
      /409.*This alert group cannot be deleted: incidents #1 and #2 are not resolved\./,
    );
    for (const number of [1, 2]) await world.api("POST", `/incidents/${number}/resolve`, {});
    await remove();
    expect((await post(alertmanagerBody([web1]))).status).toBe(404);
  });
});

describe("Graylog", () => {
  test("is one incident until nothing came for the quiet time of the group, which is said to be assumed", async () => {
    await world.api("PUT", `/alert_groups/${group.id}`, {
      assume_resolved_after_minutes: 30,
    });
    await post(graylogBody("shop", "e1"));
    await world.pass(minutes(20));
    await post(graylogBody("shop", "e2"));
    await post(graylogBody("shop", "e2"));
    await world.pass(minutes(20));
    expect(await incidents("?status=open")).toMatchObject([{ details: { occurrences: 2 } }]);
    await world.pass(minutes(10) + seconds(1));
    expect(await incidents()).toMatchObject([
      {
        status: "resolved",
        resolved_reason: "No further alert for 30 min.",
      },
    ]);
    expect(titles()).toEqual(["Too many errors: shop", "Auto-resolved: Too many errors: shop"]);
  });
});

describe("a test notification", () => {
  test("pages once for each press of the button, marked as a test, and is gone five minutes later", async () => {
    const press = textOf("grafana-test-12.4.json");
    await post(press);
    await post(press);
    expect(titles()).toEqual(["Test: TestAlert: Grafana", "Test: TestAlert: Grafana"]);
    expect(await incidents("?status=open")).toHaveLength(1);
    await world.restart();
    await world.pass(minutes(5) + seconds(1));
    expect(await incidents("?status=open")).toEqual([]);
    expect(titles()).toHaveLength(2);
  });
});

describe("every body of a real sender", () => {
  test("is taken under the name of its format, or refused with the reason first, and kept either way", async () => {
    for (const sample of samples) {
      const { status, answer, text } = await post(textOf(sample.file));
      if (sample.format === null) {
        expect([sample.file, status]).toEqual([sample.file, 400]);
        expect(text).toMatch(/^\{"detail":"The body is /);
        continue;
      }
      expect([sample.file, status, answer["format"]]).toEqual([sample.file, 202, sample.format]);
      expect(answer["accepted"]).toBe(sample.expect.length);
    }
    const kept = await events();
    expect(kept).toHaveLength(samples.length);
    expect(kept.map(({ format }) => format)).toEqual(samples.map(({ format }) => format));
    const last = await world.api<Event>("GET", `/inbound_events/${kept.at(-1)!.id}`);
    expect(last.body).toBe(textOf(samples.at(-1)!.file));
  });
});

describe("a body that nobody should send", () => {
  const deep = `${'{"alerts":['.repeat(20_000)}${"]}".repeat(20_000)}`;
  const big = Buffer.from(
    JSON.stringify(
      alertmanagerBody([alertmanagerAlert("web-1", { annotations: { x: "ü".repeat(600_000) } })]),
    ),
  ).subarray(0, 1024 * 1024);
  test.each([
    ["deeply nested", deep, 400, /nests deeper than 32/],
    ["cut off", '{"version":"4","alerts":[{"status":', 400, /not JSON/],
    ["cut off at a mebibyte", big, 400, /not JSON/],
    ["larger than eight mebibytes", `"${"x".repeat(8 * 1024 * 1024)}"`, 413, /8192 KiB/],
    ["empty", "", 400, /The body is empty/],
    ["a list of nothing", "[]", 422, /an empty list/],
    ["a number", "42", 422, /a number, not an object/],
  ])("(%s) gets a clear answer, and is kept", async (_, body, status, why) => {
    const { status: answered, answer } = await post(body);
    expect(answered).toBe(status);
    expect(answer["detail"]).toMatch(why);
    expect(await events()).toMatchObject([
      { http_status: status, reason: expect.stringMatching(why) },
    ]);
    expect((await post(alertmanagerBody([]))).status).toBe(202);
  });

  test.each([
    ["duplicated keys", '{"alerts":[],"alerts":[{"status":"firing","labels":{"a":"b"}}]}'],
    [
      "__proto__",
      '{"__proto__":{"alerts":[]},"constructor":{"prototype":1},"alerts":[{"status":"firing","labels":{"__proto__":"x","a":"b"}}]}',
    ],
    [
      "U+0000",
      '{"alerts":[{"status":"firing","labels":{"a":"b\\u0000c"},"annotations":{"summary":"\\u0000\\ud800"}}]}',
    ],
    ["nothing", "{}"],
  ])("(%s) is read as far as it goes", async (_, body) => {
    const { status } = await post(body);
    expect(status).toBe(202);
    const [incident] = await incidents();
    expect(incident?.status).toBe("open");
    expect(JSON.stringify(incident)).not.toContain("\\u0000");
    expect(await events()).toMatchObject([{ http_status: 202 }]);
  });
});

describe("a group whose deliveries keep failing", () => {
  test("says so itself, in /health and in /metrics, until one can be taken", async () => {
    const health = async () => {
      const answer = await fetch(`${world.daemon.url}/health`);
      const { checkResults } = (await answer.json()) as {
        checkResults: { name: string; status: string; shortSummary: string }[];
      };
      return checkResults.find(({ name }) => name === "inbound");
    };
    for (let i = 0; i < 3; i++) {
      expect((await shownGroup()).inbound_status).toBe("ok");
      await post("not JSON");
    }
    expect(await shownGroup()).toMatchObject({
      inbound_status: "failing",
      inbound_reason: expect.stringContaining("not JSON"),
    });
    expect(await health()).toMatchObject({
      status: "warning",
      shortSummary: "1 rejecting what is sent to them",
    });
    const metrics = await (await fetch(`${world.daemon.url}/metrics`)).text();
    expect(metrics).toContain("monitord_failing_inbound_urls 1");
    expect(metrics).toContain('monitord_alert_deliveries_total{format="none",outcome="refused"} 3');
    await post(alertmanagerBody([alertmanagerAlert("web-1")]));
    expect(await shownGroup()).toMatchObject({
      inbound_status: "ok",
      inbound_reason: null,
    });
    expect(await health()).toMatchObject({ status: "ok" });
  });
});

describe("a delivery", () => {
  test("can be replayed: what was refused is refused again with the reason, what was taken is taken anew", async () => {
    await post("42");
    await post(alertmanagerBody([alertmanagerAlert("web-1")]), {
      method: "PUT",
      headers: {
        "user-agent": "Alertmanager/0.28",
        authorization: "Bearer s3",
      },
    });
    const [refused, taken] = await events();
    expect(taken?.headers).toMatchObject({
      "user-agent": "Alertmanager/0.28",
      authorization: "Bearer ***",
    });
    await expect(world.api("POST", `/inbound_events/${refused!.id}/replay`)).rejects.toThrow(
      /422.*a number, not an object/,
    );
    await world.api("POST", `/incidents/${(await incidents("?status=open"))[0]!.id}/resolve`);
    expect(await world.api("POST", `/inbound_events/${taken!.id}/replay`)).toEqual({
      accepted: 1,
      format: "alertmanager",
    });
    await world.settle();
    const kept = await events();
    expect(kept).toHaveLength(3);
    expect(kept[2]).toMatchObject({
      replay_of: taken!.id,
      reason: "1 opened.",
    });
    expect(kept[1]!.replayed_at).not.toBeNull();
    expect(await incidents("?status=open")).toHaveLength(1);
  });

  test("to a monitor that refused it can be replayed once the sender's type is known to be wrong", async () => {
    const monitor = await world.api<Group>("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: group.id,
    });
    await post({ nothing: 1 }, { url: monitor.webhook_url });
    const [refused] = await events();
    expect(refused).toMatchObject({ http_status: 422 });
    await expect(world.api("POST", `/inbound_events/${refused!.id}/replay`)).rejects.toThrow(/422/);
    expect(await events()).toHaveLength(1);
  });
});

describe("a group that asks its senders for a secret", () => {
  const body = JSON.stringify(alertmanagerBody([alertmanagerAlert("web-1")]));
  const secret = "correct horse";
  const sign = (text: string, key = secret) => createHmac("sha256", key).update(text).digest("hex");
  const ask = (fields: object) => world.api("PUT", `/alert_groups/${group.id}`, fields);
  const basic = `Basic ${Buffer.from("ada:secret").toString("base64")}`;

  test.each([
    [
      "bearer",
      { webhook_auth: "bearer", webhook_secret: "t0ken" },
      { authorization: "bearer t0ken" },
      { authorization: "Bearer other" },
    ],
    [
      "basic",
      { webhook_auth: "basic", webhook_secret: "ada:secret" },
      { authorization: basic },
      { authorization: `${basic}x` },
    ],
    [
      "hmac",
      { webhook_auth: "hmac", webhook_secret: secret },
      { "x-grafana-alerting-signature": sign(body) },
      { "x-grafana-alerting-signature": sign(body, "x") },
    ],
  ])(
    "(%s) takes those who have it and refuses the others, and keeps what they sent",
    async (_, fields, right, wrong) => {
      const shown = (await ask(fields)) as Record<string, unknown>;
      expect(shown["webhook_secret"]).toBe("***");
      // What GET answers can be put back as it is.
      await ask(shown);
      await world.pass(seconds(2));
      for (const headers of [{}, wrong]) {
        const { status, answer } = await post(body, {
          headers: headers as never,
        });
        expect(status).toBe(401);
        expect(answer["detail"]).toMatch(/URL/);
      }
      expect((await post(body, { headers: right as never })).status).toBe(202);
      const kept = await events();
      expect(kept.map(({ http_status }) => http_status)).toEqual([401, 401, 202]);
      expect(kept.map(({ unauthenticated }) => unauthenticated)).toEqual([true, true, false]);
    },
  );

  test("may be signed with its time, which must be now", async () => {
    await ask({
      webhook_auth: "hmac",
      webhook_secret: secret,
      webhook_timestamp_header: "X-Signed-At",
    });
    await world.pass(seconds(2));
    const at = (offset: number) => {
      const time = String(Math.floor(world.clock.now() / 1000) + offset);
      return {
        "x-signed-at": time,
        "x-grafana-alerting-signature": sign(`${time}:${body}`),
      };
    };
    expect((await post(body, { headers: at(0) })).status).toBe(202);
    expect((await post(body, { headers: at(-301) })).answer["detail"]).toContain("five minutes");
    expect((await post(body, { headers: { ...at(0), "x-signed-at": "" } })).status).toBe(401);
    const untimed = { "x-grafana-alerting-signature": sign(body) };
    expect((await post(body, { headers: untimed as never })).status).toBe(401);
  });

  test.each([
    [{ webhook_auth: "bearer" }, "webhook_secret"],
    [{ webhook_secret: "x" }, "webhook_auth"],
    [{ webhook_auth: "basic", webhook_secret: "no colon" }, "webhook_secret"],
    [{ webhook_auth: "bearer", webhook_secret: "a b" }, "webhook_secret"],
    [{ webhook_auth: "hmac", webhook_secret: "***" }, "webhook_secret"],
    [{ webhook_timestamp_header: "X-At" }, "webhook_timestamp_header"],
  ])("cannot be asked for %o", async (fields, field) => {
    await expect(ask(fields)).rejects.toThrow(new RegExp(`422.*${field}`));
  });
});

describe("a URL that was rotated", () => {
  test("goes on working beside the new one", async () => {
    const monitor = await world.api<Group>("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: group.id,
    });
    for (const [kind, before, body] of [
      ["alert_groups", group, alertmanagerBody([])],
      ["webhook_monitors", monitor, { message: "boom" }],
    ] as const) {
      const after = await world.api<Group & { previous_webhook_until: string }>(
        "POST",
        `/${kind}/${before.id}/rotate_webhook`,
      );
      expect(after.webhook_url).not.toBe(before.webhook_url);
      expect(after.previous_webhook_until).toBe(
        new Date(world.clock.now() + 24 * 3600_000).toISOString().replace(/\.\d+Z/, "Z"),
      );
      const to = (url: string) => post(body, { url });
      expect((await to(before.webhook_url)).status).toBe(202);
      expect((await to(after.webhook_url)).status).toBe(202);
    }
  });
});

describe("a group that maps severities to priorities", () => {
  test("pages each alert with the priority of its severity, others with its own", async () => {
    await world.api("PUT", `/alert_groups/${group.id}`, {
      priority_level: 2,
      severity_priorities: { critical: 1, Info: 3 },
    });
    const severities = ["CRITICAL", "info", "warning"];
    await post(
      alertmanagerBody(
        severities.map((severity) => ({
          ...alertmanagerAlert(severity),
          labels: { alertname: severity, severity },
        })),
      ),
    );
    await post({ title: "of no severity" });
    await world.settle();
    const incidents = await world.api<{ title: string; priority_level: number }[]>(
      "GET",
      "/incidents",
    );
    expect(incidents.map(({ title, priority_level }) => [title, priority_level])).toEqual([
      ["CRITICAL", 1],
      ["info", 3],
      ["warning", 2],
      ["of no severity", 2],
    ]);
  });

  test("takes only priorities, and a form's lines as well", async () => {
    const put = (severity_priorities: unknown) =>
      world.api("PUT", `/alert_groups/${group.id}`, { severity_priorities });
    await expect(put({ critical: 4 })).rejects.toThrow("severity_priorities.critical");
    await expect(put({ critical: 1, Critical: 2 })).rejects.toThrow("severity_priorities.Critical");
    const input = { kind: "priorities" } as const;
    const field = {
      name: "severity_priorities",
      label: "",
      help: "",
      required: false,
      optional: true,
      input,
    };
    const typed = (text: string) =>
      bodyOf(
        "alert_groups",
        [{ ...field, section: "alerts" }],
        new URLSearchParams({ severity_priorities: text }),
      );
    expect(typed("critical: 1\r\nvery bad: two\n")).toEqual({
      severity_priorities: { critical: 1, "very bad": "two" },
    });
    expect(typed(" ")).toEqual({ severity_priorities: null });
    expect(
      valuesOf("alert_groups", [{ ...field, section: "alerts" }], {
        severity_priorities: { critical: 1, info: 3 },
      }),
    ).toEqual({ severity_priorities: ["critical: 1\ninfo: 3"] });
  });
});

describe("other tools", () => {
  const statuses = async () =>
    (await world.api<Incident[]>("GET", "/incidents")).map(({ title, status }) => [title, status]);

  test("Uptime Kuma's Up resolves the incident of its Down, and opens none of its own", async () => {
    const said = async (file: string) => (await post(textOf(file))).answer;
    expect(await said("uptime-kuma-up.json")).toEqual({ accepted: 1, format: "uptime-kuma" });
    expect(await statuses()).toEqual([]);
    await said("uptime-kuma-down.json");
    await said("uptime-kuma-pending.json");
    expect(await statuses()).toEqual([["shop is down", "open"]]);
    await world.settle();
    await said("uptime-kuma-up.json");
    await world.settle();
    expect(await statuses()).toEqual([["shop is down", "resolved"]]);
    expect(world.phone.shown(topic).map(({ title }) => title)).toEqual(["Resolved: shop is down"]);
  });

  test("an event of PagerDuty's API acknowledges and resolves what it triggered", async () => {
    await world.api("PUT", `/alert_groups/${group.id}`, { severity_priorities: { critical: 1 } });
    await post(textOf("pagerduty-acknowledge.json"));
    await post(textOf("pagerduty-trigger.json"));
    await post(textOf("pagerduty-acknowledge.json"));
    const title = "Example alert on host1.example.com: monitoringtool:host1";
    expect(await statuses()).toEqual([[title, "acknowledged"]]);
    const [incident] = await world.api<{ acknowledged_by: string; priority_level: number }[]>(
      "GET",
      "/incidents",
    );
    expect(incident).toMatchObject({ acknowledged_by: "PagerDuty event", priority_level: 1 });
    await post(textOf("pagerduty-resolve.json"));
    expect(await statuses()).toEqual([[title, "resolved"]]);
    const events = await world.api<Event[]>("GET", "/inbound_events?limit=10");
    expect(events.map(({ reason }) => reason)).toEqual([
      "1 acknowledge without an open incident.",
      "1 opened.",
      "1 acknowledged.",
      "1 resolved.",
    ]);
  });

  test("a body that only says that something is well again is recorded with the reason", async () => {
    await post({ title: "Shop", status: "up" });
    expect(await statuses()).toEqual([]);
    const [event] = await world.api<Event[]>("GET", "/inbound_events");
    expect(event).toMatchObject({
      http_status: 202,
      reason:
        "1 resolve without an open incident. No known format: the body only says that something is well again, so it opens nothing.",
    });
    await post({ title: "Shop", status: "down" });
    await post({ title: "Shop", status: "up" });
    expect(await statuses()).toEqual([["Shop", "resolved"]]);
  });
});

describe("an alert that goes on", () => {
  const generic = (severity: string) => ({ fingerprint: "disk", title: "Disk of db1", severity });

  test("and becomes worse has the priority of that at once, with its reminders", async () => {
    const severity_priorities = { critical: 1, info: 3 };
    await world.api("PUT", `/alert_groups/${group.id}`, {
      severity_priorities,
      repeat_minutes: 5,
    });
    await post(generic("info"));
    await world.pass(minutes(6));
    expect(pushes().map(({ priority }) => priority)).toEqual([3, 3]);
    await post(generic("critical"));
    await world.pass(seconds(2));
    const [incident] = await incidents();
    expect(incident).toMatchObject({ priority_level: 1, status: "open" });
    expect((await detail(incident!.id)).timeline).toContainEqual(
      expect.objectContaining({ kind: "priority_changed" }),
    );
    await world.pass(minutes(6));
    expect(titles().at(-1)).toBe("Reminder: Disk of db1");
    expect(pushes().at(-1)?.priority).toBe(5);
  });

  test("at Alertmanager's API ends with its time, and not while it is sent again", async () => {
    const alert = () => [
      {
        labels: { alertname: "QueueStuck" },
        startsAt: new Date(world.clock.now()).toISOString(),
        endsAt: new Date(world.clock.now() + minutes(4)).toISOString(),
      },
    ];
    const url = `${group.webhook_url}/api/v2/alerts`;
    await post(alert(), { url });
    for (let i = 0; i < 6; i++) {
      await world.pass(minutes(1));
      await post(alert(), { url });
    }
    expect(await incidents("?status=open")).toHaveLength(1);
    await world.pass(minutes(5));
    const [incident] = await incidents();
    expect(incident).toMatchObject({
      status: "resolved",
      resolved_reason: "Its end time passed without a new alert.",
    });
  });
});

describe("a page that has to wait", () => {
  test("is not sent once its incident is acknowledged", async () => {
    world.phone.failWith(500, topic);
    await post({ fingerprint: "disk", title: "Disk of db1" });
    const [incident] = await incidents();
    await world.api("POST", `/incidents/${incident!.id}/acknowledge`, {});
    world.phone.failWith(null, topic);
    await world.pass(minutes(5));
    expect(titles()).toEqual([]);
    expect((await detail(incident!.id)).timeline).toContainEqual(
      expect.objectContaining({
        text: expect.stringContaining("the incident is acknowledged") as string,
      }),
    );
  });
});
