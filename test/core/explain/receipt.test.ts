import { expect, test } from "vitest";
import type { ButtonPress } from "../../../src/core/model/model.ts";
import { receiptsOf, type ReceiptEvidence } from "../../../src/core/explain/receipt.ts";
import { device, incident, night, notification } from "../../support/builders.ts";

const second = 1000;
const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const bo = { id: "bo", name: null, email: "bo@example.com" };
const answer = (with_: Partial<ButtonPress> = {}): ButtonPress => ({
  incident_id: "incident",
  device_id: "pixel",
  verb: "acknowledge",
  org_id: "org",
  user_id: "ada",
  at: night + 60 * second,
  ...with_,
});
const telling = (with_: Partial<ReceiptEvidence> = {}): ReceiptEvidence => ({
  incident: incident(),
  people: [ada, bo],
  devices: [device(), device({ id: "tablet", name: null })],
  notifications: [],
  started: new Map(),
  answers: [],
  ...with_,
});

test("says when the first push left, when one was taken, and what the person answered first", () => {
  const pushes = [
    notification({ id: "late", state: "delivered", delivered_at: night + 9 }),
    notification({ id: "first", state: "delivered", delivered_at: night + 5 }),
    notification({ id: "over", transition: "recovered", delivered_at: night }),
    notification({ id: "never", user_id: "bo", device_id: "desk" }),
  ];
  expect(
    receiptsOf(
      telling({
        notifications: pushes,
        started: new Map([
          ["late", night + 8],
          ["first", night + 2],
          ["over", night],
        ]),
        answers: [
          answer({ verb: "snooze", at: night + 90 * second }),
          answer({ device_id: "tablet" }),
        ],
      }),
    ),
  ).toEqual([
    {
      user_id: "ada",
      name: "Ada",
      sent_at: night + 2,
      accepted_at: night + 5,
      answered_at: night + 60 * second,
      answered_verb: "acknowledge",
      answered_device_id: "tablet",
      answered_device_name: null,
      not_reached: [],
    },
    {
      user_id: "bo",
      name: "bo@example.com",
      sent_at: null,
      accepted_at: null,
      answered_at: null,
      answered_verb: null,
      answered_device_id: null,
      answered_device_name: null,
      not_reached: [],
    },
  ]);
});

test("names somebody who was removed, and a device that is gone, as well as it can", () => {
  const [gone] = receiptsOf(telling({ answers: [answer({ user_id: "cy", device_id: "gone" })] }));
  expect(gone).toMatchObject({
    name: "a deleted user",
    answered_device_id: "gone",
    answered_device_name: null,
  });
});

test.each<[string, string | null, string[]]>([
  ["a name, in any case", "ADA", ["ada"]],
  ["an address", "bo@example.com", ["bo"]],
  ["somebody else's name", "Cy", []],
  ["nobody", null, []],
])("an acknowledgement by %s is that person's answer", (_, by, who) => {
  const taken = incident({
    acknowledged_at: by === null ? null : night,
    acknowledged_by: by,
  });
  const found = receiptsOf(
    telling({
      incident: taken,
      notifications: [notification(), notification({ id: "b", user_id: "bo", device_id: "desk" })],
    }),
  );
  expect(found.filter((one) => one.answered_at !== null).map((one) => one.user_id)).toEqual(who);
});

test("an acknowledgement under a name that two people have is nobody's answer; a press is", () => {
  const twins = [ada, { ...ada, id: "ada-2", email: "ada2@example.com" }];
  const taken = telling({
    people: twins,
    incident: incident({ acknowledged_at: night, acknowledged_by: "Ada" }),
    notifications: [notification(), notification({ user_id: "ada-2" })],
  });
  expect(receiptsOf(taken).map((one) => one.answered_at)).toEqual([null, null]);
  const pressed = receiptsOf({ ...taken, answers: [answer()] });
  expect(pressed.map((one) => one.answered_device_name)).toEqual(["Pixel", null]);
  const unknown = incident({ acknowledged_at: night, acknowledged_by: null });
  expect(receiptsOf({ ...taken, incident: unknown })[0]!.answered_at).toBeNull();
});

test.each([
  ["refused", 1, true],
  ["expired", 400, true],
  ["queued", 3, true],
  ["leased", 4, true],
  ["queued", 2, false],
  ["held", 3, false],
  ["delivered", 9, false],
] as const)("a device whose last push is %s after %i attempts", (state, attempts, unreached) => {
  const [one] = receiptsOf(
    telling({
      notifications: [
        notification({ id: "before", state: "refused" }),
        notification({ state, attempts, last_error: "timeout" }),
      ],
    }),
  );
  expect(one!.not_reached).toEqual(
    unreached ? [{ device_id: "pixel", name: "Pixel", reason: "timeout" }] : [],
  );
});

test("a device is not reached for a reason, if one was recorded", () => {
  const [one] = receiptsOf(telling({ notifications: [notification({ state: "refused" })] }));
  expect(one!.not_reached[0]!.reason).toBe("no reason was recorded");
});
