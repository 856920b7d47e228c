import { describe, expect, test } from "vitest";
import {
  explain,
  type Evidence,
  type RecipientEvidence,
} from "../../../src/core/explain/explain.ts";
import type { Incident, Notification } from "../../../src/core/model/model.ts";
import {
  alertGroup,
  device,
  incident,
  member,
  night,
  notification,
} from "../../support/builders.ts";

const minute = 60_000;
const ada = { id: "ada", name: "Ada", email: "ada@example.com" };

const told = (with_: Partial<RecipientEvidence> = {}): RecipientEvidence => ({
  user: ada,
  group: alertGroup(),
  member: member(),
  devices: [device()],
  notifications: [],
  ...with_,
});
const evidence = (people: RecipientEvidence[], with_: Partial<Evidence> = {}): Evidence => ({
  incident: incident(),
  group: alertGroup(),
  silences: [],
  people,
  attempts: [],
  flapping_since: null,
  receipts: [],
  ...with_,
});
/** The explanation after these pages; without any, of an incident that Bo has acknowledged. */
const after = (of: Partial<Notification>[], with_: Partial<RecipientEvidence> = {}) =>
  explain(
    evidence(
      [
        told({
          ...with_,
          notifications: of.map((one, i) => notification({ id: `n${i}`, ...one })),
        }),
      ],
      of.length === 0 ? { incident: incident({ acknowledged_at: night }) } : {},
    ),
    night,
  );

test.each<[string, Partial<Notification>[], Partial<RecipientEvidence>, string]>([
  [
    "delivered",
    [{ state: "delivered", delivered_at: night }],
    {},
    "Ada was notified: push accepted 2026-11-21 03:00 UTC.",
  ],
  [
    "delivered more than once",
    [
      { state: "delivered", delivered_at: night },
      { state: "delivered", delivered_at: night + minute },
      { state: "delivered", delivered_at: null },
    ],
    {},
    "Ada was notified: push accepted 2026-11-21 03:00 UTC, plus 2 later pushes.",
  ],
  [
    "delivered twice",
    [
      { state: "delivered", delivered_at: null },
      { state: "delivered", delivered_at: night },
    ],
    {},
    "Ada was notified: push accepted 2026-11-21 03:00 UTC, plus 1 later push.",
  ],
  [
    "held",
    [{ state: "held", held_reason: "silenced by Bo: deploy" }],
    {},
    "Ada is not notified yet: silenced by Bo: deploy.",
  ],
  ["queued", [{ state: "queued" }], {}, "Ada is about to be notified."],
  [
    "tried",
    [{ state: "queued", attempts: 1, last_error: "timeout" }],
    {},
    "Ada is not reached after 1 attempt (timeout). Next attempt 2026-11-21 03:00 UTC.",
  ],
  [
    "tried often",
    [{ state: "queued", attempts: 3, last_error: "HTTP 500" }],
    {},
    "Ada is not reached after 3 attempts (HTTP 500). Next attempt 2026-11-21 03:00 UTC.",
  ],
  ["being sent", [{ state: "leased" }], {}, "Ada is being notified now."],
  [
    "refused",
    [{ state: "refused", last_error: "HTTP 403" }],
    {},
    "Ada was not notified: push server rejected it (HTTP 403).",
  ],
  [
    "given up",
    [{ state: "expired", last_error: "HTTP 500" }],
    {},
    "Ada was not notified: expired after 24 h (HTTP 500).",
  ],
  [
    "dropped",
    [{ state: "dropped", last_error: "the incident is resolved" }],
    {},
    "Ada was not notified: the incident is resolved.",
  ],
  [
    "dropped without a word",
    [{ state: "dropped", last_error: null }],
    {},
    "Ada was not notified: no reason was recorded.",
  ],
  ["without a device", [], { devices: [] }, "Ada was not notified: no device."],
  [
    "disabled",
    [],
    { devices: [device({ enabled: false })] },
    "Ada was not notified: the device was removed or disabled.",
  ],
  ["no member", [], { member: null }, 'Ada was not notified: is not a member of "On call".'],
  [
    "joined later",
    [],
    { member: member({ inserted_at: night + minute }) },
    "Ada was not notified: joined the alert group 2026-11-21 03:01 UTC, after the incident opened.",
  ],
  [
    "device added later",
    [],
    { devices: [device({ inserted_at: night + minute })] },
    "Ada was not notified: device added 2026-11-21 03:01 UTC, after the incident opened.",
  ],
  [
    "anything else",
    [],
    {},
    "Ada was not notified: when the incident opened, the device was disabled or its owner was not a member.",
  ],
])("%s", (_, of, with_, sentence) => {
  expect(after(of, with_).people[0]?.sentence).toBe(sentence);
});

describe("the whole", () => {
  const bo = { id: "bo", name: null, email: "bo@example.com" };

  test("names who was reached, and why the others were not", () => {
    const { sentence, people } = explain(
      evidence(
        [
          told({
            notifications: [
              notification({
                id: "n",
                state: "delivered",
                delivered_at: night,
              }),
              notification({ id: "r", transition: "recovered" }),
              notification({ id: "o", device_id: "another" }),
            ],
          }),
          told({ user: bo, devices: [] }),
        ],
        {
          attempts: [
            {
              notification_id: "n",
              attempt: 1,
              started_at: night,
              finished_at: night,
              outcome: "delivered",
              http_status: 200,
              detail: "x",
            },
          ],
        },
      ),
      night,
    );
    expect(sentence).toBe("Reached: Ada. bo@example.com was not notified: no device.");
    expect(people[0]?.devices[0]).toMatchObject({
      reached: true,
      notifications: [
        { id: "n", attempts_made: [{ attempt: 1 }] },
        { id: "r", attempts_made: [] },
      ],
    });
    expect(people[0]?.devices[0]?.gates).toHaveLength(11);
  });

  test("says when nobody was reached, or nobody is there", () => {
    expect(explain(evidence([]), night).sentence).toBe(
      "Nobody was notified: the alert group had nobody to page.",
    );
    const gone = explain(evidence([told({ group: null })], { group: null }), night);
    expect(gone.sentence).toMatch(/^Nobody was reached. Ada was not notified/);
  });
});

test("a moment that is over is explained as it was", () => {
  const then = (of: Partial<Incident>, with_: Partial<RecipientEvidence> = {}) =>
    explain(
      evidence([told(with_)], { incident: incident(of) }),
      night + minute,
    ).people[0]?.devices[0]?.gates.find(({ passed }) => !passed);
  const later = night + 2 * minute;
  expect(then({ status: "resolved", resolved_at: later })?.gate).toBe("delivery");
  expect(then({ status: "resolved", resolved_at: night + minute })?.reason).toBe(
    "the incident is resolved",
  );
  expect(then({ status: "acknowledged", acknowledged_at: night })?.gate).toBe("delivery");
  expect(then({ status: "acknowledged", acknowledged_at: later })?.gate).toBe("delivery");
  expect(then({}, { member: member({ inserted_at: later }) })?.reason).toBe(
    'is not a member of "On call"',
  );
});

test("a monitor that is flapping is why later ups and downs were told to nobody", () => {
  const explained = (with_: Partial<Evidence>) =>
    explain(evidence([], { flapping_since: night, ...with_ }), night).sentence;
  expect(explained({})).toBe(
    "Nobody was notified: the alert group had nobody to page. The monitor has been flapping since 2026-11-21 03:00 UTC. State changes are not sent until it stops.",
  );
  expect(explained({ incident: incident({ status: "resolved" }) })).not.toContain("flapping");
});

test("an explanation names the device that is not reached, and the answer", () => {
  const push = (with_: Partial<Notification>) => notification(with_);
  const receipt = {
    user_id: "ada",
    name: "Ada",
    sent_at: night,
    accepted_at: night,
    answered_at: night + minute,
    answered_verb: "snooze" as const,
    answered_device_id: "tablet",
    answered_device_name: "Tablet",
    not_reached: [],
  };
  const person = (
    of: Partial<Notification>[],
    more: Partial<typeof receipt> = {},
    name: string | null = "Pixel",
  ) =>
    explain(
      evidence(
        [
          told({
            devices: [
              device({ id: "tablet", name: "Tablet" }),
              device({ name }),
              device({ id: "old", name: "Old" }),
            ],
            notifications: [
              push({
                id: "t",
                device_id: "tablet",
                state: "delivered",
                delivered_at: night,
              }),
              ...of.map((one, i) => push({ id: `n${i}`, ...one })),
            ],
          }),
        ],
        { receipts: [{ ...receipt, ...more }] },
      ),
      night,
    ).people[0]!;
  const taken = "Ada was notified: push accepted 2026-11-21 03:00 UTC.";
  const answer = "Snoozed 2026-11-21 03:01 UTC on Tablet.";
  expect(person([]).sentence).toBe(`${taken} ${answer}`);
  expect(person([{ attempts: 2 }]).sentence).toBe(`${taken} ${answer}`);
  expect(
    person([{ attempts: 3, last_error: "timeout" }], {
      answered_verb: "acknowledge" as never,
      answered_device_name: null as never,
    }).sentence,
  ).toBe(`${taken} Pixel is unreachable: timeout. Acknowledged 2026-11-21 03:01 UTC.`);
  expect(
    person(
      [{ state: "refused" }, { transition: "recovered" }],
      { answered_at: null as never },
      null,
    ).sentence,
  ).toBe(`${taken} Another device is unreachable: no reason was recorded.`);
  expect(person([], { answered_verb: null as never }).sentence).toBe(taken);
  expect(person([]).receipt).toEqual(receipt);
});
