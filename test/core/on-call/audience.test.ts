import { expect, test } from "vitest";
import { audienceOf, reasonOf } from "../../../src/core/on-call/audience.ts";
import { alertGroup, member, night, user } from "../../support/builders.ts";

test("members are in the audience of their group at all times, in the order in which they joined, and are told why", () => {
  const group = alertGroup();
  const people = ["ada", "bo"].map((id, i) => ({
    user: user({ id }),
    member: member({ user_id: id, inserted_at: night + i, minimum_priority: 1 }),
    devices: [],
  }));
  for (const at of [night - 1, night, night + 1])
    expect(
      audienceOf({ people }, at).map((one) => [
        one.user.id,
        one.member.minimum_priority,
        reasonOf(one.member, group),
      ]),
    ).toEqual([
      ["ada", 1, 'is a member of "On call"'],
      ["bo", 1, 'is a member of "On call"'],
    ]);
});
