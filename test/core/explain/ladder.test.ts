import { expect, test } from "vitest";
import type {
  Explanation,
  PersonExplained,
  RecipientEvidence,
} from "../../../src/core/explain/explain.ts";
import { ladderOf } from "../../../src/core/explain/ladder.ts";
import { alertGroup, incident, notification } from "../../support/builders.ts";

const group = (id: string) => alertGroup({ id, title: id });
const recipient = (
  id: string,
  of: string | null,
  pages: Partial<Parameters<typeof notification>[0]>[],
): RecipientEvidence => ({
  user: { id, name: id, email: id },
  group: of === null ? null : group(of),
  member: null,
  devices: [],
  notifications: pages.map((one) => notification(one)),
});
const explained = (user_id: string, state: "reached" | "refused" | null): PersonExplained =>
  ({ user_id, devices: state === null ? [] : [{ state }] }) as unknown as PersonExplained;
const ladder = (people: RecipientEvidence[], explanation: PersonExplained[]) =>
  ladderOf({ incident: incident({ alert_group_id: "oncall" }), people }, {
    sentence: "",
    timezone: "UTC",
    people: explanation,
  } satisfies Explanation).map((step) => [
    step.group?.title ?? null,
    step.at,
    step.people.map(({ user_id }) => user_id),
  ]);

test("the group of the incident comes first, then groups in the order in which they were paged", () => {
  expect(
    ladder(
      [
        recipient("cleo", "later", []),
        recipient("grace", "management", [{ transition: "opened", inserted_at: 20 }]),
        recipient("ada", "oncall", [
          { transition: "recovered", inserted_at: 5 },
          { transition: "opened", inserted_at: 30 },
          { transition: "opened", inserted_at: 10 },
        ]),
        recipient("bo", null, []),
      ],
      [explained("ada", "reached"), explained("grace", "reached"), explained("cleo", null)],
    ),
  ).toEqual([
    ["oncall", 10, ["ada"]],
    ["management", 20, ["grace"]],
    ["later", null, ["cleo"]],
    [null, null, []],
  ]);
});

test("people of a group are in order, worst first", () => {
  expect(
    ladder(
      [
        recipient("ada", "oncall", []),
        recipient("bo", "oncall", []),
        recipient("cleo", "oncall", []),
      ],
      [explained("ada", "reached"), explained("bo", null), explained("cleo", "refused")],
    ),
  ).toEqual([["oncall", null, ["cleo", "bo", "ada"]]]);
});
