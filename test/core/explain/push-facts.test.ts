import { expect, test } from "vitest";
import { pushFacts } from "../../../src/core/explain/push-facts.ts";
import type { ReachEvidence, ReachRecipient } from "../../../src/core/explain/reach.ts";
import { alertGroup, device, incident, member, night } from "../../support/builders.ts";

const group = alertGroup({ title: "On call", timezone: "Europe/Berlin" });
const ada: ReachRecipient = {
  user: { id: "ada", name: "Ada", email: "ada@example.com" },
  group,
  member: member({ user_id: "ada" }),
  devices: [device({ verified_at: night })],
  pages: [
    {
      device_id: device().id,
      user_id: "ada",
      last: { state: "delivered", attempts: 1, due_at: null, held_reason: null, last_error: null },
      accepted: 2,
      accepted_at: night,
      last_accepted_at: night,
    },
  ],
};
const evidence: ReachEvidence = {
  incident: incident(),
  silences: [],
  people: [ada],
  plan: { group, steps: [], titles: new Map() },
};

test("a push says who is reached, what comes next, and why this person is notified", () => {
  expect(pushFacts(evidence, "ada", night)).toMatchObject({
    timezone: "Europe/Berlin",
    group: "On call",
    notified: "1 of 1 reached: Ada",
    reached: 1,
    pages: 2,
    because: 'you are a member of "On call"',
  });
});

test("times are those of the person, of the group, or else of the incident's group", () => {
  const zoneOf = (some: Partial<ReachRecipient>) =>
    pushFacts({ ...evidence, people: [{ ...ada, ...some }] }, "ada", night).timezone;
  expect(zoneOf({ member: { ...member(), timezone: "Asia/Tokyo" } })).toBe("Asia/Tokyo");
  expect(zoneOf({ member: null })).toBe("Europe/Berlin");
  expect(zoneOf({ group: null, member: null })).toBe("Europe/Berlin");
});

test("a person outside the audience has no reason, nor has an incident whose group is gone a title", () => {
  expect(pushFacts({ ...evidence, plan: null }, "bo", night)).toMatchObject({
    timezone: "UTC",
    group: null,
    next: "",
    because: null,
  });
  expect(
    pushFacts({ ...evidence, people: [{ ...ada, member: null }] }, "ada", night),
  ).toMatchObject({ because: null });
});
