import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import type { Command, Reading } from "../../../src/core/command/command.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import type { CheckResult } from "../../../src/core/model/model.ts";
import type { HealthStatus } from "../../../src/core/model/status.ts";
import { healthSnapshot, night, result } from "../../support/builders.ts";

const minute = 60_000;

const reading = (
  status: CheckResult["status"],
  more: Partial<Extract<Reading, { ok: true }>> = {},
): Reading => ({
  ok: true,
  finished_at: night,
  results: [result({ status })],
  remarks: [],
  ...more,
});
const readings: Record<Exclude<HealthStatus, "pending">, Reading> = {
  up: reading("ok"),
  degraded: reading("warning"),
  down: reading("failed"),
  stale: reading("ok", { finished_at: night - 11 * minute }),
};
const checked = (of: Reading): Command => ({
  kind: "checked",
  lease: "lease",
  reading: of,
});

/** Without the check itself, which every result has. */
const kinds = (changes: Change[]) =>
  changes.map(({ kind }) => kind).filter((kind) => kind !== "check");
const setOf = (changes: Change[]) => {
  const change = changes.find((c) => c.kind === "subject");
  return change?.kind === "subject" ? change.set : {};
};
const notified = (changes: Change[]) => {
  const change = changes.find((c) => c.kind === "notify");
  return change?.kind === "notify" ? change.transition : null;
};

describe("every move between two statuses", () => {
  const from: HealthStatus[] = ["pending", "up", "degraded", "down", "stale"];
  const to = Object.keys(readings) as (keyof typeof readings)[];
  const grid = from.map(
    (a) =>
      `${a.padEnd(9)}${to
        .map((b) => {
          const failing = a === "down" || a === "stale";
          const changes = decide(
            healthSnapshot({
              subject: {
                status: a,
                lease_token: "lease",
                results: [result()],
                fetch_attempts: 1,
              },
              incident: failing ? {} : null,
            }),
            checked(readings[b]),
            night,
          );
          expect(setOf(changes).status).toBe(a === b ? undefined : b);
          const said = notified(changes);
          if (said) return said.padEnd(10);
          return (kinds(changes).includes("timeline") ? "timeline" : "-").padEnd(10);
        })
        .join("")}`,
  );
  test("opens on down and stale, resolves on up and degraded, and pages nobody for a move between", () => {
    expect(
      [`from\\to  ${to.map((b) => b.padEnd(10)).join("")}`, ...grid].map((line) => line.trimEnd()),
    ).toEqual([
      "from\\to  up        degraded  down      stale",
      "pending  -         -         opened    opened",
      "up       -         -         opened    opened",
      "degraded -         -         opened    opened",
      "down     recovered recovered -         timeline",
      "stale    recovered recovered timeline  -",
    ]);
  });
});

describe("a check that came back", () => {
  test("counts for nothing under a claim that somebody else has taken over", () => {
    const snapshot = healthSnapshot({ subject: { lease_token: "other" } });
    expect(decide(snapshot, checked(readings.down), night)).toEqual([]);
  });

  test("is tried again after 5 s when the fetch failed, before it counts", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "up" },
      monitor: { fetch_retries: 2 },
    });
    const failed = checked({ ok: false, reason: "connection refused" });
    expect(decide(snapshot, failed, night)).toEqual([
      {
        kind: "subject",
        set: { lease_token: null, due_at: night + 5000, fetch_attempts: 1 },
      },
    ]);
  });

  test("that failed for good says why and keeps what the last report said", () => {
    const snapshot = healthSnapshot({
      subject: {
        lease_token: "lease",
        status: "up",
        fetch_attempts: 1,
        finished_at: night - minute,
        checks_total: 3,
      },
    });
    const changes = decide(snapshot, checked({ ok: false, reason: "connection refused" }), night);
    expect(setOf(changes)).toMatchObject({
      status: "down",
      status_reason: expect.stringContaining("connection refused"),
      fetch_attempts: 0,
      checked_at: night,
      wake_at: null,
    });
    expect(setOf(changes)).not.toHaveProperty("finished_at");
    expect(setOf(changes)).not.toHaveProperty("checks_total");
    expect(notified(changes)).toBe("opened");
  });

  test("that counts after a skipped reading has no code for its reason any more", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "up", status_reason: "…", reason_code: "offline" },
    });
    const changes = decide(snapshot, checked(readings.up), night);
    expect(setOf(changes)).toMatchObject({ status_reason: null, reason_code: null });
  });

  test("with the same results does not write them again", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "up", results: [result()] },
    });
    const changes = decide(snapshot, checked(readings.up), night);
    expect(kinds(changes)).toEqual(["subject"]);
    expect(setOf(changes)).not.toHaveProperty("results");
    expect(setOf(changes)).toMatchObject({
      checked_at: night,
      finished_at: night,
      checks_total: 1,
      checks_passing: 1,
    });
  });

  test("wakes itself at the first millisecond at which its report is stale", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "up", results: [result()] },
    });
    expect(setOf(decide(snapshot, checked(readings.up), night)).wake_at).toBe(
      night + 10 * minute + 1,
    );
  });

  test("says in reason and history which sub-check is gone, and changes no status for it", () => {
    const snapshot = healthSnapshot({
      subject: {
        lease_token: "lease",
        status: "up",
        results: [result(), result({ name: "Queue" })],
      },
    });
    const changes = decide(snapshot, checked(readings.up), night);
    expect(setOf(changes).status_reason).toContain("Queue");
    expect(setOf(changes)).not.toHaveProperty("status");
    expect(changes).toContainEqual({
      kind: "history",
      status: "up",
      reason: "Missing from the latest report: Queue.",
    });
  });

  test("writes one history entry when a sub-check is gone and the status moves too", () => {
    const snapshot = healthSnapshot({
      subject: {
        lease_token: "lease",
        status: "up",
        results: [result(), result({ name: "Queue" })],
      },
    });
    const changes = decide(snapshot, checked(readings.down), night);
    expect(kinds(changes).filter((kind) => kind === "history")).toHaveLength(1);
  });

  test("that fails in another place than before is written into the incident, without a push", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "down" },
      incident: { details: { failing: ["Queue"] } },
    });
    const changes = decide(snapshot, checked(readings.down), night);
    expect(kinds(changes)).toEqual(["subject", "incident", "timeline"]);
  });

  test("that fails as before changes nothing in the incident", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "down" },
      incident: { details: { failing: ["Database"] } },
    });
    const changes = decide(snapshot, checked(readings.down), night);
    expect(kinds(changes)).toEqual(["subject"]);
  });

  test("moves between down and stale without an incident when somebody resolved it by hand", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "down" },
      incident: null,
    });
    const changes = decide(snapshot, checked(readings.stale), night);
    expect(kinds(changes)).toEqual(["subject", "history"]);
  });

  test("and recovers in silence when there is no incident to resolve", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "down" },
      incident: null,
    });
    const changes = decide(snapshot, checked(readings.up), night);
    expect(kinds(changes)).toEqual(["subject", "history", "recheck-dependents"]);
  });

  test("names the status it left when it recovers to degraded", () => {
    const changes = decide(
      healthSnapshot({
        subject: { lease_token: "lease", status: "down" },
        incident: {},
      }),
      checked(readings.degraded),
      night + 6 * minute,
    );
    expect(changes).toContainEqual(
      expect.objectContaining({
        kind: "notify",
        title: "Shop is degraded, no longer down",
        message: "The monitor is degraded. Open for 6 min. Last error: Database crashed",
      }),
    );
  });
});

describe("a wake", () => {
  const up = {
    status: "up" as const,
    finished_at: night,
    checked_at: night + 10 * minute,
    results: [result()],
  };
  const woken: Command = { kind: "woken" };

  test("finds a report stale between two polls and pages", () => {
    const changes = decide(healthSnapshot({ subject: up }), woken, night + 10 * minute + 1);
    expect(setOf(changes)).toMatchObject({ status: "stale", wake_at: null });
    expect(notified(changes)).toBe("opened");
  });

  test("makes no check due where none is to be made", () => {
    const changes = decide(
      healthSnapshot({
        subject: { ...up, due_at: null },
        monitor: { confirmations: 2 },
      }),
      woken,
      night + 10 * minute + 1,
    );
    expect(setOf(changes)).toMatchObject({ status: "stale", unconfirmed: 1 });
    expect(setOf(changes)).not.toHaveProperty("due_at");
  });

  test("finds it stale also when no results are stored", () => {
    const changes = decide(
      healthSnapshot({ subject: { ...up, results: null } }),
      woken,
      night + 10 * minute + 1,
    );
    expect(setOf(changes).status).toBe("stale");
  });

  test("that comes early sleeps on", () => {
    expect(decide(healthSnapshot({ subject: up }), woken, night)).toEqual([
      { kind: "subject", set: { wake_at: night + 10 * minute + 1 } },
    ]);
  });

  test("waits for the check that is due when this service itself was away", () => {
    const changes = decide(
      healthSnapshot({ subject: { ...up, checked_at: night } }),
      woken,
      night + 3600_000,
    );
    expect(changes).toEqual([{ kind: "subject", set: { wake_at: night + 3600_000 + 15_000 } }]);
  });

  test("counts the retries of a check before it says that this service itself was away", () => {
    // 1.5 intervals of 60 s, 30 s, and for the check and each of three retries 10 s and a wait of 5 s.
    const most = 180_000;
    const woke = night + 20 * minute;
    const wake = (checked_at: number) =>
      setOf(
        decide(
          healthSnapshot({ subject: { ...up, checked_at }, monitor: { fetch_retries: 3 } }),
          woken,
          woke,
        ),
      );
    expect(wake(woke - most)).toMatchObject({ status: "stale" });
    expect(wake(woke - most - 1)).toEqual({ wake_at: woke + 15_000 });
  });

  test.each([
    ["down", { status: "down" as const }],
    ["never reported", { finished_at: null }],
    ["never checked", { checked_at: null }],
  ])("has nothing to say of a monitor that is %s", (_, more) => {
    expect(decide(healthSnapshot({ subject: { ...up, ...more } }), woken, night)).toEqual([
      { kind: "subject", set: { wake_at: null } },
    ]);
  });

  test("ends a pause whose time has come", () => {
    const changes = decide(
      healthSnapshot({
        subject: { ...up, paused_at: night, paused_until: night + minute },
      }),
      woken,
      night + minute,
    );
    expect(setOf(changes)).toEqual({
      paused_at: null,
      paused_until: null,
      due_at: night + minute,
      checks_since: night + minute,
      wake_at: null,
    });
  });

  test("leaves a pause alone that is not over", () => {
    const changes = decide(
      healthSnapshot({
        subject: { ...up, paused_at: night, paused_until: night + minute },
      }),
      woken,
      night + 1000,
    );
    expect(setOf(changes)).toEqual({ wake_at: night + minute });
  });
});

describe("what people do", () => {
  test("a changed configuration is checked at once", () => {
    const changes = decide(healthSnapshot(), { kind: "configured" }, night);
    expect(setOf(changes).due_at).toBe(night);
  });

  test("a changed configuration of a paused monitor waits", () => {
    const snapshot = healthSnapshot({ subject: { paused_at: night } });
    expect(decide(snapshot, { kind: "configured" }, night)).toEqual([]);
  });

  test("a pause stops the checks and is written into the incident", () => {
    const changes = decide(
      healthSnapshot({ subject: { status: "down" }, incident: {} }),
      { kind: "paused", by: "Ada", until: null },
      night,
    );
    expect(setOf(changes)).toMatchObject({
      paused_at: night,
      due_at: null,
      wake_at: null,
    });
    expect(changes).toContainEqual({
      kind: "timeline",
      entry: "paused",
      text: "The monitor was paused by Ada.",
      actor: "Ada",
    });
  });

  test("a pause of a paused monitor is written with its end, and not when the end stays the same", () => {
    const said = (paused_until: number | null, until: number | null) =>
      decide(
        healthSnapshot({ subject: { paused_at: night, paused_until }, incident: {} }),
        { kind: "paused", by: "Ada", until },
        night,
      ).flatMap((one) => (one.kind === "timeline" ? [one.text] : []));
    const later = night + 60 * minute;
    const text = "The monitor was paused by Ada until 2026-11-21 04:00 UTC.";
    expect(said(null, later)).toEqual([text]);
    expect(said(later, null)).toEqual(["The monitor was paused by Ada."]);
    expect([said(null, null), said(later, later)]).toEqual([[], []]);
  });

  test("a pause of a monitor that is down and does not flap has no words about flapping", () => {
    const incident = { title: "Shop is down", details: { check: "database" } };
    const changes = decide(
      healthSnapshot({ subject: { status: "down", crossings: [night - minute] }, incident }),
      { kind: "paused", by: "Ada", until: null },
      night,
    );
    expect(setOf(changes).crossings).toEqual([]);
    expect(changes.flatMap((one) => (one.kind === "timeline" ? [one.text] : []))).toEqual([
      "The monitor was paused by Ada.",
    ]);
    expect(changes.filter(({ kind }) => kind === "incident" || kind === "notify")).toEqual([]);
  });

  test("resuming checks at once; resuming what is not paused does nothing", () => {
    const resume: Command = { kind: "resumed", by: "Ada" };
    const paused = healthSnapshot({ subject: { paused_at: night } });
    expect(setOf(decide(paused, resume, night)).due_at).toBe(night);
    expect(decide(healthSnapshot(), resume, night)).toEqual([]);
  });

  test("a health check monitor has no use for error reports", () => {
    expect(decide(healthSnapshot(), { kind: "reported", reports: [] }, night)).toEqual([]);
  });

  test("acknowledging says who was first, once", () => {
    const acknowledge: Command = { kind: "acknowledged", by: "Ada" };
    const open = healthSnapshot({ subject: { status: "down" }, incident: {} });
    expect(decide(open, acknowledge, night)).toEqual([
      {
        kind: "incident",
        set: {
          status: "acknowledged",
          acknowledged_at: night,
          acknowledged_by: "Ada",
          acknowledged_user_id: null,
          snoozed_until: null,
        },
      },
      {
        kind: "timeline",
        entry: "acknowledged",
        text: "Acknowledged by Ada.",
        actor: "Ada",
        user_id: null,
      },
      {
        kind: "notify",
        transition: "acknowledged",
        title: "Acknowledged by Ada: Shop is down",
        message: "Database crashed",
        round: String(night),
      },
    ]);
    const taken = healthSnapshot({ incident: { status: "acknowledged" } });
    expect(decide(taken, acknowledge, night)).toEqual([]);
    expect(decide(healthSnapshot(), acknowledge, night)).toEqual([]);
  });

  test.each([
    [{ kind: "resolved", by: "Ada", reason: null } as Command, "Resolved by Ada."],
    [{ kind: "resolved", by: "Ada", reason: "Rebooted." } as Command, "Rebooted."],
    [{ kind: "deleted", by: "Ada" } as Command, "The monitor was deleted by Ada."],
  ])("%o resolves the incident with its reason", (command, reason) => {
    const changes = decide(healthSnapshot({ incident: {} }), command, night);
    expect(changes[0]).toEqual({
      kind: "incident",
      set: {
        status: "resolved",
        resolved_at: night,
        resolved_reason: reason,
      },
    });
    expect(notified(changes)).toBe("recovered");
    const over = healthSnapshot({ incident: { status: "resolved" } });
    expect(decide(over, command, night)).toEqual([]);
  });

  test("a note goes into the timeline", () => {
    const command: Command = { kind: "noted", by: "Ada", text: "On it." };
    expect(decide(healthSnapshot({ incident: {} }), command, night)).toEqual([
      { kind: "timeline", entry: "note", text: "On it.", actor: "Ada", user_id: null },
    ]);
  });
});

describe("sub-checks that are made of the answer", () => {
  const own = (status: CheckResult["status"], total_ms = 1): Reading => ({
    ok: true,
    observed: true,
    finished_at: night,
    results: [result({ name: "monitord.status", status })],
    remarks: [],
    measured: { "monitord.status": { notification_message: `Took ${total_ms} ms` } },
  });
  const monitor = { url: "https://shop.example.com/", expect: "http" } as const;
  const before = (subject: object = {}) =>
    healthSnapshot({
      monitor,
      subject: { lease_token: "lease", status: "up", ...subject },
    });

  test("and fail are tried again before they count", () => {
    expect(setOf(decide(before(), checked(own("failed")), night))).toEqual({
      lease_token: null,
      due_at: night + 5000,
      fetch_attempts: 1,
    });
    const last = before({ fetch_attempts: 1 });
    expect(setOf(decide(last, checked(own("failed", 7)), night))).toMatchObject({
      status: "down",
      status_reason: "Took 7 ms",
    });
    expect(setOf(decide(before(), checked(own("warning")), night)).status).toBe("degraded");
  });

  test("are not written again when only what was measured has changed", () => {
    const [results, measured] = [[result({ name: "monitord.status" })], {}];
    const set = setOf(decide(before({ results, measured }), checked(own("ok", 8)), night));
    expect(set).not.toHaveProperty("results");
    expect(set.measured).toEqual({ "monitord.status": { notification_message: "Took 8 ms" } });
  });

  test("never become stale, and say nothing about those of an earlier report", () => {
    const changes = decide(before({ results: [result()] }), checked(own("ok")), night);
    expect(setOf(changes)).toMatchObject({ wake_at: null });
    expect(setOf(changes)).not.toHaveProperty("status_reason");
    const [from, to] = [before({ results: [result({ name: "monitord.body" })] }), readings.up];
    expect(setOf(decide(from, checked(to), night))).not.toHaveProperty("status_reason");
  });

  test("are forgotten when the monitor expects reports alone again", () => {
    const snapshot = healthSnapshot({
      subject: { lease_token: "lease", status: "up", measured: { "monitord.status": {} } },
    });
    expect(setOf(decide(snapshot, checked(readings.up), night)).measured).toBe(null);
  });

  test("beside a report that becomes stale keep what was measured", () => {
    const slow = { "monitord.response_time": { notification_message: "Answered in 4 s" } };
    const snapshot = healthSnapshot({
      subject: {
        status: "degraded",
        checked_at: night,
        finished_at: night - 11 * minute,
        wake_at: night,
        results: [result({ name: "monitord.response_time", status: "warning" })],
        measured: slow,
      },
    });
    expect(setOf(decide(snapshot, { kind: "woken" }, night)).status).toBe("stale");
  });
});
