import { expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import { closedGate } from "../../../src/core/paging/gate.ts";
import {
  alertGroup,
  device,
  healthSnapshot,
  incident,
  member,
  night,
} from "../../support/builders.ts";

const open = incident({ paged_at: night + 5000 });
const ask = { kind: "paged_now" as const, by: "Ada", user_id: "ada" };
const after = (of: typeof open | null) => decide(healthSnapshot({ incident: of }), ask, night);

test("an incident that waits for contact hours pages from now on, and says who asked", () => {
  expect(after(open)).toEqual([
    { kind: "incident", set: { any_hour_since: night, paged_at: night } },
    {
      kind: "timeline",
      entry: "paged",
      text: "Ada paged everyone now, regardless of contact hours.",
      actor: "Ada",
      user_id: "ada",
    },
  ]);
});

test("the first page of an incident keeps its time, and one without a group gets it", () => {
  expect(after({ ...open, paged_at: night - 1 })[0]).toMatchObject({
    set: { paged_at: night - 1 },
  });
  expect(after({ ...open, paged_at: null })[0]).toMatchObject({ set: { paged_at: night } });
});

test("asking twice, or about an incident that is not open, changes nothing", () => {
  expect(after({ ...open, any_hour_since: night - 1 })).toEqual([]);
  expect(after({ ...open, status: "acknowledged" })).toEqual([]);
  expect(after(null)).toEqual([]);
});

test("an author without an account stands in the timeline by name", () => {
  const changes = decide(
    healthSnapshot({ incident: open }),
    { kind: "paged_now", by: "ci" },
    night,
  );
  expect(changes[1]).toMatchObject({ actor: "ci", user_id: null });
});

test("the gate of the contact hours is open for it, that of a silence is not", () => {
  const office = {
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "18:00:00",
  };
  const group = alertGroup(office);
  const context = {
    transition: "opened" as const,
    group,
    member: member(),
    device: device(),
    silences: [],
  };
  expect(closedGate({ ...context, incident: open }, night)?.gate).toBe("contact_hours");
  expect(
    closedGate({ ...context, incident: { ...open, any_hour_since: night } }, night),
  ).toBeNull();
});
