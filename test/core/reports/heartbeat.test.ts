import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import type { Snapshot } from "../../../src/core/command/snapshot.ts";
import type { Change } from "../../../src/core/command/change.ts";
import type { Command, Signal } from "../../../src/core/command/command.ts";
import type { RunUnderWay, Subject, WebhookMonitor } from "../../../src/core/model/model.ts";
import {
  missingAt,
  missingReason,
  nextExpected,
  signaled,
} from "../../../src/core/reports/heartbeat.ts";
import { rules } from "../../../src/core/declare/rules.ts";
import { conditionOf } from "../../../src/core/reports/webhook-incident.ts";
import { formatRunTime } from "../../../src/core/text/duration.ts";
import {
  beat as beatOf,
  incident,
  night,
  subject,
  webhookMonitor,
  webhookSnapshot,
  webhookSpec,
} from "../../support/builders.ts";
import { webhookLife, type Life } from "../../support/life.ts";

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

test.each([
  ["a grace of ten minutes", 10, 1],
  ["a grace of a day", 1440, 2],
  ["a grace of two days", 2880, 4],
])(
  "gaps of each night do not put off for ever that a report is missing: %s",
  (_name, grace, first) => {
    const monitor = webhookMonitor({ ...hourly, grace_minutes: grace });
    const beat = subject({ expected_at: night });
    const day = 24 * 60 * minute;
    const missing = Array.from({ length: 10 }, (_, nights) => {
      const from = night + 60 * minute + nights * day;
      return missingAt(monitor, beat, { from, to: from + 5 * minute })! <= from + 5 * minute;
    });
    expect(missing.indexOf(true)).toBe(first);
    expect(missing.slice(missing.indexOf(true))).not.toContain(false);
  },
);

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
      for (const change of changes) {
        if (change.kind !== "run") continue;
        const { beat, lost } = change;
        const own = running.findLast((run) => run.rid === beat.rid);
        running =
          beat.signal === "start"
            ? [...running, { id: `run-${beat.at}`, rid: beat.rid, started_at: beat.at }]
            : running.filter((run) => run !== own && !lost.includes(run.id));
      }
      for (const change of changes)
        if (change.kind === "subject") Object.assign(snapshot.subject, change.set);
      all.push(...changes);
      return snapshot.subject.status;
    },
    kinds: () => all.map(({ kind }) => kind),
  };
}
const signal = (signal: Signal, now: number, rid: string | null = null): Command => ({
  kind: "signaled",
  beat: beatOf({ at: now, signal, rid }),
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

test.each([
  ["2026-12-01T03:00:00Z", "2026-12-01T03:00:00Z"],
  ["2026-12-01T03:00:01Z", "2026-12-02T03:00:00Z"],
  ["2026-12-01T02:59:59Z", "2026-12-01T03:00:00Z"],
])("expect_from %s: the first moment of cron that is expected is %s", (expect_from, first) => {
  const cron = { expect_every_minutes: null, expect_cron: "0 3 * * *", expect_from };
  const one = life(cron);
  one.happens(configured, night);
  expect(one.subject.expected_at).toBe(Date.parse(first));
});

test("a moment of cron at which the expectation restarts is not expected any more", () => {
  const expect_from = new Date(night).toISOString();
  const one = life({ expect_every_minutes: null, expect_cron: "0 * * * *", expect_from });
  one.happens(configured, night);
  expect(one.subject.expected_at).toBe(night + 60 * minute);
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
  one.happens(signal("success", night + minute), night + minute);
  expect(one.subject).toMatchObject({ last_duration_ms: null, run_started_at: null });
});

describe("a success closes the starts before it that never ended", () => {
  /** Runs that start at minutes 0, 1, 2 …, then one end; says which are lost, and whose deadline is left. */
  const after = (starts: (string | null)[], end: "success" | "fail", rid: string | null) => {
    const running = starts.map((its, i) => ({
      id: `${its ?? "none"}@${i}`,
      rid: its,
      started_at: night + i * minute,
    }));
    const beat = subject({ run_started_at: night });
    const at = night + 5 * minute;
    const { set, lost } = signaled(webhookMonitor(hourly), beat, { signal: end, at, rid }, running);
    const left = running.find(({ started_at }) => started_at === set.run_started_at)?.id ?? "-";
    return `${lost.join(" ") || "-"} | ${left}`;
  };
  test.each<[string, (string | null)[], "success" | "fail", string | null, string]>([
    ["its own start only", [null], "success", null, "- | -"],
    ["one that was killed before", [null, null], "success", null, "none@0 | -"],
    ["one with a rid, when it has none", ["x"], "success", null, "x@0 | -"],
    ["all, when it has no rid", ["x", null, "y"], "success", null, "x@0 y@2 | -"],
    ["older ones, when it has one", ["x", "y"], "success", "y", "x@0 | -"],
    ["but not later ones, when it has one", ["x", "y", "z"], "success", "y", "x@0 | z@2"],
    ["none when its own start is unknown", ["x"], "success", "y", "- | x@0"],
    ["none when it failed", [null, null], "fail", null, "- | none@0"],
  ])("%s", (_name, starts, end, rid, expected) => {
    expect(after(starts, end, rid)).toBe(expected);
  });
});

describe("a success shortly before a moment of cron counts for it", () => {
  const daily = { expect_cron: "0 3 * * *" };
  const often = { expect_cron: "*/5 * * * *" };
  const today = "2026-03-02T03:00:00Z";
  const tomorrow = "2026-03-03T03:00:00.000Z";
  test.each<[string, Partial<WebhookMonitor>, string | null, string | null, string, string]>([
    ["5 s early, the first of all", daily, null, null, "2026-03-02T02:59:55Z", tomorrow],
    ["5 s early", daily, today, null, "2026-03-02T02:59:55Z", tomorrow],
    ["60 s early", daily, today, null, "2026-03-02T02:59:00Z", tomorrow],
    ["61 s early", daily, today, null, "2026-03-02T02:58:59Z", "2026-03-02T03:00:00.000Z"],
    ["on time", daily, today, null, "2026-03-02T03:00:00Z", tomorrow],
    ["late", daily, today, null, "2026-03-02T03:05:00Z", tomorrow],
    [
      "begun 90 s and ended 10 s early",
      daily,
      today,
      "2026-03-02T02:58:30Z",
      "2026-03-02T02:59:50Z",
      tomorrow,
    ],
    [
      "begun and ended early, a day after one was missed",
      daily,
      "2026-03-01T03:00:00Z",
      "2026-03-02T02:59:50Z",
      "2026-03-02T02:59:58Z",
      tomorrow,
    ],
    [
      "a tenth of a short period",
      often,
      "2026-03-02T12:05:00Z",
      null,
      "2026-03-02T12:04:30Z",
      "2026-03-02T12:10:00.000Z",
    ],
    [
      "more than a tenth",
      often,
      "2026-03-02T12:05:00Z",
      null,
      "2026-03-02T12:04:29Z",
      "2026-03-02T12:05:00.000Z",
    ],
    [
      "the long run of the moment before",
      often,
      "2026-03-02T12:00:00Z",
      "2026-03-02T12:00:02Z",
      "2026-03-02T12:04:58Z",
      "2026-03-02T12:05:00.000Z",
    ],
    [
      "never, when only the time in between counts",
      { expect_every_minutes: 60 },
      null,
      null,
      "2026-03-02T12:00:00Z",
      "2026-03-02T13:00:00.000Z",
    ],
  ])("%s", (_name, monitor, expected_at, began, ended, next) => {
    const running = began === null ? [] : [{ id: "run", rid: null, started_at: at(began) }];
    const { set } = signaled(
      webhookMonitor(monitor),
      subject({ expected_at: expected_at === null ? null : at(expected_at) }),
      { signal: "success", at: at(ended), rid: null },
      running,
    );
    expect(new Date(set.expected_at!).toISOString()).toBe(next);
  });
});

describe("only a success satisfies an expectation", () => {
  /** What happens to a monitor at each minute of the night, and its status, reason, and pushes after it. */
  const nights = (
    monitor: Partial<WebhookMonitor>,
    steps: [number, string][],
  ): { said: string[]; reasons: string[]; one: Life } => {
    const one = webhookLife({
      monitor: { title: "Backup", grace_minutes: 10, error_rate_threshold: 1, ...monitor },
    });
    one.put(configured);
    const reasons: string[] = [];
    for (const [after, what] of steps) {
      one.pass(night + after * minute - one.now);
      if (what === "start" || what === "success" || what === "fail") one.run(what);
      else if (what === "error") one.report();
      else if (what === "resolve") one.put({ kind: "resolved", by: "Ada", reason: null });
      else if (what === "reopen")
        one.put({ kind: "reopened", incident_id: one.latest!.id, by: "Ada" });
      reasons.push(`${after} ${what}: ${one.subject.status} · ${one.subject.status_reason ?? "-"}`);
    }
    return {
      said: one.said.map(({ at: when, title }) => `${(when - night) / minute} ${title}`),
      reasons,
      one,
    };
  };
  const day = 24 * 60;
  // The night of the builders begins at 03:00.
  const daily = { expect_cron: "0 3 * * *" };

  test("a job that only ever fails is missing, whatever its threshold", () => {
    const steps = Array.from({ length: 8 }, (_, i): [number, string] => [60 + i * 45, "fail"]);
    const { said, one } = nights({ expect_every_minutes: 60, error_rate_threshold: 3 }, [
      [0, "success"],
      ...steps,
    ]);
    expect(said).toEqual(["70 Backup: expected report is missing"]);
    expect(one.subject.status).toBe("missing");
  });

  test("a job that has never succeeded is missing, too", () => {
    const { said } = nights({ expect_every_minutes: 60, error_rate_threshold: 3 }, [
      [0, "fail"],
      [50, "fail"],
      [100, "fail"],
    ]);
    expect(said).toEqual(["70 Backup: expected report is missing"]);
  });

  test("a failed run fires until the next success, with one page", () => {
    const { said, reasons } = nights(daily, [
      [-day, "success"],
      [1, "fail"],
      [6, "look"],
      [11, "look"],
      [day - 1, "look"],
      [day + 1, "success"],
      [day + 7, "look"],
    ]);
    expect(said).toEqual(["1 Backup: the last run failed", "1441 Backup: run succeeded"]);
    expect(reasons).toEqual([
      "-1440 success: quiet · -",
      "1 fail: firing · The last run failed, at 2026-11-21 03:01 UTC. It fires until a run succeeds.",
      "6 look: firing · The last run failed, at 2026-11-21 03:01 UTC. It fires until a run succeeds.",
      "11 look: firing · The last run failed, at 2026-11-21 03:01 UTC. It fires until a run succeeds.",
      "1439 look: firing · The last run failed, at 2026-11-21 03:01 UTC. It fires until a run succeeds.",
      "1441 success: resolved · A run reported success.",
      "1447 look: quiet · -",
    ]);
  });

  test("a success ends a failure at once, though the failure is still in the window", () => {
    const { said, reasons } = nights({ expect_every_minutes: 60, error_rate_threshold: 2 }, [
      [0, "success"],
      [1, "fail"],
      [2, "fail"],
      [3, "success"],
      // The two that a success has settled count no more.
      [4, "fail"],
      [5, "fail"],
    ]);
    expect(said).toEqual([
      "2 Backup: the last run failed",
      "3 Backup: run succeeded",
      "5 Backup: the last run failed",
    ]);
    expect(reasons.slice(2, 5).map((line) => line.split(":")[1])).toEqual([
      " firing · The last run failed, at 2026-11-21 03",
      " resolved · A run reported success.",
      " resolved · A run reported success.",
    ]);
  });

  test("a success does not end what error reports opened, nor do failed runs that it settled prolong that", () => {
    const { said, reasons } = nights({ expect_every_minutes: 60, error_rate_threshold: 2 }, [
      [0, "fail"],
      [1, "error"],
      [1, "error"],
      [2, "success"],
      [5, "look"],
      [6, "look"],
    ]);
    expect(said).toEqual(["1 Backup: 2 errors in 5 minutes", "6 Backup: back below threshold"]);
    expect(reasons.slice(2)).toEqual([
      "1 error: firing · The last run failed, at 2026-11-21 03:00 UTC. It fires until a run succeeds.",
      "2 success: firing · Error rate at or above threshold (2 in 5 min).",
      "5 look: firing · Error rate at or above threshold (2 in 5 min).",
      "6 look: resolved · Error rate below threshold (2 in 5 min).",
    ]);
  });

  test("error reports that fire without a failed run end with the window", () => {
    const { said } = nights({ expect_every_minutes: 600, error_rate_threshold: 2 }, [
      [0, "success"],
      [1, "fail"],
      [20, "error"],
      [20, "error"],
      [30, "look"],
    ]);
    expect(said).toEqual(["20 Backup: 2 errors in 5 minutes", "25 Backup: back below threshold"]);
  });

  test.each<[string, [number, string][], string[]]>([
    [
      "the next failed run pages again",
      [
        [1, "fail"],
        [300, "resolve"],
        [day + 1, "fail"],
      ],
      [
        "1 Backup: the last run failed",
        "300 Backup: resolved by Ada",
        "1441 Backup: the last run failed",
      ],
    ],
    [
      "the next run that does not come pages again",
      [
        [1, "fail"],
        [300, "resolve"],
        [2 * day, "look"],
      ],
      [
        "1 Backup: the last run failed",
        "300 Backup: resolved by Ada",
        "1450 Backup: expected report",
      ],
    ],
    [
      "so it does after a run that did not come",
      [
        [300, "resolve"],
        [2 * day, "look"],
      ],
      ["10 Backup: expected report", "300 Backup: resolved by Ada", "1450 Backup: expected report"],
    ],
    [
      "a failed run after a missing one pages",
      [
        [300, "resolve"],
        [day + 1, "fail"],
      ],
      [
        "10 Backup: expected report",
        "300 Backup: resolved by Ada",
        "1441 Backup: the last run failed",
      ],
    ],
    [
      "within the window, the failure itself does not page again",
      [
        [1, "fail"],
        [2, "resolve"],
        [day - 1, "look"],
      ],
      ["1 Backup: the last run failed", "2 Backup: resolved by Ada"],
    ],
    [
      "a success says nothing more",
      [
        [1, "fail"],
        [300, "resolve"],
        [day + 1, "success"],
        [day + 60, "look"],
      ],
      ["1 Backup: the last run failed", "300 Backup: resolved by Ada"],
    ],
    [
      "reopened, it is one incident until a success",
      [
        [1, "fail"],
        [300, "resolve"],
        [301, "reopen"],
        [day + 1, "fail"],
        [day + 2, "success"],
      ],
      [
        "1 Backup: the last run failed",
        "300 Backup: resolved by Ada",
        "301 Reopened by Ada: Backup",
        "1442 Backup: run succeeded",
      ],
    ],
  ])("resolved manually, %s", (_name, steps, expected) => {
    const { said } = nights(daily, [[-day, "success"], ...steps]);
    expect(said).toEqual(expected.map((line) => expect.stringContaining(line)));
    expect(said).toHaveLength(expected.length);
  });

  test("a missing report that is missed again after a manual resolve says which one", () => {
    const { reasons } = nights(daily, [
      [-day, "success"],
      [300, "resolve"],
      [day + 10, "look"],
    ]);
    expect(reasons.at(-1)).toMatch(/missing · No report within 10 min of 2026-11-22 03:00 UTC\./);
  });

  test("a failed run of a monitor that expects none ends with the window, as an error report", () => {
    const { said } = nights({}, [
      [0, "fail"],
      [1, "success"],
      [6, "look"],
    ]);
    expect(said).toEqual(["0 Backup: 1 error in 5 minutes", "5 Backup: back below threshold"]);
  });

  test("without its schedule it is an error report, too", () => {
    const one = webhookLife({ monitor: { ...hourly, title: "Backup" } });
    one.put(configured);
    one.run("fail");
    one.pass(20 * minute);
    expect(one.subject.status).toBe("firing");
    one.configure({ expect_every_minutes: null });
    expect(one.subject.status).toBe("resolved");
    expect(one.subject.status_reason).toMatch(/^Error rate below threshold/);
  });

  test("paused, it fires until a success, and opens nothing new after a manual resolve", () => {
    const one = webhookLife({ monitor: { ...hourly, title: "Backup" } });
    one.put(configured);
    one.run("fail");
    one.put({ kind: "paused", by: "Ada", until: null });
    one.pass(20 * minute);
    expect(one.subject.status).toBe("firing");
    one.put({ kind: "resolved", by: "Ada", reason: null });
    one.run("fail");
    expect(one.incidents).toBe(1);
    one.pass(minute);
    one.run("success");
    expect(one.subject.status).toBe("resolved");
  });
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

test("a failed run is an error report, and leaves the expectation as it is", () => {
  const one = life({});
  one.happens(configured, night);
  one.happens(signal("success", night), night);
  const later = night + 30 * minute;
  expect(one.happens(signal("fail", later), later)).toBe("firing");
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
  expect(one.subject).toMatchObject({
    status: "resolved",
    status_reason: "The time of the next expected report was reset.",
  });
});

test("a missing report without a reason has a sentence all the same", () => {
  const none = { count: 0, last: null, failed: false };
  const missing = { status: "missing" as const, reason: null };
  expect(conditionOf(webhookSnapshot({}), missing, none)).toMatchObject({
    bad: true,
    summary: "No report came in time.",
  });
});

test("an incident of a failed run says the last line of its output, else its reason", () => {
  const of = (message: string | null, reason: string | null) =>
    conditionOf(
      webhookSnapshot({}),
      { status: "firing", reason },
      {
        count: 1,
        failed: true,
        last: message === null ? null : { at: night, message, source: null, meta: null },
      },
    );
  expect(of("dump\nNo space left on device\n", "x")).toMatchObject({
    bad: true,
    title: "Shop errors: the last run failed",
    summary: "No space left on device",
  });
  expect(of(null, "It failed at 03:00.").summary).toBe("It failed at 03:00.");
  expect(of(null, null).summary).toBe("The last run failed.");
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
    const beat = beatOf({ signal: "fail", exit_code, output });
    const snapshot = webhookSnapshot({ monitor: hourly });
    const changes = decide(snapshot, { kind: "signaled", beat }, night);
    const opened = changes.find(({ kind }) => kind === "incident-opened");
    expect(JSON.stringify(opened)).toContain(JSON.stringify(summary));
  },
);

test("a message changes nothing, whatever the state, and is kept", () => {
  const message = beatOf({ signal: "log", output: "halfway" });
  for (const status of ["quiet", "firing", "missing", "waiting"] as const)
    expect(
      decide(
        webhookSnapshot({ monitor: hourly, subject: { status } }),
        { kind: "signaled", beat: message },
        night,
      ),
    ).toEqual([{ kind: "run", beat: message, lost: [] }]);
});

test("a signal that is read ends the incident about those that were not", () => {
  const snapshot = webhookSnapshot({ monitor: hourly, subject: { refused_in_row: 2 } });
  const refusal = incident({ source: "webhook_monitor", details: {} });
  for (const signal of ["start", "success", "fail", "log"] as const)
    expect(
      decide({ ...snapshot, refusal }, { kind: "signaled", beat: beatOf({ signal }) }, night),
    ).toEqual(
      expect.arrayContaining([
        { kind: "subject", set: { refused_in_row: 0 } },
        { kind: "about", key: "monitord.refused", incident: refusal },
        {
          kind: "incident",
          set: expect.objectContaining({ resolved_reason: "A delivery was read again." }),
        },
      ]),
    );
});

test("the reason is a sentence whatever is known", () => {
  expect(missingReason(webhookMonitor(hourly), subject({}), null)).toMatch(
    /^No report within 10 min of /,
  );
});
