import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Reading } from "../../../src/core/command/command.ts";
import {
  countChecks,
  judge,
  missingChecks,
  readHealth,
  staleAt,
} from "../../../src/core/health/health.ts";
import type { CheckResult } from "../../../src/core/model/model.ts";

const now = Date.UTC(2026, 10, 21, 3, 0, 0);
const nowSeconds = now / 1000;
const minute = 60_000;
const monitor = { staleness_threshold_minutes: 10 };

const answer = (body: unknown, http_status = 200) =>
  ({
    kind: "answer",
    http_status,
    body: typeof body === "string" ? body : JSON.stringify(body),
  }) as const;
const read = (body: unknown, http_status = 200) => readHealth(answer(body, http_status), now);
const report = (checkResults: unknown, finishedAt: unknown = nowSeconds) =>
  read({ finishedAt, checkResults });

function good(reading: Reading): Reading & { ok: true } {
  if (!reading.ok) throw new Error(`not readable: ${reading.reason}`);
  return reading;
}
function reasonOf(reading: Reading): string {
  if (reading.ok) throw new Error("readable");
  return reading.reason;
}
const results = (checkResults: unknown) => good(report(checkResults)).results;
const result = (check: unknown): CheckResult => results([check])[0]!;
const verdict = (reading: Reading, at = now) => judge(reading, monitor, at);

describe("samples of real applications", () => {
  const seconds = 1000;
  const fixture = (file: string) =>
    readFileSync(new URL(`../../fixtures/health/${file}`, import.meta.url), "utf8");

  /** File → status just after its finishedAt, and the words of each result. */
  const table: Record<string, [at: number, status: string, reason: string | null, words: string]> =
    {
      "ohdear-ok.json": [1609459200, "up", null, "ok"],
      "ohdear-failed.json": [
        1609459200,
        "down",
        "Fake Used Disk Space: The disk is almost full (100% used).",
        "failed",
      ],
      "ohdear-crashed.json": [1760000000, "down", "Database crashed", "crashed"],
      "ohdear-warning.json": [
        1760000000,
        "degraded",
        "Used Disk Space: The disk is almost full (75% used).",
        "warning",
      ],
      "ohdear-skipped.json": [1760000000, "up", null, "skipped"],
      "ohdear-mixed.json": [
        1760000000,
        "down",
        "Database: Could not connect to the database: `SQLSTATE[HY000] [2002] Connection refused`; Queue crashed",
        "warning failed ok skipped crashed",
      ],
      "ohdear-empty-results.json": [1760000000, "up", "the report has no sub-checks", ""],
      "ohdear-finished-at-string.json": [1760000000, "up", null, "ok"],
      "ohdear-finished-at-iso.json": [1742465730.123, "down", "Storage: timeout", "ok failed"],
      "ohdear-stale.json": [1609459200, "up", null, "ok"],
      "ohdear-java-meta-list.json": [1760000000, "up", null, "ok skipped"],
      "ohdear-over-limits.json": [
        1760000000,
        "up",
        null,
        Array.from({ length: 60 }, () => "ok").join(" "),
      ],
      "ohdear-report-ok-with-message.json": [978307200, "up", null, "ok"],
      "ohdear-ruby.json": [
        1669392000,
        "down",
        "Zero_division: You can't divide by 0; Passing_check: StandardError; duplicate sub-checks, worst result used: passing_check",
        "failed failed",
      ],
    };
  const unreadable: Record<string, string> = {
    "ohdear-empty-body.txt": "Not a health report: the body is empty",
    "ohdear-finished-at-missing.json": "Not a health report: finishedAt is missing",
    "ohdear-finished-at-null.json": "Not a health report: finishedAt is missing",
    "ohdear-go-forbidden.json": "Not a health report: checkResults is missing",
    "ohdear-simple-healthy.json": "Not a health report: checkResults is missing",
  };

  test("all of them are in the tables", () => {
    const files = readdirSync(new URL("../../fixtures/health", import.meta.url)).toSorted();
    expect(files).toEqual([...Object.keys(table), ...Object.keys(unreadable)].toSorted());
  });

  test.each(Object.entries(table))(
    "%s reads and judges as the table says, and goes stale",
    (file, [at, status, reason, words]) => {
      const finished = Math.round(at * seconds);
      const soon = finished + minute;
      const reading = good(readHealth(answer(fixture(file)), soon));
      expect(reading.finished_at).toBe(finished);
      expect(reading.results.map((r) => r.status).join(" ")).toBe(words);
      expect(judge(reading, monitor, soon)).toEqual({ status, reason });

      const late = good(readHealth(answer(fixture(file)), now));
      expect(judge(late, monitor, now).status).toBe(status === "down" ? "down" : "stale");
    },
  );

  test.each(Object.entries(unreadable))("%s is a failed fetch with a reason", (file, reason) => {
    const reading = readHealth(answer(fixture(file)), now);
    expect(reading).toEqual({ ok: false, reason });
    expect(verdict(reading)).toEqual({ status: "down", reason });
  });

  test("a sub-check without a status is no failure, and does not count as passing", () => {
    const checkResults = [{ name: "disk", status: "ok" }, { name: "queue" }];
    const reading = good(read({ finishedAt: now / 1000, checkResults }));
    expect(countChecks(reading)).toEqual({ total: 2, passing: 1 });
    expect(judge(reading, monitor, now).status).not.toBe("down");
  });

  test("a meta that is absent or null is none", () => {
    const checkResults = [
      { name: "disk", status: "ok" },
      { name: "queue", status: "ok", meta: null },
    ];
    const reading = good(read({ finishedAt: now / 1000, checkResults }));
    expect(reading.results.map(({ meta }) => meta)).toEqual([null, null]);
  });

  test("over-limits keeps all 25 entries of a meta", () => {
    const reading = good(readHealth(answer(fixture("ohdear-over-limits.json")), now));
    expect(Object.keys(reading.results[0]!.meta as object)).toHaveLength(25);
    expect(countChecks(reading)).toEqual({ total: 60, passing: 60 });
  });
});

describe("what is not a report", () => {
  test("a failed fetch keeps its own reason", () => {
    const reading = readHealth(
      { kind: "failure", reason: "DNS: no such host shop.example.com" },
      now,
    );
    expect(reading).toEqual({
      ok: false,
      reason: "DNS: no such host shop.example.com",
    });
  });

  test.each([
    ["", "Not a health report: the body is empty"],
    [" \r\n", "Not a health report: the body is empty"],
    ["<html>", "Not a health report: the body is not JSON"],
    ["null", "Not a health report: the body is null, not an object"],
    ["[]", "Not a health report: the body is a list, not an object"],
    ['"ok"', "Not a health report: the body is a string, not an object"],
    ["1e999", "Not a health report: the body is a number, not an object"],
    [
      '{"finishedAt":1,"checkResults":"none"}',
      "Not a health report: checkResults is a string, not a list",
    ],
    [
      '{"finishedAt":true,"checkResults":[]}',
      "Not a health report: finishedAt is unreadable: true",
    ],
  ])("%j", (body, reason) => {
    expect(reasonOf(read(body))).toBe(reason);
  });

  test("an HTTP error without a report says the status first", () => {
    expect(reasonOf(read("<h1>Bad gateway</h1>", 502))).toBe(
      "HTTP 502 without a health report: the body is not JSON",
    );
    expect(reasonOf(read("", 301))).toBe("HTTP 301 without a health report: the body is empty");
  });

  test("a report counts whatever the HTTP status is", () => {
    const checkResults = [{ name: "db", status: "ok" }];
    for (const status of [200, 404, 500, 503]) {
      const reading = read({ finishedAt: nowSeconds, checkResults }, status);
      expect(verdict(reading).status).toBe("up");
    }
  });

  test("a byte order mark before the report is no fault", () => {
    const body = JSON.stringify({ finishedAt: nowSeconds, checkResults: [] });
    expect(read(`\ufeff${body}`).ok).toBe(true);
  });

  test("a body nested a hundred thousand deep is answered, not thrown", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const body = `{"finishedAt":${nowSeconds},"checkResults":[{"name":"a","meta":${deep},"label":${deep},"status":${deep}}]}`;
    const [check] = good(read(body)).results;
    expect(check).toMatchObject({
      name: "a",
      label: "(unreadable)",
      status: "crashed",
      reported_status: "(unreadable)",
      meta: "(left out: over 4 KiB)",
    });
  });

  test("__proto__ in a body changes no prototype", () => {
    const body = `{"finishedAt":${nowSeconds},"checkResults":{"__proto__":{"status":"failed"}},"__proto__":{"polluted":1}}`;
    expect(verdict(read(body)).status).toBe("down");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("finishedAt", () => {
  const finished = (value: unknown) => good(report([], value)).finished_at;
  const at = Date.UTC(2026, 10, 21, 2, 59, 30);

  test.each([
    [at / 1000],
    [String(at / 1000)],
    [` ${at / 1000} `],
    [at / 1000 + 0.25, 250],
    [`${at / 1000}.5`, 500],
    [at],
    [String(at)],
    [at * 1e3],
    [String(at * 1e3 + 499)],
    [at * 1e6],
    ["2026-11-21T02:59:30Z"],
    ["2026-11-21t02:59:30z"],
    ["2026-11-21T02:59:30.123456Z", 123],
    ["2026-11-21T02:59:30,5Z", 500],
    ["2026-11-21T03:59:30+01:00"],
    ["2026-11-21T03:59:30+0100"],
    ["2026-11-21T03:59:30+01"],
    ["2026-11-20T21:29:30-05:30"],
    ["2026-11-21T02:59:30"],
    ["2026-11-21 02:59:30"],
    ["2026-11-21 02:59:30 +0000"],
    ["2026-11-21T02:59Z", -30_000],
  ])("%j is read", (value, offset = 0) => {
    expect(finished(value)).toBe(at + offset);
  });

  test("0 and old seconds are read as what they say", () => {
    expect(finished(0)).toBe(0);
    expect(finished(99_999_999)).toBe(99_999_999_000);
    expect(finished(1e11)).toBe(1e11);
    expect(finished(1e14)).toBe(1e11);
    expect(finished(1e17)).toBe(1e11);
  });

  test.each([
    [-1],
    ["yesterday"],
    ["2026-13-45 99:99:99"],
    ["2026-11-21"],
    ["1".repeat(400)],
    [["2026"]],
    [{ date: "x" }],
    [false],
  ])("%j is wrong shape, and the reason shows it", (value) => {
    expect(reasonOf(report([], value))).toMatch(
      /^Not a health report: finishedAt is unreadable: ./,
    );
  });

  test.each([[null], [""]])("%j is missing", (value) => {
    expect(reasonOf(report([], value))).toBe("Not a health report: finishedAt is missing");
  });

  test("up to five minutes in the future is taken as it is", () => {
    const reading = good(report([], nowSeconds + 300));
    expect(reading).toMatchObject({
      finished_at: now + 5 * minute,
      remarks: [],
    });
  });

  test.each([
    ["back, on the same machine", -5 * minute, -5 * minute, 0],
    ["back, elsewhere", -5 * minute, 0, 0],
    ["ahead, on the same machine", 60 * minute, 60 * minute, 0],
    ["ahead, elsewhere", 60 * minute, -minute, -minute],
    ["ahead, elsewhere, with a clock that is ahead", 60 * minute, 5 * minute, 5 * minute],
    ["back, elsewhere, and old", -60 * minute, -50 * minute, -50 * minute],
  ])(
    "is of the time nearest to now while the clock of this machine is %s",
    (_, by, ahead, expected) => {
      const body = { finishedAt: (now + ahead) / 1000, checkResults: [] };
      expect(good(readHealth(answer(body), now, by)).finished_at).toBe(now + expected);
    },
  );

  test("further in the future is read as now, and said", () => {
    const reading = good(report([], nowSeconds + 7_500));
    expect(reading.finished_at).toBe(now);
    expect(verdict(reading)).toEqual({
      status: "up",
      reason: "the report has no sub-checks; finishedAt is 2 h 5 min in the future; treated as now",
    });
  });
});

describe("sub-checks", () => {
  test("null means none, an object means its values", () => {
    expect(results(null)).toEqual([]);
    expect(results({ 2: { name: "b" }, 0: { name: "a" } }).map((r) => r.name)).toEqual(["a", "b"]);
  });

  test.each(["", " ", "[]", "{}"])("a key that is no name names nothing: %j", (key) => {
    const named = (item: unknown) => results({ [key]: item }).map(({ name }) => name);
    expect(named("")).toEqual(["#1"]);
    expect(named(null)).toEqual(["#1"]);
    expect(named({ status: "ok" })).toEqual(["#1"]);
    expect(named({ label: "Disk" })).toEqual(["Disk"]);
    expect(named({ name: "disk" })).toEqual(["disk"]);
  });

  test("an object's key names a sub-check that has no name", () => {
    expect(results({ database: { status: "failed" } })[0]).toMatchObject({
      name: "database",
      status: "failed",
    });
    expect(results({ database: "boom" })[0]).toMatchObject({
      name: "database",
      status: "crashed",
    });
  });

  test.each([
    ["ok", "ok", null],
    [" OK\n", "ok", null],
    ["Warning", "warning", null],
    ["FAILED", "failed", null],
    ["Crashed", "crashed", null],
    ["sKiPpEd", "skipped", null],
    [undefined, "ok", null],
    [null, "ok", null],
    ["", "crashed", ""],
    ["degraded", "crashed", "degraded"],
    ["warnıng", "crashed", "warnıng"],
    ["toString", "crashed", "toString"],
    [true, "crashed", "true"],
    [0, "crashed", "0"],
    [{ a: 1 }, "crashed", '{"a":1}'],
  ])("status %j counts as %s", (word, status, reported_status) => {
    expect(result({ name: "x", status: word })).toMatchObject({
      status,
      reported_status,
    });
  });

  test("whatever was sent in place of a text becomes one", () => {
    expect(
      result({
        name: 7,
        label: { de: "Sicherung" },
        notificationMessage: ["a", 1],
        shortSummary: 12,
      }),
    ).toMatchObject({
      name: "7",
      label: '{"de":"Sicherung"}',
      notification_message: '["a",1]',
      short_summary: "12",
    });
  });

  test("empty texts, lists and objects are nothing", () => {
    expect(
      result({
        name: "x",
        label: " ",
        notificationMessage: "",
        shortSummary: [],
        meta: null,
      }),
    ).toEqual({
      name: "x",
      label: null,
      status: "ok",
      reported_status: null,
      notification_message: null,
      short_summary: null,
      meta: null,
    });
    expect(result({ name: "x", shortSummary: {} }).short_summary).toBe(null);
  });

  test("message stands in for notificationMessage", () => {
    expect(result({ name: "x", message: "m" }).notification_message).toBe("m");
    expect(result({ name: "x", notificationMessage: "n", message: "m" }).notification_message).toBe(
      "n",
    );
  });

  test("a sub-check without a name is called by its label or its place", () => {
    const reading = good(report([{ label: "Disk", status: "failed" }, { status: "failed" }]));
    expect(reading.results.map((r) => r.name)).toEqual(["Disk", "#2"]);
    expect(reading.remarks).toEqual(["sub-check 2 has no name"]);
  });

  test("an entry that is no object counts as crashed", () => {
    const reading = good(report(["Database down", null, [1]]));
    expect(reading.results.map((r) => [r.name, r.status, r.notification_message])).toEqual([
      ["#1", "crashed", "Database down"],
      ["#2", "crashed", null],
      ["#3", "crashed", "[1]"],
    ]);
    expect(reading.remarks).toEqual([
      "sub-check 1 is a string, not an object",
      "sub-check 2 is null, not an object",
      "sub-check 3 is a list, not an object",
    ]);
  });

  test("of duplicate names the worst counts, in the place of the first", () => {
    const words = ["skipped", "ok", "warning", "failed", "crashed", "failed"];
    const reading = good(
      report([...words.map((status) => ({ name: "a", status })), { name: "b" }]),
    );
    expect(reading.results.map((r) => [r.name, r.status])).toEqual([
      ["a", "crashed"],
      ["b", "ok"],
    ]);
    expect(reading.remarks).toEqual(["duplicate sub-checks, worst result used: a"]);
  });

  test("many duplicates are counted, not listed", () => {
    const names = ["a", "b", "c", "d", "e"].map((name) => ({ name }));
    expect(good(report([...names, ...names])).remarks).toEqual([
      "duplicate sub-checks, worst result used: a, b, c and 2 more",
    ]);
  });

  test("meta is kept as it is, small, clean and out of the way", () => {
    for (const meta of [[], {}, ["pool: 4/10"], { a: { b: [1, null] } }, 5])
      expect(result({ name: "x", meta }).meta).toEqual(meta);
    expect(result({ name: "x", meta: "ä".repeat(2_047) }).meta).toHaveLength(2_047);
    expect(result({ name: "x", meta: "ä".repeat(2_048) }).meta).toBe("(left out: over 4 KiB)");
    expect(result({ name: "x", meta: { "a\u0000": "\ud800\u0000 \\u0000 😀" } }).meta).toEqual({
      "a\ufffd": "\ufffd\ufffd \\u0000 😀",
    });
  });

  test("NUL and lone surrogates are replaced", () => {
    expect(result({ name: "a\u0000", notificationMessage: "x\ud83d" })).toMatchObject({
      name: "a\ufffd",
      notification_message: "x\ufffd",
    });
  });

  test("texts are cut at 16 KiB, names at 255 bytes", () => {
    const check = result({
      name: "é".repeat(300),
      label: "l".repeat(300),
      status: "s".repeat(300),
      notificationMessage: "😀".repeat(10_000),
    });
    const bytes = (text: string | null) => Buffer.byteLength(text ?? "");
    expect(check.name).toBe(`${"é".repeat(126)}…`);
    expect(bytes(check.label)).toBe(255);
    expect(bytes(check.reported_status)).toBe(255);
    expect(bytes(check.notification_message)).toBeLessThanOrEqual(16_384);
    expect(check.notification_message).toMatch(/^(😀){4095}…$/u);
  });

  test("of many sub-checks the worst 200 are kept and all are counted", () => {
    const many = Array.from({ length: 250 }, (_, i) => ({
      name: `c${i}`,
      status: i === 249 ? "failed" : i === 248 ? "skipped" : "ok",
    }));
    const reading = good(report(many));
    expect(reading.results).toHaveLength(200);
    expect(reading.results[0]!.name).toBe("c249");
    expect(countChecks(reading)).toEqual({ total: 250, passing: 248 });
    expect(verdict(reading)).toEqual({
      status: "down",
      reason: "c249 failed; 250 sub-checks were reported, the worst 200 are kept",
    });
  });
});

describe("judge", () => {
  const checks = (...words: (string | undefined)[]) =>
    words.map((status, i) => ({ name: `c${i}`, status }));

  test("never checked is pending", () => {
    expect(judge(null, monitor, now)).toEqual({
      status: "pending",
      reason: null,
    });
  });

  test("the first matching row of the table wins", () => {
    const old = nowSeconds - 601;
    const grid = [
      ["ok"],
      ["skipped"],
      [undefined],
      [],
      ["ok", "warning"],
      ["warning", "failed"],
      ["crashed", "ok"],
      ["", "ok"],
      ["unheard-of"],
    ].map((words) => [
      words.join(" "),
      verdict(report(checks(...words))).status,
      verdict(report(checks(...words), old)).status,
    ]);
    expect(grid).toEqual([
      ["ok", "up", "stale"],
      ["skipped", "up", "stale"],
      ["", "up", "stale"],
      ["", "up", "stale"],
      ["ok warning", "degraded", "stale"],
      ["warning failed", "down", "down"],
      ["crashed ok", "down", "down"],
      [" ok", "down", "down"],
      ["unheard-of", "down", "down"],
    ]);
  });

  test("stale begins one millisecond after the threshold", () => {
    const reading = report(checks("ok"));
    const at = staleAt(now, 10);
    expect(at).toBe(now + 10 * minute + 1);
    expect(verdict(reading, at - 1).status).toBe("up");
    expect(verdict(reading, at)).toEqual({
      status: "stale",
      reason: "sub-checks last ran 10 min ago (threshold 10 min)",
    });
  });

  test("what is stored of the last reading is judged the same", () => {
    const { results: stored, finished_at } = good(report(checks("warning")));
    const last = {
      ok: true,
      results: stored,
      finished_at,
      remarks: [],
    } as const;
    expect(judge(last, monitor, now).status).toBe("degraded");
    expect(judge(last, monitor, now + 11 * minute)).toEqual({
      status: "stale",
      reason: "sub-checks last ran 11 min ago (threshold 10 min)",
    });
  });

  test("a reason names five and counts the rest", () => {
    const words = Array.from({ length: 8 }, () => "crashed");
    expect(verdict(report(checks(...words))).reason).toBe(
      "c0 crashed; c1 crashed; c2 crashed; c3 crashed; c4 crashed; and 3 more",
    );
  });

  test("a reason says the best that is known of each", () => {
    const reason = (check: object) =>
      verdict(report([{ name: "db", label: "Database", ...check }])).reason;
    expect(reason({ status: "failed" })).toBe("Database failed");
    expect(reason({ status: "failed", shortSummary: "Failed" })).toBe("Database failed");
    expect(reason({ status: "failed", shortSummary: "3 s" })).toBe("Database: 3 s");
    expect(reason({ status: "warning" })).toBe("Database: warning");
    expect(reason({ status: "odd" })).toBe('Database: unknown status "odd"');
    expect(reason({ status: "odd", message: "Went\n  away." })).toBe(
      'Database: Went away. (unknown status "odd")',
    );
    expect(reason({ status: "failed", message: "x".repeat(401) })).toBe(
      `Database: ${"x".repeat(400)}…`,
    );
    expect(verdict(report([{ name: "db", status: "failed" }])).reason).toBe("db failed");
  });
});

describe("missingChecks", () => {
  const named = (...names: string[]) => results(names.map((name) => ({ name })));

  test("names what was there and is gone", () => {
    expect(missingChecks(named("a", "b", "c"), named("b", "d"))).toEqual(["a", "c"]);
    expect(missingChecks(named("a"), named("a"))).toEqual([]);
    expect(missingChecks(null, named("a"))).toEqual([]);
  });

  test("says nothing about a report that was cut", () => {
    const many = Array.from({ length: 200 }, (_, i) => `c${i}`);
    expect(missingChecks(named("gone"), named(...many))).toEqual([]);
  });
});

test("a sub-check of ours says why in a whole sentence, and without one its name and status", () => {
  const own = (notification_message: string | null) =>
    verdict({
      ok: true,
      finished_at: now,
      results: [{ ...result({}), name: "monitord.status", status: "failed", notification_message }],
      remarks: [],
    }).reason;
  expect(own("HTTP 503")).toBe("HTTP 503");
  expect(own(null)).toBe("monitord.status failed");
});
