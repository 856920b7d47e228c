import { expect, test } from "vitest";
import { lastAdminRefusal } from "../../../src/core/access/last-admin.ts";

test.each([
  ["admin", "editor", 0, "The last admin cannot get another role."],
  ["admin", null, 0, "The last admin cannot get another role."],
  ["admin", "removed", 0, "The last admin cannot be removed."],
  ["admin", "editor", 1, null],
  ["admin", "admin", 0, null],
  ["editor", "removed", 0, null],
  [null, "admin", 0, null],
] as const)("%s to %s beside %i other admins: %s", (was, becomes, others, refusal) => {
  const text = lastAdminRefusal(was, becomes, others);
  if (refusal === null) expect(text).toBeNull();
  else expect(text).toContain(refusal);
});
