import { expect, test } from "vitest";
import { allFaults, soundFields } from "../../../src/core/declare/sound.ts";
import { partialFaults } from "../../../src/core/declare/plan-faults.ts";

const at = (field: string, code = "format") => ({ field, code, message: "" });

test("sound are the fields in which no fault was found", () => {
  const fields = { title: "x", contact_days: [8], members: ["ada", "bo"], url: "y" };
  const faults = [at("contact_days[0]"), at("members[1].email"), at("titles")];
  expect(soundFields(fields, faults)).toEqual({ title: "x", url: "y" });
});

test.each([
  // A broken rule, what has a wrong shape, and whether the rule is reported.
  ["timezone", "title", true],
  ["timezone", "timezone", false],
  ["contact_days", "contact_days[0]", false],
  ["request_headers.x", "request_headers", false],
  ["request_headers.x", "request_headers.xy", true],
  ["users[1].email", "users[1]", false],
  ["users[1].email", "users[11].email", true],
])("beside a rule broken by %s, the shape of %s: both are reported: %s", (broken, shape, both) => {
  const faults = allFaults([at(shape)], [at(broken)]);
  expect(faults).toEqual(both ? [at(shape), at(broken)] : [at(shape)]);
});

test.each([
  ["alert_groups[0].title", true],
  ["alert_groups[0].external_id", false],
  ["users[3].email", false],
  ["users[3]", false],
  ["webhook_monitors", false],
  ["project", true],
])("with the wrong shape of %s, unknown references are reported: %s", (shape, reported) => {
  const unknown = at("webhook_monitors[0].alert_group", "unknown_alert_group");
  const faults = partialFaults([at(shape)], [unknown, at("users[9].name", "length")]);
  expect(faults.includes(unknown)).toBe(reported);
});
