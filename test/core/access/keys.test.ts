/** Keys of projects, and the state of a key. */
import { expect, it } from "vitest";
import { refusedAnyway, refusedByProject } from "../../../src/core/access/key-projects.ts";
import { isOver, keyState } from "../../../src/core/access/key-state.ts";
import { day } from "../../../src/core/text/units.ts";

const key = (...projects: string[]) => ({ name: "ci", projects });
const free = { name: "ci", projects: null };
const group = (project: string | null) => ({ what: 'alert group "A"', project });

it.each([
  [free, group("shop"), null],
  [free, group(null), null],
  [key("shop"), group("shop"), null],
  [
    key("shop"),
    group("cart"),
    'The key "ci" is bound to project "shop" and cannot change alert group "A", of project "cart"; use a key of that project.',
  ],
  [
    key("cart", "shop"),
    group(null),
    'The key "ci" is bound to the projects "cart", "shop" and cannot change alert group "A", which belongs to no project; use a key of no project.',
  ],
])("%j may change %j unless %s", (of, change, why) =>
  expect(refusedByProject(of, change)).toBe(why),
);

it("changes of no project are refused to a bound key alone", () => {
  expect(refusedAnyway(free, "users")).toBeNull();
  expect(refusedAnyway(key("shop"), "users")).toBe(
    'The key "ci" is bound to project "shop" and cannot change users; use a key that is bound to no project.',
  );
});

const now = 1000 * day;
const stored = { revoked_at: null, expires_at: null, last_used_at: null, inserted_at: now - day };
it.each([
  [{}, "working", false],
  [{ revoked_at: now }, "revoked", true],
  [{ expires_at: now }, "expired", true],
  [{ expires_at: now + 6 * day }, "soon", false],
  [{ expires_at: now + 8 * day }, "working", false],
  [{ last_used_at: now - 91 * day }, "unused", false],
  [{ inserted_at: now - 91 * day }, "unused", false],
] as const)("a key with %j is %s", (fields, state, over) => {
  expect(keyState({ ...stored, ...fields }, now)).toBe(state);
  expect(isOver(state)).toBe(over);
});
