import { describe, expect, test } from "vitest";
import { checkedFields, type Checked } from "../../../src/core/health/checked.ts";
import { hashOf, isSplittable, splitReport } from "../../../src/core/health/same-report.ts";
import {
  measuresOfUnchanged,
  readNext,
  unchangedCheck,
  unchangedColumns,
} from "../../../src/core/health/unchanged-check.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import { answered, healthMonitor, healthSnapshot, night } from "../../support/builders.ts";

const minute = 60_000;
const seconds = night / 1000;

const monitor = (with_: Parameters<typeof healthMonitor>[0] = {}): Checked => {
  const whole = healthMonitor(with_);
  return Object.fromEntries(checkedFields.map((name) => [name, whole[name]])) as unknown as Checked;
};
const body = (finishedAt: unknown, checks: object[] = [{ name: "disk", status: "ok" }]) =>
  JSON.stringify({ finishedAt, checkResults: checks });
const report = (...parts: Parameters<typeof body>) => answered(200, body(...parts));
const page = (text: string, total = 20) =>
  answered(200, text, {
    timing: { dns: null, connect: null, tls: null, first_byte: 1, total },
  });

describe("the text of a report", () => {
  test.each([
    ["first", '{"finishedAt":1,"checkResults":[]}', '{"finishedAt": 22,"checkResults":[]}'],
    ["last", '{"checkResults":[],"finishedAt":"a"}', '{"checkResults":[],"finishedAt":"b"}'],
    [
      "and again within",
      '{"finishedAt":1,"a":{"finishedAt":3}}',
      '{"finishedAt":2,"a":{"finishedAt":3}}',
    ],
    [
      "beside a text like it",
      String.raw`{"a":"\"finishedAt\":1","finishedAt":2}`,
      String.raw`{"a":"\"finishedAt\":1","finishedAt":3}`,
    ],
  ])("is the same but for its finishedAt, which is %s", (_, one, other) => {
    expect(isSplittable(one)).toBe(true);
    expect(splitReport(one)?.rest).toBe(splitReport(other)?.rest);
    expect(splitReport(one)?.finishedAt).not.toBe(splitReport(other)?.finishedAt);
  });

  test.each([
    ["of a sub-check comes first", '{"checkResults":[{"finishedAt":1}],"finishedAt":2}'],
    ["is there twice", '{"finishedAt":1,"finishedAt":2}'],
    ["has an escape", String.raw`{"finishedAt":"20\u0032"}`],
    ["is no instant at all", '{"finishedAt":null}'],
    ["is in a list", '[{"finishedAt":1}]'],
    ["is that of broken JSON", '{"finishedAt":1'],
    ["is in a report that is long", `{"finishedAt":1,"a":"${"x".repeat(70_000)}"}`],
    ["is the largest there could be", '{"finishedAt":8640000000000001}'],
  ])("cannot be told apart where a finishedAt %s", (_, text) => {
    expect(isSplittable(text)).toBe(false);
  });

  test("is another one wherever else it differs", () => {
    const texts = ['{"finishedAt":1,"a":1}', '{"finishedAt":1,"a":2}', '{"a":1,"finishedAt":1}'];
    expect(new Set(texts.map((text) => splitReport(text)?.rest)).size).toBe(3);
  });
});

describe("a check after another", () => {
  const after = (
    one: Parameters<typeof readNext>[2],
    other: Parameters<typeof readNext>[2],
    of: Checked = monitor(),
    now = night + minute,
  ) => readNext(of, readNext(of, null, one, night, 0).last, other, now, 0);

  test("with the same report is not read", () => {
    const { reading, same } = after(report(seconds), report(seconds + 60));
    expect(reading).toBeNull();
    expect(same).toEqual({ finished_at: night + minute, measured: null });
  });

  test("with the same sub-checks in another text is read, and the same", () => {
    const { reading, same } = after(
      report(seconds),
      report(seconds + 60, [{ status: "ok", name: "disk" }]),
    );
    expect(reading?.ok).toBe(true);
    expect(same).toEqual({ finished_at: night + minute, measured: null });
  });

  test.each([
    ["another sub-check", report(seconds + 60, [{ name: "queue", status: "ok" }])],
    ["a warning", report(seconds + 60, [{ name: "disk", status: "warning" }])],
    ["a report in the future", report(seconds + 3600)],
    ["a report of an hour ago", report(seconds - 3600)],
    ["an unreadable instant", report("soon")],
    ["no report", answered(500)],
  ])("with %s is read, and another", (_, fetched) => {
    const { reading, same } = after(report(seconds), fetched);
    expect(reading).not.toBeNull();
    expect(same).toBeNull();
  });

  test("of a monitor that was not up is another", () => {
    const warning = report(seconds, [{ name: "disk", status: "warning" }]);
    expect(after(warning, warning)).toMatchObject({ last: null, same: null });
    const empty = report(seconds, []);
    expect(after(empty, empty)).toMatchObject({ last: null, same: null });
  });

  test("on a machine whose clock was stepped counts as in any reading", () => {
    const of = monitor();
    const { last } = readNext(of, null, report(seconds), night, 0);
    const { same } = readNext(of, last, report(seconds + 3600 + 60), night + minute, 3_600_000);
    expect(same).toMatchObject({ finished_at: night + minute });
  });

  test("of a page is the same in another time", () => {
    const of = monitor({ expect: "http", watch_certificate: false, body_contains: "Shop" });
    const { same } = after(page("Shop", 20), page("Shop, open", 30), of);
    expect(same?.measured).toMatchObject({ "monitord.response_time": { short_summary: "30 ms" } });
    expect(after(page("Shop"), page("Sale"), of).same).toBeNull();
  });

  test("of a report that must come soon is read: its time is one of its sub-checks", () => {
    const of = monitor({ slow_above_ms: 100 });
    const slow = answered(200, body(seconds + 60), { timing: { ...timing, total: 101 } });
    expect(after(report(seconds), report(seconds + 60), of).reading).not.toBeNull();
    expect(after(report(seconds), slow, of).same).toBeNull();
  });

  test("of a report whose certificate is watched is read: a certificate ends without a word in the report", () => {
    const of = monitor({ url: "https://shop.example/health", watch_certificate: true });
    const ends = (days: number) => ({
      certificate: {
        subject: "CN=shop.example",
        issuer: "CN=An authority",
        names: ["shop.example"],
        valid_from: night - minute,
        valid_to: night + days * 24 * 60 * minute,
        fault: null,
      },
    });
    const [one, other] = [90, 1].map((days, index) =>
      answered(200, body(seconds + 60 * index), ends(days)),
    );
    expect(after(one!, other!, of)).toMatchObject({ reading: { ok: true }, same: null });
  });
});

const timing = { dns: null, connect: null, tls: null, first_byte: 1, total: 20 };

test.each([
  ["a report", monitor(), [report(seconds), report(seconds + 60)]],
  [
    "a page",
    monitor({ expect: "http", watch_certificate: false }),
    [page("Shop"), page("Shop", 30)],
  ],
] as const)("%s that is unchanged sets what a decision sets", (_, of, [one, other]) => {
  const now = night + minute;
  const first = readNext(of, null, one, night, 0);
  const { last, same } = readNext(of, first.last, other, now, 0);
  const check = unchangedCheck({ subject_id: of.id, lease: "lease" }, of, last!, same!, other, now);
  const { reading } = readNext(of, null, other, now, 0);
  const results = reading?.ok ? reading.results : [];
  expect(check.hash).toBe(hashOf(results));
  const snapshot = healthSnapshot({
    monitor: healthMonitor(of),
    subject: {
      status: "up",
      lease_token: "lease",
      results,
      finished_at: night,
      measured: same!.measured && {},
    },
  });
  const checked = { kind: "checked", lease: "lease", reading: reading!, pace: check.pace } as const;
  const changes = decide(snapshot, checked, now);
  const { measured, ...columns } = unchangedColumns(check);
  expect(changes).toEqual([
    {
      kind: "subject",
      set: { lease_token: null, fetch_attempts: 0, ...columns, ...(measured && { measured }) },
    },
    { kind: "check", check: measuresOfUnchanged(check), changed: [] },
  ]);
});
