import { describe, expect, test } from "vitest";
import { alertOf, bodyOf, now } from "./samples.ts";

type Body = { event: Record<string, unknown>; [name: string]: unknown };
const sample = bodyOf("graylog-event-aggregation.json") as Body;
/** The sample with other members, and other members of its event. */
const read = (event: object, body: object = {}) =>
  alertOf({ ...sample, ...body, event: { ...sample.event, ...event } });

describe("a problem", () => {
  const identity = (event: object, body: object = {}) => read(event, body).identity;

  test("is the definition and the key, or the group, whatever the event is", () => {
    const jane = identity({});
    expect(
      identity(
        { id: "other", timestamp: "2025-01-01T00:00:00Z", message: "m" },
        { job_trigger_id: "x", backlog: [{ message: "x" }] },
      ),
    ).toBe(jane);
    const others = [
      identity({
        group_by_fields: { application_name: "sshd", username: "joe" },
      }),
      identity({ key: "jane" }),
      identity({ group_by_fields: {} }),
      identity({}, { event_definition_id: "other" }),
    ];
    expect(new Set([jane, ...others]).size).toBe(5);
  });

  test("without a key and a group is the definition's", () => {
    for (const key of ["", null, undefined, " "])
      expect(identity({ key, group_by_fields: null })).toBe(
        "definition 62e11a902f23dc2537db9efd, key empty",
      );
  });

  test("of Graylog itself is its kind, because all share one definition", () => {
    const system = (message: string | null) =>
      read(
        { message, group_by_fields: {} },
        {
          event_definition_type: "system-notifications-v1",
          event_definition_title: "System notification events",
        },
      );
    const full = system("JOURNAL_UTILIZATION_TOO_HIGH: node 1 at 96%");
    expect(full.title).toBe("System notification events: JOURNAL_UTILIZATION_TOO_HIGH");
    expect(full.identity).toBe(system("JOURNAL_UTILIZATION_TOO_HIGH: node 2 at 99%").identity);
    expect(full.identity).not.toBe(system("NO_INPUT_RUNNING: none").identity);
    expect(system(null).identity).toMatch(/key empty$/);
  });

  test("has an identity of bounded length, however long its key is", () => {
    const long = "k".repeat(9_000);
    expect(identity({ key: long })).toMatch(/^text:[0-9a-f]{32}$/);
    expect(identity({ key: long })).not.toBe(identity({ key: `${long}k` }));
  });
});

test("an event id tells retries from new events, except of tests", () => {
  expect(read({}).event_id).toBe("01J5TR06DQQEXXQEY7T449GAFJ");
  expect(read({ id: null }).event_id).toBe(null);
  for (const dummy of [
    read({}, { event_definition_type: "test-dummy-v1" }),
    read({ event_definition_type: "notification-test-v1" }),
    read({ id: "TEST_NOTIFICATION_ID" }),
  ])
    expect(dummy).toMatchObject({
      identity: "test",
      test: true,
      event_id: null,
    });
});

test("priorities are words, unknown ones stay as sent", () => {
  const severity = (priority: unknown) => read({ priority }).severity;
  expect([0, 1, 2, 3, 4].map(severity)).toEqual(["info", "low", "medium", "high", "critical"]);
  expect(severity("urgent")).toBe("urgent");
  expect(severity(9)).toBe("9");
  expect(severity(null)).toBe(null);
});

test("a time in the future gives way to the time at which it was noticed", () => {
  const times = (timestamp: string) =>
    read({ timestamp, timestamp_processing: "2026-11-21T02:59:00.000Z" }).since;
  expect(times("2027-01-01T00:00:00.000Z")).toBe(now - 60_000);
  expect(times("2026-11-20T00:00:00.000Z")).toBe(now - 27 * 3600_000);
});

test("log messages are shown, the first three, and the rest counted", () => {
  const backlog = Array.from({ length: 5 }, (_, i) => ({
    message: i === 1 ? null : `line ${i}\nmore`,
    source: i === 0 ? "web-1" : null,
  }));
  const summary = (messages: unknown) =>
    read({ message: null }, { backlog: messages }).summary.split("\n").slice(1);
  expect(summary([...backlog, "x", null])).toEqual([
    "web-1: line 0 more",
    "log: line 2 more",
    "log: line 3 more",
    "1 more message",
    "At 2024-08-21 15:13 UTC",
  ]);
  expect(summary([...backlog, ...backlog])).toContain("5 more messages");
  for (const none of [null, {}, "x", []]) expect(summary(none)).toHaveLength(1);
});

test("a description that says nothing is left out, what to do is kept", () => {
  const { summary } = read(
    { message: "SSH" },
    { event_definition_description: ".", remediation_steps: "Block it." },
  );
  expect(summary).toBe("SSH\nBlock it.\nAt 2024-08-21 15:13 UTC");
});

describe("the callback of older ones", () => {
  const callback = (condition: unknown, stream: object = {}, result = {}) =>
    alertOf({
      check_result: { triggered_condition: condition, ...result },
      stream: { id: "s", title: "Shop", ...stream },
    });

  test("is known by stream and condition", () => {
    expect(callback({ id: "c", title: "Too many", type: "x" })).toMatchObject({
      identity: "stream s condition c",
      title: "Too many: Shop",
      assumed: true,
      labels: { stream: "Shop" },
    });
    expect(callback({ id: "c", type: "FIELD_VALUE" }).title).toBe("Stream Shop: field value");
  });

  test("is read whatever is missing", () => {
    for (const nothing of [undefined, null, [], {}, "x"])
      expect(callback(nothing).identity).toMatch(/^text:/);
    expect(callback({}, { title: null }).title).toBe("Graylog alert");
  });

  test("its test button is told by the dummy it sends", () => {
    for (const dummy of [
      callback({ id: null, type: "dummy", title: "Test Alert" }),
      callback({ type: "DUMMY" }),
      callback({}, {}, { result_description: "Dummy alert to test notifications" }),
    ])
      expect(dummy).toMatchObject({ test: true, identity: "test" });
  });
});
