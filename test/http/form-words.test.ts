/** Forms speak to people: no name of a field of the API outside of code, and one difference is shown as one. */
import Type from "typebox";
import { expect, test } from "vitest";
import { check } from "../../src/api/check.ts";
import { GivenInstant } from "../../src/api/schema.ts";
import { faultOfForm } from "../../src/http/answer/instants.ts";
import type { Field } from "../../src/dashboard/form-field.ts";
import { formPage } from "../../src/dashboard/pages/form.ts";
import type { FormKind } from "../../src/http/site/form-fields.ts";
import { conflictNote } from "../../src/http/site/form/conflict.ts";
import { formFields, formSections } from "../../src/http/site/form-fields.ts";
import { silenceFields, silenceModes, silenceSections } from "../../src/http/site/silence-form.ts";
import { frame } from "../dashboard/hostile.ts";

const kinds = [
  "alert_groups",
  "health_check_monitors",
  "webhook_monitors",
  "users",
  "devices",
  "members",
  "schedules",
] as const satisfies readonly FormKind[];
const one = [{ id: "1", title: "One" }];
const known = { alert_groups: one, health_check_monitors: one, users: one, schedules: one };

/** A page without the parts for machines: tags, scripts and code. */
const textOf = (page: string) =>
  page
    .replaceAll(/<(code|svg|datalist|head)[^]*?<\/\1>/g, " ")
    .replaceAll(/<input[^>]*>|<option[^>]*>|<[^>]*>/g, " ");

const page = (
  sections: ReturnType<typeof formSections>,
  fields: readonly Field[],
  faults: { field: string; message: string }[] = [],
) =>
  formPage(frame, {
    title: "Form",
    above: [],
    action: "/x",
    submit: "Save",
    sections,
    fields,
    values: {},
    faults,
    project: null,
    version: null,
  });
const machineWords = (text: string) =>
  textOf(text).match(/\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*\b|\bNull:/g) ?? [];

test.each(kinds)("the form of %s shows no name of the API", (kind) => {
  expect(machineWords(page(formSections(kind), formFields(kind, known)))).toEqual([]);
});

test.each(Object.keys(silenceModes) as (keyof typeof silenceModes)[])(
  "the form of a silence shows no name of the API: %s",
  (mode) => {
    expect(machineWords(page(silenceSections, silenceFields(mode, [])))).toEqual([]);
  },
);

test("a fault names other fields by their labels, at its field and in the list of all", () => {
  const message = "cannot be combined with expect_every_minutes";
  const fields = formFields("webhook_monitors", known);
  const text = page(formSections("webhook_monitors"), fields, [{ field: "expect_cron", message }]);
  expect(text.split("cannot be combined with “Every”")).toHaveLength(3);
  expect(machineWords(text)).toEqual([]);
  // A word that is no field stays as it is.
  const other = [{ field: "expect_cron", message: "is not a_word" }];
  expect(page(formSections("webhook_monitors"), fields, other)).toContain("is not a_word");
});

test("a text that is no time is refused without the notation of the API", () => {
  const [fault] = check(Type.Object({ until: GivenInstant("When.") }), { until: "tomorrow" });
  expect(fault?.message).toContain("ISO 8601");
  expect(faultOfForm(fault!).message).toBe("must be a date and time");
});

const fields = formFields("health_check_monitors", known);
const values = (more: Record<string, string[]>) => ({
  title: ["Shop"],
  interval_seconds: ["60"],
  ...more,
});
const plain = (note: ReturnType<typeof conflictNote>) =>
  textOf(note?.text ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();

test("a conflict shows the one field that differs, with both values in the words of the form", () => {
  const note = conflictNote(
    fields,
    values({
      title: ["Shop 2"],
      request_body: [""],
      invert: [],
      watch_certificate: [""],
      body_contains: ["a\r\nb"],
    }),
    values({ request_body: [], invert: ["false"], watch_certificate: [], body_contains: ["a\nb"] }),
  );
  expect(plain(note)).toMatch(/Field Stored now Your input Name Shop Shop 2$/);
});

test("a conflict says units, choices and flags as the form does", () => {
  const note = conflictNote(
    fields,
    values({ interval_seconds: ["30"], expect: ["http"], invert: ["true"], description: [""] }),
    values({ expect: ["health"], description: ["x"], depends_on: ["1"] }),
  );
  const text = plain(note);
  expect(text).toContain("Check every 60 s 30 s");
  expect(text).toContain("Answer A health report (JSON) Any answer over HTTP");
  expect(text).toContain("Must fail off on");
  expect(text).toContain("Description x empty");
  expect(text).toContain("Stay quiet while one of these is down One empty");
});

test("no difference, no note; times and days are compared by their meaning, and secrets are not shown", () => {
  const group = formFields("alert_groups", known);
  const stored = {
    contact_hours_from: ["09:00:00"],
    contact_days: ["1", "2"],
    webhook_secret: ["***"],
  };
  const typed = {
    contact_hours_from: ["09:00"],
    contact_days: ["2", "1"],
    webhook_secret: ["***"],
  };
  expect(conflictNote(group, typed, stored)).toBeNull();
  const other = conflictNote(
    group,
    { ...typed, webhook_secret: ["hunter2"], contact_days: ["6"] },
    stored,
  );
  expect(other?.text).not.toContain("hunter2");
  expect(plain(other)).toContain("On these days Monday, Tuesday Saturday");
});
