import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import { healthSnapshot, incident, night } from "../../support/builders.ts";

describe("giving an incident back", () => {
  const by = (name: string, acknowledged_by: string | null) =>
    decide(
      healthSnapshot({
        incident: incident({ status: "acknowledged", acknowledged_by }),
      }),
      { kind: "unacknowledged", by: name },
      night,
    );

  test.each([
    ["Grace", "Ada", "Unacknowledged by Grace (was acknowledged by Ada)."],
    ["Ada", "Ada", "Unacknowledged by Ada."],
    ["Ada", null, "Unacknowledged by Ada."],
  ])("by %s when %s had it makes it open again", (name, had, text) => {
    expect(by(name, had)).toEqual([
      {
        kind: "incident",
        set: {
          status: "open",
          acknowledged_at: null,
          acknowledged_by: null,
          acknowledged_user_id: null,
          snoozed_until: null,
        },
      },
      { kind: "timeline", entry: "unacknowledged", text, actor: name, user_id: null },
      {
        kind: "notify",
        transition: "opened",
        title: `Unacknowledged by ${name}: Shop is down`,
        message: "Database crashed",
        round: `${night}.0`,
      },
    ]);
  });

  test("snoozing it is an acknowledgement that ends", () => {
    const command = { kind: "acknowledged", by: "Ada", snooze_ms: 3600_000 } as const;
    expect(decide(healthSnapshot({ incident: {} }), command, night)).toMatchObject([
      { set: { status: "acknowledged", snoozed_until: night + 3600_000 } },
      { text: "Snoozed by Ada until Sat 04:00 UTC." },
      { title: "Snoozed by Ada until Sat 04:00 UTC: Shop is down" },
    ]);
  });

  test.each([
    ["nobody has", incident({ status: "open" })],
    ["is over", incident({ status: "resolved" })],
    ["there is not", null],
  ])("changes nothing about one that %s", (_, one) => {
    expect(
      decide(healthSnapshot({ incident: one }), { kind: "unacknowledged", by: "Ada" }, night),
    ).toEqual([]);
  });
});
