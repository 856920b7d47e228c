import { describe, expect, test } from "vitest";
import {
  inForce,
  reachOf,
  silenceInEffect,
  silenceOfGroup,
  silenceOfMonitor,
  silenceable,
  spentFaults,
  standingAt,
  windowsOf,
} from "../../../src/core/silence/silenced.ts";
import type { Silence } from "../../../src/core/model/model.ts";
import { incident, night, silence } from "../../support/builders.ts";

const hour = 3600_000;
const day = 24 * hour;
/** `night` is a Saturday, 03:00 UTC. */
const weekly = (with_: Partial<Silence> = {}) =>
  silence({
    until: null,
    cron: "0 2 * * *",
    duration_minutes: 120,
    from: night - 7 * day,
    ...with_,
  });
const about = silenceable(incident({ opened_at: night }));

describe("what keeps an incident quiet", () => {
  test("of several silences it is the one that ends last, so that its reason holds until then", () => {
    const reasonOf = (...silences: Silence[]) =>
      silenceInEffect(silences, about, night)?.silence.reason;
    const short = silence({ reason: "disk" });
    const long = silence({ reason: "move", until: night + 2 * hour });
    const open = silence({ reason: "open", until: null });
    expect(reasonOf(short, long)).toBe("move");
    expect(reasonOf(long, short)).toBe("move");
    expect(reasonOf(long, open, short, { ...open, reason: "later" })).toBe("open");
  });

  test.each<[string, Silence[], [number | null, boolean] | null]>([
    ["nothing", [], null],
    ["a silence", [silence()], [night + hour, false]],
    ["one that ends when somebody says so", [silence({ until: null })], [null, false]],
    [
      "silences one after another",
      [silence(), silence({ from: night, until: night + 2 * hour })],
      [night + 2 * hour, false],
    ],
    ["one of another monitor", [silence({ monitor_id: "other" })], null],
    ["a matcher that cannot be read", [silence({ matchers: ["=~"] })], null],
    ["maintenance in its window", [weekly()], [night + hour, true]],
    ["maintenance outside of it", [weekly({ cron: "0 5 * * *" })], null],
    ["maintenance of another monitor", [weekly({ monitor_id: "other" })], null],
    ["maintenance that has not begun", [weekly({ from: night + 1 })], null],
    ["maintenance that is over", [weekly({ until: night })], null],
    ["maintenance that ends in its window", [weekly({ until: night + 1 })], [night + 1, true]],
    ["a silence before maintenance", [weekly(), silence()], [night + hour, false]],
    ["maintenance without a length", [weekly({ duration_minutes: null })], null],
  ])("%s", (_name, silences, expected) => {
    const quiet = silenceInEffect(silences, about, night);
    expect(quiet && [quiet.until, quiet.maintenance]).toEqual(expected);
  });

  test("labels are those of alerts alone", () => {
    const matching = silence({ matchers: ["env=prod"] });
    const alert = incident({
      source: "alert_group",
      opened_at: night,
      details: { labels: { env: "prod" } },
    });
    expect(silenceInEffect([matching], silenceable(alert), night)).not.toBeNull();
    expect(silenceInEffect([matching], about, night)).toBeNull();
    const bare = incident({ source: "alert_group", details: {} });
    expect(silenceable(bare).labels).toEqual({});
  });
});

test.each<[number, number | null, string]>([
  [night + 1, null, "scheduled"],
  [night, null, "active"],
  [night - 2, night + 1, "active"],
  [night - 2, night, "ended"],
])("from %i until %s it is %s", (from, until, state) => {
  expect(standingAt(silence({ from, until }), night)).toEqual({
    status: state,
    begins_at: state === "scheduled" ? from : null,
  });
});

test.each<[string, Silence, object]>([
  ["in its window", weekly(), { status: "active", begins_at: null }],
  [
    "before its window",
    weekly({ cron: "0 5 * * *" }),
    { status: "scheduled", begins_at: night + 2 * hour },
  ],
  [
    "without a further window",
    weekly({ cron: "0 5 * * *", until: night + hour }),
    { status: "ended", begins_at: null },
  ],
  ["that has ended", weekly({ until: night }), { status: "ended", begins_at: null }],
])("maintenance %s", (_name, asked, expected) => {
  expect(standingAt(asked, night)).toEqual(expected);
});

describe("what is in force", () => {
  const open = incident({ opened_at: night - 2 * hour });
  test.each<[string, Silence, boolean]>([
    ["a silence", silence(), true],
    ["one that is over", silence({ until: night }), false],
    ["one until recovery, of what is open", silence({ until_recovered: true }), true],
    [
      "one until recovery, of what is over",
      silence({ until_recovered: true, monitor_id: "other" }),
      false,
    ],
    ["maintenance in its window", weekly(), true],
    ["maintenance outside of it", weekly({ cron: "0 5 * * *" }), false],
  ])("%s: %o", (_name, asked, expected) => {
    expect(inForce(asked, [open], night)).toBe(expected);
  });
});

describe("the windows to come", () => {
  const at = (days: number, hours = 2) => Date.UTC(2026, 10, 21 + days, hours);

  test("begin with the one that is open", () => {
    expect(windowsOf(weekly(), night, 3)).toEqual(
      [0, 1, 2].map((days) => ({ from: at(days), until: at(days, 4) })),
    );
  });

  test("lie within the silence", () => {
    const asked = weekly({ from: at(1, 3), until: at(2, 3) });
    expect(windowsOf(asked, night, 9)).toEqual([
      { from: at(1, 3), until: at(1, 4) },
      { from: at(2), until: at(2, 3) },
    ]);
  });

  test("are none of a silence that has no cron, or never comes", () => {
    expect(windowsOf(silence(), night, 3)).toEqual([]);
    expect(windowsOf(weekly({ cron: "nonsense" }), night, 3)).toEqual([]);
  });
});

describe("a silence that would never hold a notification", () => {
  test.each<[string, Silence, string | null]>([
    ["ends later", silence(), null],
    ["ends when a person says so", silence({ until: null }), null],
    ["begins later", silence({ from: night + 1, until: night + 2 }), null],
    ["ended before", silence({ until: night }), "until"],
    ["is maintenance", weekly(), null],
    ["is maintenance that ended before", weekly({ until: night }), "until"],
    ["has no window", weekly({ from: night + 2 * hour, until: night + 3 * hour }), "cron"],
  ])("%s", (_name, asked, field) => {
    expect(spentFaults(asked, night)[0]?.field ?? null).toBe(field);
  });
});

test("a monitor and a group are silenced by what covers all their incidents", () => {
  const monitor = {
    id: "shop",
    alert_group_id: "oncall",
    status: "up",
    status_since: night,
  } as const;
  const of = (with_: Partial<Silence>) => [silence(with_)];
  expect(silenceOfMonitor(of({ monitor_id: "shop" }), monitor, night)?.until).toBe(
    night + 3600_000,
  );
  expect(silenceOfMonitor(of({ monitor_id: "blog" }), monitor, night)).toBeNull();
  expect(silenceOfGroup(of({ alert_group_id: "oncall" }), "oncall", night)).not.toBeNull();
  expect(silenceOfGroup(of({ alert_group_id: "other" }), "oncall", night)).toBeNull();
  // Until recovery: only what failed before the silence began.
  const failing = { ...monitor, status: "down", status_since: night - 7200_000 } as const;
  const waiting = of({ monitor_id: "shop", until: null, until_recovered: true });
  expect(silenceOfMonitor(waiting, failing, night)).not.toBeNull();
  expect(silenceOfMonitor(waiting, monitor, night)).toBeNull();
});

describe("what a silence would cover", () => {
  const alert = (id: string, alert_group_id: string, labels: Record<string, string>) =>
    incident({
      id,
      source: "alert_group",
      source_id: alert_group_id,
      alert_group_id,
      key: id,
      opened_at: night,
      details: { labels },
    });
  const all = {
    monitors: [
      { id: "shop", alert_group_id: "a" },
      { id: "wiki", alert_group_id: "b" },
    ],
    groups: [{ id: "a" }, { id: "b" }],
    open: [
      incident({ id: "down", source_id: "shop", alert_group_id: "a", opened_at: night }),
      alert("disk", "a", { env: "prod" }),
      alert("heat", "b", { env: "test" }),
    ],
  };
  const any = { monitor_id: null, alert_group_id: null, from: night };
  test.each<[string, Partial<Silence>, string]>([
    ["of everything", {}, "shop wiki / a b / down disk heat"],
    ["of a monitor", { monitor_id: "shop" }, "shop / / down"],
    ["of a group", { alert_group_id: "a" }, "shop / a / down disk"],
    ["of one alert", { alert_group_id: "a", key: "disk" }, " / a / disk"],
    ["of labels", { matchers: ["env=prod"] }, " / a b / disk"],
    ["until it has recovered", { until_recovered: true }, " / / down disk heat"],
    ["of nothing that is there", { monitor_id: "gone" }, " / / "],
  ])("%s", (_name, fields, expected) => {
    const { monitors, groups, open } = reachOf(silence({ ...any, ...fields }), all);
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(" ");
    expect([monitors, groups, open].map(ids).join(" / ").replaceAll("  ", " ")).toBe(expected);
  });
});
