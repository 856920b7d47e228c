import { describe, expect, test } from "vitest";
import { bundled, digestBatch, noBatch, pushOf, textOf } from "../../../src/core/paging/bundle.ts";
import { byteLength } from "../../../src/core/text/text.ts";
import type { Batch } from "../../../src/core/model/model.ts";
import { night, notification } from "../../support/builders.ts";

const of = (title: string, message: string, more = {}) => notification({ title, message, ...more });

describe("notifications that go together", () => {
  test("of one are that one", () => {
    const one = of("Shop is down", "Database crashed\nSince 03:00");
    expect(bundled([one])).toBe(one);
  });

  test("are a list: how many, what, and the first line of each", () => {
    expect(
      bundled([
        of("InstanceDown: web-1", "Instance web-1 down\nSince 03:00"),
        of("InstanceDown: web-2", "", { priority: 5 }),
        of("Disk is full", "Disk is full"),
      ]),
    ).toMatchObject({
      title: "3 new: InstanceDown: web-1 and 2 more",
      message: "- InstanceDown: web-1: Instance web-1 down\n- InstanceDown: web-2\n- Disk is full",
      priority: 5,
    });
  });

  test("that recovered say so", () => {
    const over = { transition: "recovered" as const };
    expect(bundled([of("a", "", over), of("b", "", over)]).title).toBe("2 resolved: a and 1 more");
  });

  test("name what is new before what is over", () => {
    const over = { transition: "recovered" as const, priority: 5 };
    const both = [of("a is up", "", over), of("b is down", "")];
    expect(bundled(both)).toMatchObject({
      title: "1 new, 1 resolved: b is down and 1 more",
      message: "- b is down\n- a is up",
      tags: ["rotating_light"],
    });
  });

  test.each<[string, Batch, string]>([
    ["alone", noBatch, "push"],
    [
      "of one command, by what happened",
      { batch_kind: "command", batch_key: "c" },
      "command/c opened",
    ],
    ["of a digest", digestBatch("pixel", 5), "digest/pixel/5"],
    ["of what a silence held", digestBatch("pixel", null), "digest/pixel/silence"],
  ])("%s are one push", (_, batch, push) => {
    expect(pushOf(notification(batch))).toBe(push);
  });

  test("fit a push however many they are, and say how many are not listed", () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      of(`InstanceDown: web-${i}`, "ü".repeat(500)),
    );
    const { message } = bundled(many);
    expect(byteLength(message)).toBeLessThan(3_500);
    const lines = message.split("\n");
    expect(lines.at(-1)).toBe(`… and ${1000 - (lines.length - 1)} more.`);
    expect(lines.every((line) => byteLength(line) <= 200)).toBe(true);
  });
});

test.each([
  ["opened", 0.99, "Database crashed"],
  ["opened", 1, "Open for 1 min, unacknowledged.\nDatabase crashed"],
  ["opened", 125, "Open for 2 h 5 min, unacknowledged.\nDatabase crashed"],
  ["recovered", 125, "Database crashed"],
] as const)(
  "a push of the kind %s sent %d min after the opening says for how long",
  (transition, minutes, message) => {
    const open = { opened_at: night, status: "open" } as const;
    const now = night + minutes * 60_000;
    expect(textOf(notification({ transition }), open, now).message).toBe(message);
    const taken = { ...open, status: "acknowledged" } as const;
    expect(textOf(notification({ transition }), taken, now).message).toBe("Database crashed");
    expect(textOf(notification({ transition }), null, now).message).toBe("Database crashed");
  },
);
