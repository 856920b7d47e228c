import { describe, expect, test } from "vitest";
import { waitAfter, waitText, whoWould } from "../../../src/core/explain/who-would.ts";
import type { Device } from "../../../src/core/model/model.ts";
import type { AudiencePlace } from "../../../src/core/on-call/audience.ts";
import { alertGroup, device, member, night, silence, user } from "../../support/builders.ts";

const verified = device({ verified_at: night });
const broken = device({ broken_at: night, broken_reason: "HTTP 403" });

describe("who would be notified", () => {
  const office = alertGroup({
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "18:00:00",
  });
  const own = member({ contact_hours_all_day: true });
  const ask = (
    { of = own, devices = [verified] }: { of?: AudiencePlace; devices?: Device[] },
    priority = 1,
  ) => {
    const ada = user({ id: "ada" });
    const [one] = whoWould(
      { group: office, silences: [], people: [{ user: ada, member: of, devices }] },
      priority,
      night,
    );
    return one!;
  };

  test.each<[string, Parameters<typeof ask>[0], boolean, string]>([
    ["a verified device", {}, true, "Ada would be notified immediately."],
    [
      "an unverified device",
      { devices: [device()] },
      true,
      "Ada would be notified immediately, on an unverified device: no test was confirmed.",
    ],
    [
      "closed hours",
      { of: member() },
      false,
      "Ada would not be notified immediately: outside the group's contact hours until 2026-11-21 08:00 UTC.",
    ],
    ["no device", { devices: [] }, false, "Ada would not be notified immediately: no device."],
    [
      "a disabled device",
      { devices: [device({ enabled: false })] },
      false,
      "Ada would not be notified immediately: the device was removed or disabled.",
    ],
    [
      "a device that its push server rejects",
      { devices: [broken] },
      false,
      "Ada would not be reached: the push server rejects the device (HTTP 403).",
    ],
    [
      "a second device that works",
      { devices: [broken, verified] },
      true,
      "Ada would be notified immediately.",
    ],
  ])("with %s", (_, about, told, sentence) => {
    expect(ask(about)).toMatchObject({ told, sentence });
  });

  test("a minimum priority leaves a person out, and a person without a name has an email", () => {
    expect(ask({ of: { ...own, minimum_priority: 1 } }, 3)).toMatchObject({
      state: "not_notified",
      sentence: "Ada would not be notified immediately: priority 3 is below the minimum (1).",
    });
    const [nameless] = whoWould(
      {
        group: office,
        silences: [],
        people: [
          {
            user: user({ name: null, email: "bo@example.com" }),
            member: own,
            devices: [verified],
          },
        ],
      },
      1,
      night,
    );
    expect(nameless?.name).toBe("bo@example.com");
  });

  test("the next group is paged at once when no page for this one can arrive", () => {
    const wait = (one: Parameters<typeof ask>[0] | null, priority = 1) => {
      const { of = own, devices = [verified] } = one ?? {};
      const people = one === null ? [] : [{ user: user(), member: of, devices }];
      const roster = { group: office, silences: [], people };
      return waitText(waitAfter(roster, 15, priority, night));
    };
    expect(wait({})).toBe("after 15 min");
    expect(wait({ of: member() })).toBe("after 15 min");
    expect(wait({ of: { ...own, minimum_priority: 1 } }, 3)).toBe("at once");
    for (const devices of [[], [broken], [device({ enabled: false })]])
      expect(wait({ devices })).toBe("at once");
    expect(wait(null)).toBe("at once");
  });

  test("a hold by a silence is told from one by contact hours", () => {
    const people = [{ user: user(), member: own, devices: [verified] }];
    const quiet = { group: office, silences: [silence()], people };
    expect(whoWould(quiet, 1, night)).toMatchObject([{ state: "held", silenced: true }]);
    expect(ask({ of: member() })).toMatchObject({ state: "held", silenced: false });
  });

  test("the end of a hold is known", () => {
    expect(ask({ of: member() })).toMatchObject({ state: "held", until: night + 5 * 3600_000 });
    expect(ask({})).toMatchObject({ state: "reached", until: null });
    expect(ask({ devices: [] })).toMatchObject({ until: null });
  });

  test("the gate of a device that does not work is closed, whatever else would let a page through", () => {
    const gate = (of: Device) =>
      ask({ devices: [of] }).devices[0]!.gates.find((one) => one.gate === "reachable");
    expect(gate(broken)).toMatchObject({
      passed: false,
      reason: "the push server rejects the device: HTTP 403",
      closed: { until: null },
    });
    expect(gate({ ...broken, broken_reason: null })?.reason).toBe(
      "the push server rejects the device: no reason was recorded",
    );
    expect(gate(device())).toMatchObject({
      passed: true,
      reason: "not verified: no test was confirmed",
    });
    expect(gate(verified)).toMatchObject({ passed: true, reason: "the device is verified" });
  });
});
