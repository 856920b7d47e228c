import { describe, expect, test } from "vitest";
import type { RecipientEvidence } from "../../../src/core/explain/explain.ts";
import { whoWould } from "../../../src/core/explain/who-would.ts";
import { alertGroup, device, member, night } from "../../support/builders.ts";

const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const told = (with_: Partial<RecipientEvidence> = {}): RecipientEvidence => ({
  user: ada,
  member: member(),
  devices: [device()],
  notifications: [],
  ...with_,
});

describe("who would be told", () => {
  const office = alertGroup({
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "18:00:00",
  });
  const ask = (people: RecipientEvidence[], priority = 1) =>
    whoWould({ group: office, silences: [], people }, priority, night).map(
      ({ told: at_once, sentence }) => [at_once, sentence],
    );

  test("says of each person whether, and if not why", () => {
    const own = member({ contact_hours_all_day: true });
    expect(
      ask([
        told({ member: own }),
        told(),
        told({ devices: [] }),
        told({ member: { ...own, minimum_priority: 1 } }),
      ]),
    ).toEqual([
      [true, "Ada would be notified immediately."],
      [
        false,
        "Ada would not be notified immediately: outside the group's contact hours until 2026-11-21 08:00 UTC.",
      ],
      [false, "Ada would not be notified immediately: has no device."],
      [true, "Ada would be notified immediately."],
    ]);
    const few = told({
      user: { ...ada, name: null },
      member: { ...own, minimum_priority: 1 },
    });
    expect(ask([few], 3)[0]?.[1]).toBe(
      "ada@example.com would not be notified immediately: priority 3 is below the minimum (1).",
    );
  });
});
