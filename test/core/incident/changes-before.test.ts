import { expect, test } from "vitest";
import { changesBefore, lookBackMs } from "../../../src/core/incident/changes-before.ts";
import type { AuditEvent } from "../../../src/core/model/model.ts";
import { incident } from "../../support/builders.ts";

const opened_at = 10 * lookBackMs;
const event = (object_kind: string, object_id: string, at: number) =>
  ({ object_kind, object_id, at }) as AuditEvent;
const mark = (at: number) => ({
  id: "m",
  at,
  text: "shop 4.12.0",
  url: null,
  by: "ci",
  alert_group_id: null,
  monitor_id: null,
});
const before = (facts: Partial<Parameters<typeof changesBefore>[1]>) =>
  changesBefore(
    { id: "i", opened_at },
    { audit: [], incidents: [], marks: [], ...facts },
    new Set(["shop"]),
  ).map(({ kind, at }) => [kind, opened_at - at]);

test("settings, other incidents and marks are one list, newest first", () => {
  expect(
    before({
      audit: [event("health_check_monitors", "shop", opened_at - 2)],
      incidents: [incident({ id: "router", opened_at: opened_at - 3 })],
      marks: [mark(opened_at - 1)],
    }),
  ).toEqual([
    ["mark", 1],
    ["setting", 2],
    ["incident", 3],
  ]);
});

test("what is too old, later, or about something else explains nothing", () => {
  expect(
    before({
      audit: [
        event("health_check_monitors", "blog", opened_at),
        event("keys", "shop", opened_at),
        event("health_check_monitors", "shop", opened_at + 1),
      ],
      incidents: [incident({ id: "i", opened_at })],
      marks: [mark(opened_at - lookBackMs - 1)],
    }),
  ).toEqual([]);
});
