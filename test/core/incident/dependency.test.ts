import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import type { Dependency } from "../../../src/core/command/snapshot.ts";
import type { Reading } from "../../../src/core/command/command.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import {
  answerWithin,
  isDown,
  spread,
  splitDependents,
} from "../../../src/core/incident/dependency.ts";
import type { Subject, Suppression } from "../../../src/core/model/model.ts";
import type { Status } from "../../../src/core/model/status.ts";
import {
  healthSnapshot,
  night,
  parent,
  result,
  subject,
  webhookSnapshot,
} from "../../support/builders.ts";

const second = 1000;
const minute = 60 * second;
const boom = { at: night, message: "boom", source: null, meta: null };

const reading = (status: "ok" | "failed", more: object = {}): Reading => ({
  ok: true,
  finished_at: night,
  results: [result({ status, notification_message: "gone" })],
  remarks: [],
  ...more,
});
/** What a check decides of a monitor with these parents. */
const checked = (
  of: Reading,
  with_: { subject?: Partial<Subject>; parents?: Dependency[] },
  now = night,
) =>
  decide(
    healthSnapshot({
      ...with_,
      subject: { status: "up", lease_token: "lease", ...with_.subject },
    }),
    { kind: "checked", lease: "lease", reading: of },
    now,
  );
const setOf = (changes: Change[]): Partial<Subject> =>
  Object.assign(
    {},
    ...changes.flatMap((c) => (c.kind === "subject" ? [c.set] : [])),
  ) as Partial<Subject>;
/** Without the check itself, which every result has. */
const kinds = (changes: Change[]) =>
  changes.map(({ kind }) => kind).filter((kind) => kind !== "check");
const historyOf = (changes: Change[]) =>
  changes.flatMap((c) => (c.kind === "history" ? [c.reason] : []));
const summaryOf = (changes: Change[]) => changes.find((c) => c.kind === "incident-opened")?.summary;
const opens = (changes: Change[]) => kinds(changes).includes("incident-opened");

const answered = (more: Partial<Dependency> = {}) => parent({ checked_at: night, ...more });
const suppression = (more: Partial<Suppression> = {}): Suppression => ({
  since: night,
  by: [{ id: "router", title: "Router" }],
  until: null,
  reason: "Database: gone",
  incident: {
    title: "Shop is down",
    summary: "Database: gone",
    occurrences: 0,
    details: { failing: ["Database"] },
  },
  ...more,
});

test("down is what is down or stale and not paused", () => {
  const all: Status[] = ["pending", "up", "degraded", "down", "stale"];
  expect(all.filter((status) => isDown({ status, paused_at: null }))).toEqual(["down", "stale"]);
  expect(isDown({ status: "down", paused_at: night })).toBe(false);
});

describe("a monitor that goes down", () => {
  test.each<[string, Dependency[], string | null]>([
    ["without parents", [], null],
    ["while its parent is well and has answered since", [answered()], null],
    [
      "while its parent is down",
      [answered({ status: "down" })],
      'Suppressed: dependency "Router" is down.',
    ],
    [
      "while its parent is stale",
      [answered({ status: "stale" })],
      'Suppressed: dependency "Router" is down.',
    ],
    ["while its parent is down and paused", [answered({ status: "down", paused_at: night })], null],
    [
      "while a parent that is well again has not yet told its children",
      [answered({ release_at: night })],
      'Suppressed: dependency "Router" is down.',
    ],
    [
      "while three of its parents are down",
      [
        answered({ status: "down" }),
        answered({ id: "dns", title: "DNS", status: "down" }),
        answered({ id: "mail", title: "Mail", status: "stale" }),
        answered({ id: "disk", title: "Disk" }),
      ],
      'Suppressed: dependencies "Router", "DNS" and "Mail" are down.',
    ],
    [
      "while its parent has not answered since",
      [parent({ checked_at: night - second })],
      'Checking dependency "Router" first (30 s at most).',
    ],
    [
      "while its parent was never checked",
      [parent({ checked_at: null, status: "pending" })],
      'Checking dependency "Router" first (30 s at most).',
    ],
    [
      "while its parent is paused and was not checked for long",
      [parent({ checked_at: null, paused_at: night })],
      null,
    ],
    [
      "while one is silent and another one down",
      [parent({ checked_at: null }), answered({ id: "dns", title: "DNS", status: "down" })],
      'Suppressed: dependency "DNS" is down.',
    ],
  ])("%s", (_, parents, why) => {
    const changes = checked(reading("failed"), { parents });
    const set = setOf(changes);
    // The status is what it is.
    expect(set).toMatchObject({ status: "down", status_since: night });
    expect(opens(changes)).toBe(why === null);
    expect(set.status_reason).toBe(why === null ? "Database: gone" : `Database: gone ${why}`);
    expect(set.suppression === undefined).toBe(why === null);
  });

  test("says in its history that something is down, and asks what is silent, for as long as it waits", () => {
    const down = checked(reading("failed"), {
      parents: [answered({ status: "down" })],
    });
    expect(kinds(down)).toEqual(["subject", "history", "history"]);
    expect(setOf(down)).toMatchObject({
      wake_at: null,
      suppression: suppression(),
    });
    const silent = checked(reading("failed"), {
      parents: [parent({ checked_at: null })],
    });
    expect(kinds(silent)).toEqual(["subject", "history", "ask"]);
    expect(silent).toContainEqual({ kind: "ask", ids: ["router"] });
    expect(setOf(silent)).toMatchObject({
      wake_at: night + 10 * second,
      suppression: suppression({ until: night + answerWithin }),
    });
  });

  test("and whose report goes stale between two checks is withheld alike", () => {
    const changes = decide(
      healthSnapshot({
        subject: {
          status: "up",
          checked_at: night - 20 * second,
          finished_at: night - 11 * minute,
          results: [result()],
        },
        parents: [answered({ status: "down" })],
      }),
      { kind: "woken" },
      night,
    );
    expect(setOf(changes)).toMatchObject({ status: "stale" });
    expect(opens(changes)).toBe(false);
  });
});

describe("a suppressed incident", () => {
  const late = night + 12 * minute;
  const bad = { status: "down" as const, suppression: suppression() };

  test("stays so while its parent is down, and says it once", () => {
    const changes = checked(
      reading("failed"),
      { subject: bad, parents: [answered({ status: "down" })] },
      late,
    );
    expect(kinds(changes)).toEqual(["subject"]);
    expect(setOf(changes)).not.toHaveProperty("suppression");
    expect(setOf(changes).status_reason).toContain("Suppressed");
  });

  test("opens with the first bad check after its parents are good again, and says since when it was failing", () => {
    const changes = checked(
      reading("failed"),
      { subject: bad, parents: [answered({ checked_at: late })] },
      late,
    );
    expect(kinds(changes)).toEqual(["subject", "incident-opened", "timeline", "notify"]);
    expect(setOf(changes)).toMatchObject({
      suppression: null,
      status_reason: "Database: gone",
    });
    expect(summaryOf(changes)).toBe(
      'Database: gone. Failing since 2026-11-21 03:00 UTC (12 min), suppressed while "Router" was down.',
    );
  });

  test("names each of several parents that were down", () => {
    const by = ["Router", "DNS", "Mail"].map((title) => ({ id: title, title }));
    const changes = checked(
      reading("failed"),
      {
        subject: { ...bad, suppression: { ...suppression(), by } },
        parents: [answered({ checked_at: late })],
      },
      late,
    );
    expect(summaryOf(changes)).toContain('suppressed while "Router", "DNS" and "Mail" were down.');
  });

  test("is forgotten when it recovers: nobody is told, and the history says it", () => {
    const changes = checked(
      reading("ok", { finished_at: late }),
      { subject: bad, parents: [answered({ status: "down" })] },
      late,
    );
    expect(setOf(changes)).toMatchObject({ status: "up", suppression: null });
    expect(kinds(changes)).not.toContain("notify");
    expect(historyOf(changes)).toEqual([
      null,
      'Recovered after 12 min. No incident: suppressed by dependency "Router".',
    ]);
  });

  test("goes on being withheld when down becomes stale, with what is the matter now", () => {
    const changes = checked(
      reading("ok", { finished_at: late - 11 * minute }),
      { subject: bad, parents: [answered({ status: "down" })] },
      late,
    );
    expect(setOf(changes).suppression).toMatchObject({
      since: night,
      incident: { title: "Shop is stale" },
    });
    expect(historyOf(changes)).toHaveLength(1);
  });

  test("says so again when it is something else that is down", () => {
    const changes = checked(
      reading("failed"),
      {
        subject: bad,
        parents: [answered({ id: "dns", title: "DNS", status: "down" })],
      },
      late,
    );
    expect(historyOf(changes)).toEqual(['Suppressed: dependency "DNS" is down.']);
  });

  test("opens nothing while it is paused, and is checked when it is resumed", () => {
    const paused = healthSnapshot({
      subject: { ...bad, paused_at: night, paused_until: late + minute },
    });
    expect(decide(paused, { kind: "woken" }, late)).toEqual([
      { kind: "subject", set: { wake_at: late + minute } },
    ]);
  });
});

describe("while it waits for an answer", () => {
  const waiting = {
    status: "down" as const,
    suppression: suppression({ until: night + answerWithin }),
  };
  const woken = (parents: Dependency[], now: number) =>
    decide(healthSnapshot({ subject: waiting, parents }), { kind: "woken" }, now);

  test("it asks again, until the bound and no longer", () => {
    const silent = [parent({ checked_at: night - second })];
    const soon = woken(silent, night + 10 * second);
    expect(kinds(soon)).toEqual(["subject", "ask"]);
    expect(setOf(soon).wake_at).toBe(night + 20 * second);
    expect(setOf(woken(silent, night + 25 * second)).wake_at).toBe(night + answerWithin);
    const late = woken(silent, night + answerWithin);
    expect(opens(late)).toBe(true);
    expect(summaryOf(late)).toBe('Database: gone. Dependency "Router" did not answer within 30 s.');
  });

  test("the answer that all is well opens it, as it would have opened without waiting", () => {
    const changes = woken([parent({ checked_at: night + second })], night + second);
    expect(summaryOf(changes)).toBe("Database: gone");
    expect(setOf(changes)).toMatchObject({ suppression: null, wake_at: null });
  });

  test("the answer that it is down withholds it for as long as that lasts", () => {
    const changes = woken([parent({ status: "down", checked_at: night + second })], night + second);
    expect(setOf(changes)).toMatchObject({
      suppression: suppression(),
      wake_at: null,
    });
    expect(historyOf(changes)).toEqual(['Suppressed: dependency "Router" is down.']);
  });

  test("one that recovers meanwhile is no news", () => {
    const changes = checked(reading("ok"), { subject: waiting }, night + second);
    expect(setOf(changes)).toMatchObject({ status: "up", suppression: null });
    expect(opens(changes)).toBe(false);
  });
});

describe("a monitor of error reports", () => {
  const down = [answered({ status: "down" })];
  const firing = (more: Partial<Suppression> = {}) => ({
    status: "firing" as const,
    wake_at: night + 4 * minute,
    window_count: 3,
    last_received_at: night,
    suppression: suppression({
      incident: {
        title: "Shop errors: 3 errors in 5 minutes",
        summary: "boom! (from api)",
        occurrences: 3,
        details: { last_message: "boom!" },
      },
      ...more,
    }),
  });

  test("fires without an incident while something is down", () => {
    const changes = decide(
      webhookSnapshot({ in_window: 2, parents: down }),
      { kind: "reported", reports: [boom] },
      night,
    );
    expect(setOf(changes)).toMatchObject({
      status: "firing",
      wake_at: night + 5 * minute,
      suppression: { until: null, incident: { summary: "boom", occurrences: 3 } },
    });
    expect(opens(changes)).toBe(false);
  });

  test("waits for an answer no longer than until its window runs dry", () => {
    const changes = decide(
      webhookSnapshot({
        in_window: 2,
        monitor: { error_rate_window_minutes: 1 },
        parents: [parent({ checked_at: null })],
      }),
      { kind: "reported", reports: [{ ...boom, at: night - 55 * second }] },
      night,
    );
    expect(setOf(changes).wake_at).toBe(night + 5 * second);
  });

  test("opens when it is over, with the count of now and what was reported last", () => {
    const changes = decide(
      webhookSnapshot({
        subject: firing(),
        in_window: 4,
        tipping_at: night,
        parents: [answered({ checked_at: night + minute })],
      }),
      { kind: "woken" },
      night + minute,
    );
    expect(changes.find((c) => c.kind === "incident-opened")).toMatchObject({
      title: "Shop errors: 4 errors in 5 minutes",
      occurrences: 4,
      details: { last_message: "boom!" },
      summary:
        'boom! (from api). Failing since 2026-11-21 03:00 UTC (1 min), suppressed while "Router" was down.',
    });
    expect(setOf(changes)).toMatchObject({
      suppression: null,
      wake_at: night + 5 * minute,
    });
  });

  test("opens nothing while it is paused", () => {
    const changes = decide(
      webhookSnapshot({
        subject: { ...firing(), paused_at: night },
        in_window: 4,
        parents: [answered()],
      }),
      { kind: "woken" },
      night + minute,
    );
    expect(opens(changes)).toBe(false);
  });

  test("forgets what was withheld when the window runs dry", () => {
    const changes = decide(
      webhookSnapshot({ subject: firing(), in_window: 0, parents: down }),
      { kind: "woken" },
      night + 5 * minute,
    );
    expect(setOf(changes)).toMatchObject({
      status: "resolved",
      suppression: null,
    });
    expect(historyOf(changes).at(-1)).toContain("Recovered after 5 min");
  });
});

describe("a monitor that others depend on", () => {
  const router = (more: Partial<Subject>) => ({
    subject: { id: "router", ...more },
  });
  test.each<[string, Change[], boolean]>([
    ["goes down", checked(reading("failed"), {}), false],
    ["is well still", checked(reading("ok"), {}), false],
    ["is well again", checked(reading("ok"), router({ status: "down" })), true],
    ["is down still", checked(reading("failed"), router({ status: "stale" })), false],
    ["was asked and is well", checked(reading("ok"), router({ asked_at: night })), true],
    ["was asked and is down", checked(reading("failed"), router({ asked_at: night })), true],
    [
      "was asked and is tried again",
      checked({ ok: false, reason: "refused" }, router({ asked_at: night })),
      false,
    ],
    [
      "is paused while it is down",
      decide(
        healthSnapshot(router({ status: "down" })),
        { kind: "paused", by: "Ada", until: null },
        night,
      ),
      true,
    ],
    [
      "is paused while it is well",
      decide(
        healthSnapshot(router({ status: "up" })),
        { kind: "paused", by: "Ada", until: null },
        night,
      ),
      false,
    ],
  ])("%s: they are looked at again: %#", (_, changes, isTold) => {
    expect(kinds(changes).includes("recheck-dependents")).toBe(isTold);
  });

  test("has those looked at that are withheld because of it: with a new check, or as they are when they only wait", () => {
    const child = (id: string, more: Partial<Subject>) =>
      subject({ id, suppression: suppression(), ...more });
    expect(
      splitDependents(
        [
          child("checked", {}),
          child("waits", { suppression: suppression({ until: night }) }),
          child("reports", { kind: "webhook_monitor" }),
          child("paused", { paused_at: night }),
          child("well", { suppression: null }),
          child("other", { suppression: suppression({ by: [] }) }),
        ],
        "router",
      ),
    ).toEqual({ check: ["checked"], wake: ["waits", "reports"] });
  });

  test("has them looked at a hundred in a second", () => {
    const ids = Array.from({ length: 250 }, (_, i) => i);
    expect(spread(ids, night).map((group) => [group.at - night, group.ids.length])).toEqual([
      [0, 100],
      [1000, 100],
      [2000, 50],
    ]);
    expect(spread([], night)).toEqual([]);
  });
});
