import { expect, it } from "vitest";
import { revisionInSteps } from "../../../src/core/declare/revision.ts";
import type { StoredResource, WantedResource } from "../../../src/core/declare/plan.ts";

const stored = (
  kind: StoredResource["kind"],
  external_id: string | null,
  fields: object = {},
  project: string | null = null,
): StoredResource => ({
  kind,
  id: `id of ${external_id}`,
  external_id,
  project,
  fields: { ...fields },
});
const wanted: WantedResource[] = [
  {
    kind: "alert_groups",
    external_id: "oncall",
    previous_id: "old",
    fields: { members: ["Ada@example.com"] },
  },
  { kind: "status_pages", external_id: "shop", fields: { slug: "shop" } },
  { kind: "users", external_id: "dan", fields: { email: "dan@example.com" } },
];
const basis = { secret: "s", project: "shop", before: [], changes: [] };

function revision(all: StoredResource[], more: Partial<typeof basis> | object = {}): number {
  const steps = revisionInSteps(all, wanted, { ...basis, ...more });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const nothing = revision([]);

it("is a whole number that every client reads exactly", () => {
  expect(Number.isSafeInteger(nothing)).toBe(true);
  expect(revision([], { secret: "other" })).not.toBe(nothing);
});

it.each([
  ["a resource of the project", stored("webhook_monitors", "x", {}, "shop")],
  ["the resource itself", stored("alert_groups", "oncall")],
  ["the resource under its earlier name", stored("alert_groups", "old")],
  ["a user that it names", stored("users", "ada", { email: "ada@example.com" })],
  [
    "a user with an address that it would take",
    stored("users", null, { email: "DAN@example.com" }),
  ],
  ["a status page with its slug", stored("status_pages", "theirs", { slug: "shop" })],
])("depends on %s", (_, one) => expect(revision([one])).not.toBe(nothing));

it.each([
  ["another group", stored("alert_groups", "other")],
  ["a monitor with the name of a group", stored("webhook_monitors", "oncall")],
  ["another user", stored("users", "eve", { email: "eve@example.com" })],
  ["a resource without a name", stored("webhook_monitors", null)],
])("does not depend on %s", (_, one) => expect(revision([one])).toBe(nothing));

it("depends on the last apply and on deletions, and not on devices", () => {
  const before = [{ ...wanted[0]!, id: "g" }];
  expect(revision([], { before })).not.toBe(nothing);
  const change = (action: string) => [{ kind: "alert_groups", id: "g", action }];
  for (const action of ["delete", "detach"])
    expect(revision([], { changes: change(action) })).not.toBe(nothing);
  expect(revision([], { changes: change("update") })).toBe(nothing);
  const ada = (devices: number) => stored("users", "ada", { email: "ada@example.com", devices });
  expect(revision([ada(1)])).toBe(revision([ada(2)]));
});

it("goes through large organizations in steps", () => {
  const many = Array.from({ length: 600 }, (_, n) => stored("alert_groups", `g${n}`, {}, "shop"));
  const last = many.map((one) => ({ ...one, external_id: one.external_id! }));
  const wide = Array.from({ length: 600 }, (_, n): WantedResource => ({
    kind: "alert_groups",
    external_id: `g${n}`,
    fields: {},
  }));
  const steps = [...revisionInSteps(many, wide, { ...basis, before: last })];
  expect(steps).toHaveLength(10);
});
