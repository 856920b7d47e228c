import { digestBatch } from "../../../src/core/paging/bundle.ts";
import { expect, test } from "vitest";
import { recordedGates } from "../../../src/core/explain/explain-gates.ts";
import type { Incident, Notification, NotificationAttempt } from "../../../src/core/model/model.ts";
import { incident, night, notification } from "../../support/builders.ts";

const attempt = (with_: Partial<NotificationAttempt> = {}): NotificationAttempt => ({
  notification_id: "push",
  attempt: 1,
  started_at: night + 1,
  finished_at: night + 2,
  outcome: "retry",
  http_status: 500,
  detail: "HTTP 500",
  ...with_,
});
const delivered = { state: "delivered", delivered_at: night + 2 } as const;

test.each<
  [
    string,
    Partial<Incident>,
    Partial<Notification>[],
    NotificationAttempt[],
    [gate: string, passed: boolean, reason: string, at: number | null],
  ]
>([
  ["an incident of its own", {}, [], [], ["dedup", true, "received once", night]],
  [
    "a monitor whose parents were well",
    {},
    [],
    [],
    ["dependency", true, "no dependency was down when the incident opened", night],
  ],
  [
    "an alert of another tool",
    { source: "alert_group" },
    [],
    [],
    ["dependency", true, "alerts from other tools have no dependencies", night],
  ],
  ["a monitor that is steady", {}, [], [], ["flapping", true, "the monitor is not flapping", null]],
  [
    "a monitor that flaps",
    {},
    [],
    [],
    ["flapping", true, "flapping: one push at the start, one at the end, none in between", night],
  ],
  [
    "a report that was only counted",
    { occurrences: 14 },
    [],
    [],
    ["dedup", true, "received 14 times, one incident", night],
  ],
  ["a push of its own", {}, [{}], [], ["budget", true, "sent on its own", null]],
  ["a push that never was", {}, [], [], ["budget", true, "sent on its own", null]],
  [
    "a list",
    {},
    [{ ...delivered, ...digestBatch("pixel", 5) }],
    [],
    ["budget", true, "included in a digest", night + 2],
  ],
  [
    "a storm",
    {},
    [{ ...delivered, batch_kind: "storm", batch_key: "pixel" }],
    [],
    ["budget", true, "more than 5 pushes in a minute: included in a summary", night + 2],
  ],
  [
    "what was taken",
    {},
    [delivered],
    [attempt(), attempt({ attempt: 2, outcome: "delivered" })],
    ["delivery", true, "accepted after 2 attempts", night + 2],
  ],
  [
    "what is tried",
    {},
    [{}],
    [attempt()],
    ["delivery", false, "1 attempt, last error: HTTP 500", night + 2],
  ],
  [
    "what was lost with its daemon",
    {},
    [{}],
    [attempt({ detail: null, finished_at: null, outcome: "lost" })],
    ["delivery", false, "1 attempt, last error: lost", night + 1],
  ],
  ["what waits", {}, [{ state: "held" }], [], ["delivery", false, "no attempt was made yet", null]],
  [
    "what nobody queued",
    {},
    [],
    [],
    ["delivery", false, "no push was queued for this device", null],
  ],
])("of %s", (_, about, openings, attempts, [gate, passed, reason, at]) => {
  expect(
    recordedGates(
      incident(about),
      gate === "flapping" ? at : null,
      openings.map(notification),
      attempts,
    ),
  ).toContainEqual(expect.objectContaining({ gate, passed, reason, at }));
});
