import { describe, expect, test } from "vitest";
import type { Alert } from "../../../src/core/command/alert.ts";
import type { Snapshot } from "../../../src/core/command/snapshot.ts";
import type { Change } from "../../../src/core/command/change.ts";
import type { Delivered } from "../../../src/core/command/command.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import { testLasts } from "../../../src/core/alerts/alert-incident.ts";
import { failingAfter } from "../../../src/core/alerts/decide-alerts.ts";
import type { AlertGroup, Incident, Subject } from "../../../src/core/model/model.ts";
import {
  alert,
  alertGroup,
  arrival,
  delivered,
  incident,
  night,
  subject,
} from "../../support/builders.ts";

const minute = 60_000;
const ofGroup = (with_: Partial<Subject> = {}) =>
  subject({ id: "oncall", kind: "alert_group", status: "ok", ...with_ });
const opened = (with_: Partial<Incident> = {}) =>
  incident({
    source: "alert_group",
    source_id: "oncall",
    key: "web-1",
    episode: night,
    occurrences: 1,
    details: {},
    ...with_,
  });

function snapshot(
  with_: {
    open?: Incident[];
    subject?: Partial<Subject>;
    group?: Partial<AlertGroup>;
    next_resolve_at?: number;
  } = {},
): Snapshot {
  const open = new Map((with_.open ?? []).map((one) => [one.key, one]));
  return {
    kind: "alert_group",
    subject: ofGroup(with_.subject),
    group: alertGroup(with_.group),
    incident: null,
    open,
    next_resolve_at: with_.next_resolve_at ?? null,
    drilling: null,
  };
}

const alerted = (
  given: Snapshot,
  alerts: Alert[],
  more: Partial<Delivered> = {},
  now = night + minute,
) =>
  decide(
    given,
    {
      kind: "alerted",
      delivered: delivered(alerts, more),
      arrival: arrival({ target_kind: "alert_group" }),
    },
    now,
  );

const kinds = (changes: readonly Change[]) => changes.map(({ kind }) => kind);
const all = <K extends Change["kind"]>(changes: readonly Change[], kind: K) =>
  changes.filter((change): change is Extract<Change, { kind: K }> => change.kind === kind);
const verdict = (changes: readonly Change[]) => all(changes, "delivery")[0]?.event.reason;
const texts = (changes: readonly Change[]) => all(changes, "timeline").map(({ text }) => text);

describe("a firing alert", () => {
  test("opens an incident of its own, tells the group, and is kept with its words", () => {
    const changes = alerted(snapshot(), [alert({ since: night - minute })]);
    expect(kinds(changes)).toEqual([
      "subject",
      "about",
      "incident-opened",
      "timeline",
      "notify",
      "delivery",
    ]);
    expect(changes[1]).toMatchObject({ key: "web-1", incident: null });
    expect(changes[2]).toMatchObject({
      title: "InstanceDown: web-1",
      episode: night,
      resolve_at: null,
      details: { severity: "critical", receiver: "phones", since: "2026-11-21T02:59:00.000Z" },
    });
    expect(verdict(changes)).toBe("1 opened.");
  });

  test("that is open already is counted and tells nobody", () => {
    const changes = alerted(snapshot({ open: [opened()] }), [alert({ value: "97" })]);
    expect(kinds(changes)).toEqual(["subject", "about", "incident", "delivery"]);
    expect(changes[2]).toMatchObject({
      set: { occurrences: 2, details: { value: "97" } },
    });
    expect(verdict(changes)).toBe("1 repeated.");
  });

  test("whose end got lost moves on to its new firing, and says so", () => {
    const later = alert({ episode: night + 5 * minute });
    const changes = alerted(snapshot({ open: [opened()] }), [later]);
    expect(all(changes, "incident")[0]?.set.episode).toBe(night + 5 * minute);
    expect(texts(changes)).toEqual(["Fired again. The resolve in between never arrived."]);
    const merged = alert({ episode: night - minute });
    expect(
      all(alerted(snapshot({ open: [opened()] }), [merged]), "incident")[0]?.set,
    ).not.toHaveProperty("episode");
  });

  test("that is the same event once more is a retry and not counted", () => {
    const open = [opened({ details: { event_id: "e1" } })];
    const same = alerted(snapshot({ open }), [alert({ event_id: "e1" })]);
    expect(all(same, "incident")[0]?.set.occurrences).toBe(1);
    expect(verdict(same)).toBe("1 duplicate.");
    const next = alerted(snapshot({ open }), [alert({ event_id: "e2" })]);
    expect(all(next, "incident")[0]?.set.occurrences).toBe(2);
  });

  test("that stands in a delivery twice opens once", () => {
    const changes = alerted(snapshot(), [
      alert({ title: "later", episode: night + 1 }),
      alert({ title: "earlier" }),
    ]);
    expect(all(changes, "incident-opened").map(({ title }) => title)).toEqual(["later"]);
  });

  test("that is said to begin in the future begins at no known time, so that its end can be told", () => {
    const changes = alerted(snapshot(), [alert({ episode: night + 60 * minute })]);
    expect(all(changes, "incident-opened")[0]?.episode).toBeNull();
    const ahead = alerted(snapshot(), [alert({ episode: night + 5 * minute })]);
    expect(all(ahead, "incident-opened")[0]?.episode).toBe(night + 5 * minute);
  });

  test("that others were left out of says how many in its timeline", () => {
    const [, left] = texts(alerted(snapshot(), [alert()], { truncated: 12 }));
    expect(left).toBe(
      "Alertmanager left 12 alerts out of this notification. monitord never received them.",
    );
  });
});

describe("an alert that is acknowledged at its sender", () => {
  const acknowledged = alert({ status: "acknowledged" });

  test("acknowledges its incident", () => {
    const changes = alerted(snapshot({ open: [opened()] }), [acknowledged]);
    expect(verdict(changes)).toBe("1 acknowledged.");
    expect(texts(changes)).toEqual(["Acknowledged by Alertmanager."]);
    expect(all(changes, "incident")[0]?.set).toMatchObject({ status: "acknowledged" });
  });

  test("changes nothing of an incident that a person has acknowledged before", () => {
    const open = [opened({ status: "acknowledged", acknowledged_by: "Ada" })];
    expect(texts(alerted(snapshot({ open }), [acknowledged]))).toEqual([]);
  });

  test("without an incident is recorded and nothing else", () => {
    const changes = alerted(snapshot(), [acknowledged]);
    expect(kinds(changes)).toEqual(["subject", "delivery"]);
    expect(verdict(changes)).toBe("1 acknowledge without an open incident.");
  });
});

describe("a resolved alert", () => {
  const over = (with_: Partial<Alert> = {}) =>
    alert({ status: "resolved", ended_at: night + minute, ...with_ });

  test("resolves its incident and tells those who were told", () => {
    const changes = alerted(snapshot({ open: [opened()] }), [over()]);
    expect(kinds(changes)).toEqual([
      "subject",
      "about",
      "incident",
      "timeline",
      "notify",
      "delivery",
    ]);
    expect(changes[4]).toMatchObject({
      transition: "recovered",
      title: "Resolved: Shop is down",
      message:
        "Alertmanager reported the alert resolved. Open for 1 min. web-1 has been down for 5 minutes.",
    });
    expect(verdict(changes)).toBe("1 resolved.");
  });

  test("without words of its own says those of its incident", () => {
    const silent = over({ title: "Alert without a name", summary: "Alert without a name" });
    const [push] = all(alerted(snapshot({ open: [opened()] }), [silent]), "notify");
    expect(push).toMatchObject({ title: "Resolved: Shop is down" });
    expect(push!.message).toContain(`Last error: ${opened().summary}`);
  });

  test("that was never open is recorded and nothing else", () => {
    const changes = alerted(snapshot(), [over()]);
    expect(kinds(changes)).toEqual(["subject", "delivery"]);
    expect(verdict(changes)).toBe("1 resolve without an open incident.");
  });

  test("of an earlier firing does not close the present one", () => {
    const open = [opened({ episode: night + 10 * minute })];
    const changes = alerted(snapshot({ open }), [over()]);
    expect(kinds(changes)).toEqual(["subject", "delivery"]);
    expect(verdict(changes)).toBe("1 late resolve ignored (firing again).");
  });

  test("closes before the same alert opens anew, wherever it stands in the body", () => {
    const changes = alerted(snapshot({ open: [opened()] }), [
      alert({ episode: night + 2 * minute }),
      over(),
    ]);
    expect(kinds(changes).filter((kind) => kind.startsWith("incident"))).toEqual([
      "incident",
      "incident-opened",
    ]);
    expect(verdict(changes)).toBe("1 resolved, 1 opened.");
  });
});

describe("several statements about one alert in a delivery", () => {
  const firing = (minutes: number | null) =>
    alert({ episode: minutes === null ? null : night + minutes * minute });
  const over = (minutes: number | null) =>
    alert({ ...firing(minutes), status: "resolved", ended_at: null });
  const inTurn = { in_turn: true };

  test.each<[string, Alert[], Partial<Delivered>, string, string]>([
    [
      "a list says last that it is over",
      [firing(null), over(null)],
      inTurn,
      "1 resolve without an open incident.",
      "1 resolved.",
    ],
    [
      "a list says last that it fires",
      [over(null), firing(null)],
      inTurn,
      "1 resolve without an open incident, 1 opened.",
      "1 resolved, 1 opened.",
    ],
    [
      "a list says so of one firing",
      [firing(1), over(1)],
      inTurn,
      "1 resolve without an open incident.",
      "1 resolved.",
    ],
    [
      "a list says that the same fires again",
      [over(1), firing(1)],
      inTurn,
      "1 resolve without an open incident, 1 opened.",
      "1 resolved, 1 opened.",
    ],
    [
      "a set has the end of that firing",
      [over(1), firing(1)],
      {},
      "1 resolve without an open incident.",
      "1 resolved.",
    ],
    [
      "a set has the end of an earlier firing",
      [firing(2), over(1)],
      {},
      "1 resolve without an open incident, 1 opened.",
      "1 resolved, 1 opened.",
    ],
    [
      "a set does not say which came last",
      [firing(null), over(null)],
      {},
      "1 resolve without an open incident, 1 opened.",
      "1 resolved, 1 opened.",
    ],
  ])("%s", (_, alerts, more, none, open) => {
    expect(verdict(alerted(snapshot(), alerts, more))).toBe(none);
    const before = snapshot({ open: [opened({ episode: null })] });
    expect(verdict(alerted(before, alerts, more))).toBe(open);
  });
});

describe("an open alert that is sent with another severity", () => {
  const group = { severity_priorities: { critical: 1, info: 3 }, priority_level: 2 };
  const changed = (severity: string | null) =>
    all(
      alerted(
        snapshot({ group, open: [opened({ details: { severity: "info" }, priority_level: 3 })] }),
        [alert({ severity })],
      ),
      "incident",
    )[0]!.set;

  test("has its pages looked at now, by the priority of that", () => {
    expect(changed("critical")).toMatchObject({
      act_at: night + minute,
      details: { severity: "critical" },
    });
  });

  test.each(["info", "INFO", null])("%j, which says no other priority, has not", (severity) => {
    expect(changed(severity)).not.toHaveProperty("act_at");
    expect(changed(severity).details).toMatchObject({ severity: severity ?? "info" });
  });
});

test("a severity that no delivery has said stays unknown", () => {
  const changes = alerted(snapshot({ open: [opened()] }), [alert({ severity: null })]);
  expect(all(changes, "incident")[0]!.set.details).toMatchObject({ severity: undefined });
});

describe("an alert that says when it ends", () => {
  const at = night + 4 * minute;

  test("ends then unless it is sent again, and says why", () => {
    const changes = alerted(snapshot(), [alert({ expires_at: at })]);
    expect(all(changes, "incident-opened")[0]).toMatchObject({ resolve_at: at });
    expect(all(changes, "subject")[0]!.set).toMatchObject({ wake_at: at });
    const open = [opened({ resolve_at: at, details: { expires: true } })];
    const again = alerted(snapshot({ open }), [alert({ expires_at: at + minute })]);
    expect(all(again, "incident")[0]!.set).toMatchObject({ resolve_at: at + minute });
    const ended = decide(snapshot({ open }), { kind: "woken" }, at);
    expect(all(ended, "incident")[0]!.set).toMatchObject({
      status: "resolved",
      resolved_reason: "Its end time passed without a new alert.",
    });
  });

  test("ends no more by itself once it is sent without", () => {
    const open = [opened({ resolve_at: at, details: { expires: true } })];
    const changes = alerted(snapshot({ open }), [alert()]);
    expect(all(changes, "incident")[0]!.set).toMatchObject({ resolve_at: null });
    expect(all(changes, "incident")[0]!.set.details).not.toHaveProperty("expires");
  });
});

describe("a test", () => {
  const press = alert({ test: true, identity: "test", title: "TestAlert" });

  test("opens, says what it is, and ends by itself without a word", () => {
    const changes = alerted(snapshot(), [press]);
    expect(all(changes, "incident-opened")[0]).toMatchObject({
      title: "Test: TestAlert",
      resolve_at: night + minute + testLasts,
    });
    expect(all(changes, "subject")[0]?.set.wake_at).toBe(night + minute + testLasts);
    const open = [opened({ key: "test", details: { test: true } })];
    const later = decide(snapshot({ open }), { kind: "woken" }, night + testLasts);
    expect(kinds(later)).toEqual(["subject", "about", "incident", "timeline"]);
    expect(texts(later)).toEqual(["Test ended."]);
  });

  test("is told each time the button is pressed", () => {
    const open = [opened({ key: "test", details: { test: true } })];
    const changes = alerted(snapshot({ open }), [press]);
    expect(all(changes, "notify")).toMatchObject([{ transition: "opened" }]);
    expect(texts(changes)[0]).toBe("Replaced by a newer test.");
  });
});

describe("an alert whose sender never says that it is over", () => {
  const log = alert({ assumed: true, episode: null });

  test("is taken as over after the quiet time of its group, counted from the last one", () => {
    const group = { assume_resolved_after_minutes: 30 };
    const first = alerted(snapshot({ group }), [log], { format: "graylog" });
    expect(all(first, "incident-opened")[0]?.resolve_at).toBe(night + 31 * minute);
    expect(texts(first)[1]).toContain("auto-resolves after 30 min without a new event");
    const open = [opened({ episode: null, resolve_at: night + 31 * minute })];
    const again = alerted(snapshot({ open, group }), [log]);
    expect(all(again, "incident")[0]?.set.resolve_at).toBe(night + 31 * minute);
    const woken = decide(
      snapshot({ open, group, next_resolve_at: night + 99 }),
      { kind: "woken" },
      night + 31 * minute,
    );
    expect(woken[0]).toEqual({ kind: "subject", set: { wake_at: night + 99 } });
    expect(all(woken, "notify")[0]).toMatchObject({
      transition: "recovered",
      title: "Auto-resolved: Shop is down",
      message: expect.stringContaining("No further alert for 30 min."),
    });
  });
});

describe("deliveries that cannot be taken", () => {
  const refused = (given: Partial<Subject>) =>
    decide(
      snapshot({ subject: given }),
      {
        kind: "refused",
        http_status: 422,
        reason: "The body is a string, not an object.",
        arrival: arrival({ target_kind: "alert_group" }),
      },
      night,
    );

  test("a signal of a run that a group has nowhere to put is kept, and says nothing of its senders", () => {
    const command = {
      kind: "refused",
      http_status: 404,
      reason: "No monitor.",
      arrival: arrival(),
      of_run: true,
    } as const;
    expect(decide(snapshot({ subject: { refused_in_row: 9 } }), command, night)).toMatchObject([
      {
        kind: "delivery",
        event: { http_status: 404, reason: "No monitor.", ring: "rejected", format: "ping" },
      },
    ]);
  });

  test("are kept and counted, and make the URL failing when they go on", () => {
    const first = refused({});
    expect(first.slice(0, 2)).toMatchObject([
      { set: { refused_in_row: 1 } },
      { kind: "delivery", event: { http_status: 422, accepted: 0 } },
    ]);
    expect(all(first, "subject")[0]?.set).not.toHaveProperty("status");
    expect(refused({ refused_in_row: failingAfter - 1 })[0]).toMatchObject({
      set: { status: "failing", status_since: night },
    });
    expect(
      all(refused({ refused_in_row: 9, status: "failing" }), "subject")[0]?.set,
    ).not.toHaveProperty("status_since");
  });

  const unauthenticated = arrival({ target_kind: "alert_group", ring: "unauthenticated" });

  test("are counted on their own when the sender did not present the secret", () => {
    const changes = decide(
      snapshot({ subject: { unauthenticated_count: 4 } }),
      { kind: "refused", http_status: 401, reason: "No.", arrival: unauthenticated },
      night,
    );
    expect(changes.slice(0, 2)).toMatchObject([
      { set: { unauthenticated_count: 5 } },
      { kind: "delivery", event: { ring: "unauthenticated" } },
    ]);
    expect(refused({})[1]).toMatchObject({ event: { ring: "rejected" } });
  });

  test("and replayed all the same leave a note in each incident that they change", () => {
    const changes = decide(
      snapshot(),
      { kind: "alerted", delivered: delivered([alert()]), arrival: unauthenticated },
      night + minute,
    );
    expect(texts(changes).at(-1)).toContain("The sender was not authenticated.");
    const authenticated = alerted(snapshot(), [alert()]);
    expect(texts(authenticated).join()).not.toContain("not authenticated");
  });

  test("are forgotten with the next that can", () => {
    const changes = alerted(snapshot({ subject: { refused_in_row: 4, status: "failing" } }), []);
    expect(changes[0]).toMatchObject({
      set: { refused_in_row: 0, status: "ok", status_reason: null },
    });
    expect(verdict(changes)).toBe("No alert changed.");
  });
});

test("an incident of an alert is taken and resolved by hand like any other", () => {
  const given = { ...snapshot(), incident: opened() };
  expect(
    all(decide(given, { kind: "resolved", by: "Ada", reason: null }, night), "notify"),
  ).toMatchObject([{ title: "Shop is down: resolved by Ada" }]);
  expect(kinds(decide(given, { kind: "acknowledged", by: "Ada" }, night))).toEqual([
    "incident",
    "timeline",
    "notify",
  ]);
});

test.each([
  { kind: "configured" },
  { kind: "resumed", by: "Ada" },
  { kind: "deleted", by: "Ada" },
] as const)("$kind changes nothing", (command) => {
  expect(decide(snapshot(), command, night)).toEqual([]);
});

describe("what is odd in an alert", () => {
  test("a single one that was left out, an unknown sender and no beginning are said as they are", () => {
    const changes = alerted(snapshot(), [alert({ since: null, assumed: true })], {
      format: "generic",
      truncated: 1,
    });
    expect(texts(changes).slice(1)).toEqual([
      "The sender left 1 alert out of this notification. monitord never received it.",
      "The sender sends no resolve. This incident auto-resolves after 1 h without a new event.",
    ]);
    expect(all(changes, "incident-opened")[0]?.details["since"]).toBeNull();
  });

  test("of two without any time the last in the body counts", () => {
    const timeless = { episode: null };
    const changes = alerted(snapshot(), [
      alert({ ...timeless, title: "first" }),
      alert({ ...timeless, title: "second" }),
    ]);
    expect(all(changes, "incident-opened")[0]?.title).toBe("second");
  });

  test("a resolve without an end is late when it began before the present firing", () => {
    const open = [opened({ episode: night + minute })];
    const over = alert({ status: "resolved" });
    expect(verdict(alerted(snapshot({ open }), [over]))).toBe(
      "1 late resolve ignored (firing again).",
    );
  });

  test("resolving by hand what is not there changes nothing", () => {
    const command = { kind: "resolved", by: "Ada", reason: "x" } as const;
    expect(decide(snapshot(), command, night)).toEqual([]);
  });
});

describe("a part of a large delivery", () => {
  const part = (done: number | null) =>
    decide(
      snapshot(),
      {
        kind: "alerted",
        delivered: delivered([alert({ identity: "web-2" })]),
        arrival: arrival(),
        part: { key: "k", event_id: "e", done, total: 40, verdicts: [["opened", 19]] },
      },
      night + minute,
    );
  const kinds = (changes: Change[]) => changes.map(({ kind }) => kind);

  test("adds its verdicts to those of earlier parts, and is no inbound event yet", () => {
    const changes = part(20);
    expect(changes.at(-1)).toEqual({
      kind: "delivery-part",
      key: "k",
      event_id: "e",
      done: 20,
      verdicts: [["opened", 20]],
    });
    expect(kinds(changes)).not.toContain("delivery");
  });

  test("that is the last one is the inbound event of the whole delivery", () => {
    expect(part(null).at(-1)).toMatchObject({
      kind: "delivery",
      event: { id: "e", accepted: 40, reason: "20 opened." },
    });
  });
});

test("alerts that were left out of a delivery open an incident of their own, which nobody else will resolve", () => {
  const group = { assume_resolved_after_minutes: 30 };
  const changes = alerted(snapshot({ group }), [alert()], { left_out: 3 });
  expect(
    all(changes, "incident-opened").map(({ title, resolve_at }) => [title, resolve_at]),
  ).toEqual([
    ["InstanceDown: web-1", null],
    ["3 alerts not read: too many in one delivery", night + 31 * minute],
  ]);
});
