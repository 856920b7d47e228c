/** Items of a list in rules, changes and masks: those of a kind that is described here alone. */
import { afterAll, expect, test } from "vitest";
import { fieldChanges } from "../../../src/core/declare/field-changes.ts";
import { rules, tidy } from "../../../src/core/declare/rules.ts";
import { mask, restoreMasked } from "../../../src/core/declare/secrets.ts";
import { defaultsTo, optional, required, resource, Type } from "../../../src/resource/field.ts";
import { ItemsOf, part } from "../../../src/resource/part.ts";
import { described, type DescribedKind } from "../../../src/resource/resources.ts";
import { Url } from "../../../src/resource/schema.ts";

const text = Type.String();
const target = part(
  {
    name: required(text, { label: "Name" }),
    url: optional(Url("URL.", "https://a.example/"), {
      label: "URL",
      meaning: "url",
      secret: "userinfo",
    }),
    headers: optional(Type.Record(text, text), { label: "Headers", secret: "values" }),
    token: optional(text, { label: "Token", secret: "whole" }),
  },
  { title: "Target", key: ["name"], short: "name", ordered: true, twice: "is a target already" },
);
const kind = "relays" as DescribedKind;
Object.assign(described, {
  relays: resource({
    noun: "relay",
    title: "Relay",
    about: "Sends on.",
    fields: {
      targets: defaultsTo([], ItemsOf(target, { description: "Targets.", maxItems: 9 }), {
        label: "Targets",
        part: target,
      }),
    },
  }),
});
afterAll(() => void Reflect.deleteProperty(described, kind));

const a = { name: "a", url: "https://a.example/", headers: { Key: "k" }, token: "t" };
const faultsOf = (...targets: unknown[]) =>
  rules(kind, { targets }).map(({ field, code }) => `${field} ${code}`);

test("an item is judged by itself; in an ordered list none comes twice", () => {
  expect(faultsOf(a, "b", { name: "c" })).toEqual([]);
  expect(faultsOf("b", "b", { ...a, name: "b" })).toEqual([
    "targets[1] duplicate",
    "targets[2] duplicate",
  ]);
  expect(faultsOf({ ...a, url: "ftp://a.example" })).toEqual(["targets[0].url format"]);
  expect(rules(kind, { targets: null })).toEqual([]);
});

test("items are tidied as resources are", () => {
  const days = { email: " bo@x.example ", contact_days: [3, 1, 3] };
  expect(tidy({ members: ["ada@x.example", days] })).toEqual({
    members: ["ada@x.example", { email: "bo@x.example", contact_days: [1, 3] }],
  });
});

test("a mask without a stored secret is a fault in an item", () => {
  const given = { ...a, headers: { Key: "***" }, token: "***" };
  expect(faultsOf(given)).toEqual([
    "targets[0].headers secret_needed",
    "targets[0].token secret_needed",
  ]);
  expect(faultsOf({ ...given, headers: null, token: null })).toEqual([]);
});

test("secrets of items are masked, and restored by the key of the item, unless its URL moved", () => {
  const shown = mask(kind, { targets: [a, "b"] });
  const masked = { ...a, headers: { Key: "***" }, token: "***" };
  expect(shown).toEqual({ targets: [masked, "b"] });
  const restored = (...targets: unknown[]) => restoreMasked(kind, { targets }, { targets: [a] });
  expect(restored("b", masked)).toEqual({ targets: ["b", a] });
  expect(restored({ ...masked, name: "b" })).toEqual({ targets: [{ ...masked, name: "b" }] });
  const moved = { ...masked, url: "https://b.example/" };
  expect(restored(moved)).toEqual({ targets: [moved] });
});

test("changes are the keys that come, go or move, then the fields within an item", () => {
  const from = [a, { ...a, name: "b" }];
  expect(fieldChanges(kind, { targets: from }, { targets: from.toReversed() })).toEqual([
    { field: "targets", from: ["a", "b"], to: ["b", "a"] },
  ]);
  expect(
    fieldChanges(kind, { targets: from }, { targets: ["a", { ...a, name: "b", token: "u" }] }),
  ).toEqual([{ field: "targets.b.token", from: "***", to: "(secret, changed)" }]);
  expect(fieldChanges(kind, null, { targets: [{ name: "a", token: null }] })).toEqual([
    { field: "targets", from: null, to: ["a"] },
  ]);
  expect(fieldChanges(kind, { targets: ["a"] }, { targets: null })).toEqual([
    { field: "targets", from: ["a"], to: null },
  ]);
});
