import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
let group: { id: string };
let user: { id: string };
let monitor: { id: string; webhook_id: string };
let incident: { id: string; number: number };

beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  user = (await http.api("POST", "/users", { email: "ada@example.com" })).json;
  await http.api("POST", `/users/${user.id}/devices`, {
    kind: "ntfy",
    target: "ada-phone",
  });
  await http.api("POST", `/alert_groups/${group.id}/members`, {
    email: "ada@example.com",
  });
});
afterAll(() => http.end());

/** Each test has an incident of its own: one report to a new monitor with threshold 1. */
beforeEach(async () => {
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group.id,
    })
  ).json;
  await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
    body: { message: "boom", source: "api" },
  });
  const open = await http.api("GET", `/incidents?source_id=${monitor.id}`);
  incident = open.json[0];
});

describe("an incident", () => {
  it("says what is wrong, since when, and who was told", async () => {
    const { json } = await http.api("GET", `/incidents/${incident.id}`);
    expect(json).toMatchObject({
      number: incident.number,
      source: "webhook_monitor",
      source_id: monitor.id,
      alert_group_id: group.id,
      status: "open",
      priority_level: 2,
      acknowledged_at: null,
      resolved_at: null,
      details: { occurrences: 1, last_message: "boom" },
    });
    expect(json.timeline[0]).toMatchObject({ kind: "opened", actor: null });
    expect(json.notifications).toEqual([
      expect.objectContaining({
        transition: "opened",
        user_id: user.id,
        state: "queued",
      }),
    ]);
  });

  it("is found by its number too", async () => {
    const byNumber = await http.api("GET", `/incidents/${incident.number}`);
    expect(byNumber.json.id).toBe(incident.id);
    expect((await http.api("GET", "/incidents/999999")).status).toBe(404);
  });

  it("is acknowledged once: the second time names who was first", async () => {
    const at = `/incidents/${incident.number}/acknowledge`;
    const first = await http.api("POST", at, { by: "Ada" });
    expect([first.status, first.json.status]).toEqual([200, "acknowledged"]);
    const second = await http.api("POST", at, { by: "Grace" });
    expect(second.status).toBe(200);
    expect(second.json).toEqual(first.json);
    expect(second.json.acknowledged_by).toBe("Ada");
  });

  it("is taken in the name of the key when nobody is named", async () => {
    const { json } = await http.api("POST", `/incidents/${incident.id}/acknowledge`);
    expect(json.acknowledged_by).toBe("admin key");
  });

  it("is given back: open again, in the timeline and in the audit log", async () => {
    const at = `/incidents/${incident.id}`;
    const early = await http.api("POST", `${at}/unacknowledge`);
    expect([early.status, early.json.status]).toEqual([200, "open"]);
    await http.api("POST", `${at}/acknowledge`, { by: "Ada" });
    const back = await http.api("POST", `${at}/unacknowledge`, { by: "Grace" });
    expect(back.json).toMatchObject({
      status: "open",
      acknowledged_at: null,
      acknowledged_by: null,
    });
    const { timeline } = (await http.api("GET", at)).json;
    expect(timeline.at(-1)).toMatchObject({
      kind: "unacknowledged",
      text: "Unacknowledged by Grace (was acknowledged by Ada).",
      actor: "Grace",
    });
    const { json } = await http.api("GET", "/audit_events");
    expect(
      json
        .filter((event: { object_id: string }) => event.object_id === incident.id)
        .map((event: { action: string }) => event.action),
    ).toEqual(["acknowledged", "unacknowledged"]);
    await http.api("POST", `${at}/resolve`);
    const late = await http.api("POST", `${at}/unacknowledge`);
    expect(late.json.status).toBe("resolved");
  });

  it("is resolved with a reason, and stays so", async () => {
    const at = `/incidents/${incident.id}`;
    const done = await http.api("POST", `${at}/resolve`, {
      by: "Ada",
      reason: "rolled back",
    });
    expect(done.json).toMatchObject({ status: "resolved" });
    expect(done.json.resolved_at).not.toBeNull();
    expect(done.json.resolved_reason).toContain("rolled back");
    const again = await http.api("POST", `${at}/resolve`, { reason: "other" });
    expect(again.json).toEqual(done.json);
    const late = await http.api("POST", `${at}/acknowledge`);
    expect(late.json.status).toBe("resolved");
  });

  it("takes notes, also afterwards, and not empty ones", async () => {
    const at = `/incidents/${incident.id}`;
    await http.api("POST", `${at}/notes`, { text: "looking", by: "Ada" });
    await http.api("POST", `${at}/resolve`);
    await http.api("POST", `${at}/notes`, { text: "it was the cache" });
    const { timeline } = (await http.api("GET", at)).json;
    expect(
      timeline
        .filter((entry: { kind: string }) => entry.kind === "note")
        .map((entry: { text: string; actor: string }) => [entry.text, entry.actor]),
    ).toEqual([
      ["looking", "Ada"],
      ["it was the cache", "admin key"],
    ]);
    for (const body of [{}, { text: "" }, undefined])
      expect((await http.api("POST", `${at}/notes`, body)).status).toBe(422);
  });

  it("of another organization is not there", async () => {
    for (const [method, path] of [
      ["GET", `/incidents/${incident.id}`],
      ["GET", `/incidents/${incident.number}`],
      ["POST", `/incidents/${incident.id}/acknowledge`],
      ["POST", `/incidents/${incident.id}/resolve`],
    ] as const)
      expect(
        (
          await http.call(method, `/api/v1${path}`, {
            key: http.stranger,
            ...(method === "POST" ? { body: {} } : {}),
          })
        ).status,
      ).toBe(404);
    const list = await http.call("GET", "/api/v1/incidents", {
      key: http.stranger,
    });
    expect(list.json).toEqual([]);
  });

  it("resolves with its monitor's deletion, and says so", async () => {
    await http.api("DELETE", `/webhook_monitors/${monitor.id}`);
    const { json } = await http.api("GET", `/incidents/${incident.id}`);
    expect(json.status).toBe("resolved");
    expect(json.resolved_reason).toContain("deleted");
  });
});

describe("the list of incidents", () => {
  it("is narrowed by status, group, source and time", async () => {
    const length = async (query: string) =>
      (await http.api("GET", `/incidents?${query}`)).json.length;
    const source = `source_id=${monitor.id}`;
    expect(await length(source)).toBe(1);
    expect(await length(`${source}&status=open`)).toBe(1);
    expect(await length(`${source}&status=resolved`)).toBe(0);
    expect(await length(`${source}&status=resolved,acknowledged`)).toBe(0);
    expect(await length(`${source}&status=resolved,open`)).toBe(1);
    expect(await length(`${source}&status=resolved&status=open`)).toBe(1);
    expect(await length(`${source}&unresolved=true`)).toBe(1);
    expect(await length(`${source}&unresolved=true&status=resolved`)).toBe(0);
    expect(await length(`${source}&alert_group_id=${group.id}`)).toBe(1);
    expect(await length(`${source}&alert_group_id=nope`)).toBe(0);
    expect(await length(`${source}&since=2001-01-01T00:00:00Z`)).toBe(1);
    expect(await length(`${source}&since=2099-01-01T00:00:00Z`)).toBe(0);
    const refused = await http.api("GET", "/incidents?since=yesterday");
    expect(refused.json.errors[0].field).toBe("since");
    const misspelled = await http.api("GET", "/incidents?status=open,opne");
    expect(misspelled.json.errors[0]).toMatchObject({ field: "status" });
  });

  it("takes ids in upper case, and a path that ends in a slash", async () => {
    const shown = await http.api("GET", `/incidents/${incident.id.toUpperCase()}/`);
    expect(shown.json).toMatchObject({ id: incident.id });
    const list = await http.api("GET", `/incidents/?source_id=${monitor.id.toUpperCase()}`);
    expect(list.json).toMatchObject([{ id: incident.id }]);
    const { status } = await http.call(
      "POST",
      `/api/webhook/${monitor.webhook_id.toUpperCase()}/`,
      { body: { message: "boom" } },
    );
    expect(status).toBe(202);
  });

  it("is numbered without gaps from 1, in each organization", async () => {
    const list = (await http.api("GET", "/incidents")).json;
    expect(list.map((row: { number: number }) => row.number)).toEqual(
      list.map((_row: unknown, i: number) => i + 1),
    );
  });
});

it("a notification is listed, and shown with its attempts", async () => {
  const { json } = await http.api("GET", `/notifications?incident_id=${incident.id}&status=queued`);
  expect(json).toHaveLength(1);
  const detail = await http.api("GET", `/notifications/${json[0].id}`);
  expect(detail.json).toEqual({ ...json[0], attempts_made: [] });
  expect(
    (
      await http.call("GET", `/api/v1/notifications/${json[0].id}`, {
        key: http.stranger,
      })
    ).status,
  ).toBe(404);
});

it("who changed what is in the audit log, with the request's id", async () => {
  const changed = await http.call("PUT", `/api/v1/webhook_monitors/${monitor.id}`, {
    key: http.keys.write,
    body: { title: "Renamed" },
    headers: { "x-request-id": "audit-me" },
  });
  expect(changed.status).toBe(200);
  const events = (await http.api("GET", "/audit_events")).json;
  expect(events).toContainEqual(
    expect.objectContaining({
      actor: "write key",
      action: "update",
      object_kind: "webhook_monitors",
      object_id: monitor.id,
      request_id: "audit-me",
    }),
  );
});

describe("a declaration", () => {
  const declaration = (title: string) => ({
    project: "shop",
    alert_groups: [{ external_id: "oncall", title, members: ["ada@example.com"] }],
    webhook_monitors: [{ external_id: "errors", title: "Shop errors", alert_group: "oncall" }],
  });

  it("is planned without changing anything, applied as planned, and then nothing is left to do", async () => {
    const plan = await http.api("POST", "/plan", declaration("One"));
    expect(plan.status).toBe(200);
    expect(plan.json.applied).toBe(false);
    const actions = (answer: { json: { changes: { action: string }[] } }) =>
      answer.json.changes.map((change) => change.action);
    expect(actions(plan)).toEqual(["create", "create"]);
    expect((await http.api("GET", "/alert_groups?external_id=oncall")).json).toEqual([]);
    const applied = await http.api("POST", "/apply", {
      ...declaration("One"),
      revision: plan.json.revision,
    });
    expect(applied.json.applied).toBe(true);
    expect(actions(applied)).toEqual(["create", "create"]);
    expect(applied.json.changes[1].webhook_url).toContain("/api/webhook/");
    expect(actions(await http.api("POST", "/plan", declaration("One")))).toEqual([
      "unchanged",
      "unchanged",
    ]);
  });

  it("is refused when something moved since it was planned", async () => {
    const { revision } = (await http.api("POST", "/plan", declaration("Two"))).json;
    const { json } = await http.api("GET", "/alert_groups?external_id=oncall");
    await http.api("PUT", `/alert_groups/${json[0].id}`, { title: "Somebody else's" });
    const refused = await http.api("POST", "/apply", {
      ...declaration("Two"),
      revision,
    });
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("Plan again");
  });

  it("is refused as a whole, naming every fault where it stands", async () => {
    const refused = await http.api("POST", "/apply", {
      project: "shop",
      alert_groups: [
        { external_id: "fine", title: "Fine" },
        { external_id: "wrong", title: "Wrong", timezone: "Mars" },
      ],
      webhook_monitors: [{ external_id: "lost", title: "Lost", alert_group: "nowhere" }],
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors.map((e: { field: string }) => e.field)).toEqual([
      "alert_groups[1].timezone",
      "webhook_monitors[0].alert_group",
    ]);
    expect((await http.api("GET", "/alert_groups?external_id=fine")).json).toEqual([]);
  });

  it("of another project is left alone unless it is adopted", async () => {
    const theirs = { ...declaration("Theirs"), project: "rival" };
    await http.api("POST", "/apply", declaration("Ours"));
    const refused = await http.api("POST", "/apply", theirs);
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("shop");
    const adopted = await http.api("POST", "/apply", {
      ...theirs,
      adopt: true,
    });
    expect(adopted.status).toBe(200);
  });
});

describe("reopening an incident", () => {
  it("opens it again while its monitor fails, by the person named", async () => {
    await http.api("POST", `/incidents/${incident.id}/resolve`, { by: "Ada" });
    const { status, json } = await http.api("POST", `/incidents/${incident.number}/reopen`, {
      by: "Bo",
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "open", resolved_at: null, pages_again: null });
    const detail = await http.api("GET", `/incidents/${incident.id}`);
    expect(detail.json.timeline.at(-1)).toMatchObject({ kind: "reopened", actor: "Bo" });
  });

  it("is a conflict, with the reason, when it cannot be", async () => {
    await http.api("POST", `/incidents/${incident.id}/resolve`, {});
    await http.api("POST", `/webhook_monitors/${monitor.id}/pause`, {});
    const { status, json } = await http.api("POST", `/incidents/${incident.id}/reopen`, {});
    expect(status).toBe(409);
    expect(json.detail).toBe("The monitor is paused.");
  });

  it("is a button of its page, where Resolve stood", async () => {
    const visitor = await signIn(http, http.keys.respond);
    const path = `/incidents/${incident.id}`;
    const has = async (verb: string) => (await visitor.get(path)).text.includes(`${path}/${verb}"`);
    expect([await has("resolve"), await has("reopen")]).toEqual([true, false]);
    await visitor.post(`${path}/resolve`);
    expect([await has("resolve"), await has("reopen")]).toEqual([false, true]);
    await visitor.post(`${path}/reopen`);
    expect([await has("resolve"), await has("reopen")]).toEqual([true, false]);
  });
});

it("a resolved incident says when its monitor pages again, as long as it can", async () => {
  const { id, webhook_id } = (
    await http.api("POST", "/webhook_monitors", {
      title: "Once",
      alert_group_id: group.id,
      error_rate_threshold: 1,
    })
  ).json as { id: string; webhook_id: string };
  await http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "broke" } });
  const [one] = (await http.api("GET", `/incidents?source_id=${id}`)).json;
  const says = async () => (await http.api("GET", `/incidents/${one.id}`)).json.pages_again;
  expect(await says()).toBeNull();
  await http.api("POST", `/incidents/${one.id}/resolve`, {});
  expect(await says()).toContain("Pages nobody until");
  await http.api("DELETE", `/webhook_monitors/${id}`);
  expect(await says()).toBeNull();
});

describe("an incident outside the contact hours", () => {
  const office = {
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "08:01:00",
    contact_days: [1],
  };
  const hours = (fields: object) => http.api("PUT", `/alert_groups/${group.id}`, fields);

  it("pages everybody when somebody presses the button of its page, which is gone then", async () => {
    await hours(office);
    const visitor = await signIn(http, http.keys.respond);
    const path = `/incidents/${incident.id}`;
    expect((await visitor.get(path)).text).toContain("Page them now");
    expect((await http.api("GET", path)).json.any_hour_since).toBeNull();
    await visitor.post(`${path}/page`);
    expect((await visitor.get(path)).text).not.toContain("Page them now");
    const { json } = await http.api("GET", path);
    expect(json).toMatchObject({ status: "open", any_hour_since: expect.any(String) });
    expect(json.timeline.at(-1)).toMatchObject({ kind: "paged" });
    await hours({ contact_hours_all_day: true });
  });

  it("is paged about by name, and by keys that may respond alone", async () => {
    const page = `/incidents/${incident.number}/page`;
    const refused = await http.call("POST", `/api/v1${page}`, { key: http.keys.read, body: {} });
    expect(refused.status).toBe(403);
    const { json } = await http.api("POST", page, { by: "Bo" });
    expect(json.any_hour_since).not.toBeNull();
    const { timeline } = (await http.api("GET", `/incidents/${incident.id}`)).json;
    expect(timeline.at(-1)).toMatchObject({ kind: "paged", actor: "Bo" });
  });
});
