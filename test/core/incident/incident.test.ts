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
        },
      },
      { kind: "timeline", entry: "unacknowledged", text, actor: name, user_id: null },
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
