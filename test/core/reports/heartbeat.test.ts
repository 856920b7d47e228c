import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/incident/decide.ts";
import type { Snapshot } from "../../../src/core/model/snapshot.ts";
import type { Change } from "../../../src/core/model/change.ts";
import type { Command } from "../../../src/core/model/command.ts";
import type { RunUnderWay, Subject, WebhookMonitor } from "../../../src/core/model/model.ts";
import { missingAt, missingReason, nextExpected } from "../../../src/core/reports/heartbeat.ts";
import { rules } from "../../../src/core/declare/rules.ts";
import { conditionOf } from "../../../src/core/reports/webhook-incident.ts";
import { formatRunTime } from "../../../src/core/text/duration.ts";
import {
  incident,
  night,
  subject,
  webhookMonitor,
  webhookSnapshot,
  webhookSpec,
} from "../../support/builders.ts";

const minute = 60_000;
const at = (text: string) => Date.parse(text);
const hourly = { expect_every_minutes: 60, grace_minutes: 10, error_rate_threshold: 1 };

describe("the next report is expected", () => {
  const berlin = { expect_timezone: "Europe/Berlin" };
  test.each<[string, Partial<WebhookMonitor>, string, string | null]>([
    ["never without a schedule", {}, "2026-03-01T00:00:00Z", null],
    [
      "so long after the last",
      { expect_every_minutes: 90 },
      "2026-03-01T00:00:00Z",
      "2026-03-01T01:30:00.000Z",
    ],
    [
      "at the next moment of cron",
      { expect_cron: "0 2 * * *", ...berlin },
      "2026-03-01T01:05:00Z",
      "2026-03-02T01:00:00.000Z",
    ],
    [
      "right after the gap when the clocks skip it",
      { expect_cron: "30 2 * * *", ...berlin },
      "2026-03-28T12:00:00Z",
      "2026-03-29T01:00:00.000Z",
    ],
    [
      "once when the clocks show it twice",
      { expect_cron: "30 2 * * *", ...berlin },
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00.000Z",
    ],
  ])("%s", (_name, monitor, from, expected) => {
    const next = nextExpected(webhookMonitor(monitor), at(from));
    expect(next === null ? null : new Date(next).toISOString()).toBe(expected);
  });
});

test.each<[string, Partial<Subject>, number | null, number | null]>([
  ["nothing is expected", {}, null, null],
  ["a grace after the expected time", { expected_at: night }, null, 10],
  [
    "a grace after the start when the run has not ended",
    { expected_at: night + 60 * minute, run_started_at: night },
    null,
    10,
  ],
  ["a gap that ended before does not matter", { expected_at: night }, -30, 10],
  ["a gap in the grace: one more grace from its end", { expected_at: night }, 5, 15],
  ["it is missing already", { expected_at: night, missing_since: night }, null, null],
])("missing from: %s", (_name, beat, gapTo, minutes) => {
  const gap = gapTo === null ? null : { from: night - 60 * minute, to: night + gapTo * minute };
  const due = missingAt(webhookMonitor(hourly), subject(beat), gap);
  expect(due).toBe(minutes === null ? null : night + minutes * minute);
});

/** Lets things happen to one monitor, and says what its status is after each. */
function life(monitor: Partial<WebhookMonitor>, start: Partial<Subject> = {}) {
  const snapshot = webhookSnapshot({ monitor: { ...hourly, ...monitor }, subject: start });
  const all: Change[] = [];
  let running: RunUnderWay[] = [];
  return {
    subject: snapshot.subject,
    happens(
      command: Command,
      now: number,
      more: Partial<Extract<Snapshot, { kind: "webhook_monitor" }>> = {},
    ) {
      const changes = decide({ ...snapshot, running, ...more }, command, now);
      if (command.kind === "signaled") {
        const { signal, rid, at } = command.beat;
        const own = running.findLast((run) => run.rid === rid);
        running =
          signal === "start"
            ? [...running, { rid, started_at: at }]
            : running.filter((run) => run !== own);
      }
      for (const change of changes)
        if (change.kind === "subject") Object.assign(snapshot.subject, change.set);
      all.push(...changes);
      return snapshot.subject.status;
    },
    kinds: () => all.map(({ kind }) => kind),
  };
}
const signal = (
  signal: "start" | "success" | "fail",
  now: number,
  rid: string | null = null,
): Command => ({
  kind: "signaled",
  beat: { at: now, signal, rid, exit_code: null, output: null },
});
const configured: Command = { kind: "configured" };
const woken: Command = { kind: "woken" };

test("before the first report it waits, then a report that does not come is missing, and a success ends that", () => {
  const one = life({});
  expect(one.happens(configured, night)).toBe("waiting");
  expect(one.subject.wake_at).toBeNull();
  expect(one.happens(signal("success", night), night)).toBe("quiet");
  expect(one.subject).toMatchObject({
    expected_at: night + 60 * minute,
    wake_at: night + 70 * minute,
  });
  expect(one.happens(woken, night + 70 * minute)).toBe("missing");
  expect(one.subject.status_reason).toMatch(/^No report within 10 min of /);
  expect(one.kinds()).toContain("incident-opened");
  expect(one.happens(signal("start", night + 80 * minute), night + 80 * minute)).toBe("missing");
  expect(one.happens(signal("success", night + 85 * minute), night + 85 * minute)).toBe("resolved");
  expect(one.subject).toMatchObject({ last_duration_ms: 5 * minute, missing_since: null });
});

test("expect_from says since when, also before the first report", () => {
  const one = life({ expect_from: new Date(night).toISOString() });
  expect(one.happens(configured, night)).toBe("quiet");
  expect(one.happens(woken, night + 70 * minute)).toBe("missing");
});

test("each of two runs at once has its own start, and the end of one leaves the deadline of the other", () => {
  const one = life({});
  one.happens(configured, night);
  one.happens(signal("start", night, "a"), night);
  one.happens(signal("start", night + 4 * minute, "b"), night + 4 * minute);
  expect(one.subject.run_started_at).toBe(night);
  one.happens(signal("success", night + 6 * minute, "a"), night + 6 * minute);
  expect(one.subject).toMatchObject({
    last_duration_ms: 6 * minute,
    run_started_at: night + 4 * minute,
    wake_at: night + 14 * minute,
  });
  one.happens(signal("success", night + 9 * minute, "b"), night + 9 * minute);
  expect(one.subject).toMatchObject({ last_duration_ms: 5 * minute, run_started_at: null });
});

test("a run that was killed is missing once; the next success ends that, and it is not waited for again", () => {
  const one = life({});
  one.happens(configured, night);
  one.happens(signal("start", night, "killed"), night);
  expect(one.happens(woken, night + 10 * minute)).toBe("missing");
  const later = night + 30 * minute;
  one.happens(signal("start", later, "b"), later);
  expect(one.happens(signal("success", later + minute, "b"), later + minute)).toBe("resolved");
  expect(one.subject).toMatchObject({ last_duration_ms: minute, run_started_at: null });
});

test("a success without a start has no duration", () => {
  const one = life({});
  one.happens(configured, night);
  one.happens(signal("start", night, "a"), night);
  one.happens(signal("success", night + minute), night + minute);
  expect(one.subject).toMatchObject({ last_duration_ms: null, run_started_at: night });
});

test("a run that began has to end within the grace", () => {
  const one = life({});
  one.happens(configured, night);
  expect(one.happens(signal("start", night), night)).toBe("quiet");
  expect(one.happens(woken, night + 10 * minute)).toBe("missing");
  expect(one.subject.status_reason).toMatch(
    /^The run that began at .* has not ended within 10 min\./,
  );
});

test("after a gap there is one more grace, and the reason says so", () => {
  const one = life({});
  one.happens(configured, night);
  one.happens(signal("success", night), night);
  const gap = { from: night + 20 * minute, to: night + 69 * minute };
  expect(one.happens(woken, night + 70 * minute, { gap })).toBe("quiet");
  expect(one.subject.wake_at).toBe(night + 79 * minute);
  expect(one.happens(woken, night + 79 * minute, { gap })).toBe("missing");
  expect(one.subject.status_reason).toMatch(
    /monitord was unavailable from .* and waited 10 min more\.$/,
  );
});

test("a failed run is an error report, and meets the expectation", () => {
  const one = life({});
  one.happens(configured, night);
  expect(one.happens(signal("fail", night), night)).toBe("firing");
  expect(one.subject.expected_at).toBe(night + 60 * minute);
});

test("while it is paused nothing is missing, and resuming begins anew", () => {
  const one = life({});
  one.happens(configured, night);
  one.happens(signal("success", night), night);
  one.happens({ kind: "paused", by: "Ada", until: null }, night + minute);
  expect(one.happens(woken, night + 200 * minute)).toBe("quiet");
  one.happens({ kind: "resumed", by: "Ada" }, night + 300 * minute);
  expect(one.subject.expected_at).toBe(night + 360 * minute);
});

test("the status of errors and reports together", () => {
  const beats: Record<string, Partial<Subject>> = {
    none: { expect_schedule: null },
    waiting: {},
    met: { expected_at: night + 60 * minute },
    missing: { expected_at: night, missing_since: night },
  };
  const rows = (["quiet", "firing", "resolved"] as const).map((before) =>
    [0, 1].map((errors) => {
      const cells = Object.entries(beats).map(([beat, columns]) => {
        const monitor = beat === "none" ? { expect_every_minutes: null } : {};
        const one = life(monitor, { status: before, status_since: night, ...columns });
        return one.happens(woken, night + minute, { in_window: errors }).padEnd(9);
      });
      return `${before.padEnd(9)} ${errors}  ${cells.join("")}`.trimEnd();
    }),
  );
  expect(`\nbefore errors ${Object.keys(beats).join(" ")}\n${rows.flat().join("\n")}\n`)
    .toMatchInlineSnapshot(`
    "
    before errors none waiting met missing
    quiet     0  quiet    waiting  quiet    missing
    quiet     1  firing   firing   firing   firing
    firing    0  resolved resolved resolved missing
    firing    1  firing   firing   firing   firing
    resolved  0  resolved resolved resolved missing
    resolved  1  firing   firing   firing   firing
    "
  `);
});

test.each([
  ["missing while errors fire", "firing", "missing", 0],
  ["errors while it is missing", "missing", "firing", 1],
] as const)("its open incident is rewritten: %s", (_name, before, after, errors) => {
  const late = { expected_at: night, missing_since: night, status: before, status_since: night };
  const open = incident({ source: "webhook_monitor", source_id: "errors" });
  const one = life({}, late);
  expect(one.happens(woken, night + minute, { in_window: errors, incident: open })).toBe(after);
  expect(one.kinds()).toContain("timeline");
  expect(one.kinds()).not.toContain("incident-opened");
});

test("without an open incident, and while it flaps, such a move is not told", () => {
  const late = {
    expected_at: night,
    missing_since: night,
    status: "firing",
    status_since: night,
  } as const;
  const resolvedByHand = life({}, late);
  resolvedByHand.happens(woken, night + minute);
  expect(resolvedByHand.kinds()).not.toContain("timeline");
  const open = incident({ source: "webhook_monitor", source_id: "errors" });
  const flapping = life({}, { ...late, flapping_since: night, crossings: [night] });
  flapping.happens(woken, night + minute, { incident: open });
  expect(flapping.subject.status).toBe("missing");
});

test("a missing report is over when reports are expected anew, and the incident says so", () => {
  const open = incident({ source: "webhook_monitor", source_id: "errors" });
  const one = life(
    {},
    { expected_at: night, missing_since: night, status: "missing", status_since: night },
  );
  one.happens({ kind: "paused", by: "Ada", until: null }, night + minute, { incident: open });
  one.happens({ kind: "resumed", by: "Ada" }, night + 2 * minute, { incident: open });
  expect(one.subject.status).not.toBe("missing");
});

test("a missing report without a reason has a sentence all the same", () => {
  expect(conditionOf(webhookSnapshot({}), "missing", 0, null, null)).toMatchObject({
    bad: true,
    summary: "No report came in time.",
  });
});

test.each([
  [{ expect_cron: "every day" }, ["expect_cron format"]],
  [{ expect_cron: "0 2 * * *", expect_every_minutes: 5 }, ["expect_cron not_allowed"]],
  [{ expect_cron: "0 2 * * *", expect_from: "2026-11-21T03:00:00Z" }, []],
  [{ expect_every_minutes: 5 }, []],
])("the rules of %j: %j", (fields, faults) => {
  const found = rules("webhook_monitors", webhookSpec(fields));
  expect(found.map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
});

test("how long a run took is said in tenths of a second below a minute", () => {
  expect([400, 45_000, 90_000].map(formatRunTime)).toEqual(["0.4 s", "45.0 s", "1 min"]);
});

test.each([
  [3, null, "The run failed with exit code 3."],
  [3, "disk full", "disk full"],
  [null, null, "The run failed."],
])(
  "a run that failed with %j and the output %j opens an incident: %s",
  (exit_code, output, summary) => {
    const beat = { at: night, signal: "fail" as const, rid: null, exit_code, output };
    const snapshot = webhookSnapshot({ monitor: hourly });
    const changes = decide(snapshot, { kind: "signaled", beat }, night);
    const opened = changes.find(({ kind }) => kind === "incident-opened");
    expect(JSON.stringify(opened)).toContain(JSON.stringify(summary));
  },
);

test("the reason is a sentence whatever is known", () => {
  expect(missingReason(webhookMonitor(hourly), subject({}), null)).toMatch(
    /^No report within 10 min of /,
  );
});
