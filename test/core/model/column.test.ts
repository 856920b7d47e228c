import { expect, test } from "vitest";
import { columnFacts, instant, integer, startsOf, text } from "../../../src/core/model/column.ts";
import { columnsOfKind } from "../../../src/core/model/resource.ts";
import { optional, required, defaultsTo, Type } from "../../../src/resource/field.ts";

const label = "Field";

test.each([
  ["a text", required(Type.String(), { label }), { stored: "text", isNull: false }],
  ["one of some words", required(Type.Enum(["a", "b"]), { label }), { stored: "text" }],
  ["a whole number", defaultsTo(3, Type.Integer(), { label }), { stored: "integer", start: 3 }],
  ["a flag", defaultsTo(true, Type.Boolean(), { label }), { stored: "flag", isDefault: true }],
  ["a list", optional(Type.Array(Type.String()), { label }), { stored: "json", isNull: true }],
  ["a secret", optional(Type.String(), { label, secret: "whole" }), { isSealed: true }],
  ["a capability", required(Type.String(), { label, capability: true }), { isSealed: true }],
  ["a secret column", text().sealed(), { isSealed: true }],
  ["a column", instant("moves").orNull(), { stored: "integer", atStep: "moves", start: null }],
])("%s is stored as its description says", (_, described, facts) => {
  expect(columnFacts(described)).toMatchObject(facts);
});

test("a new row has the starts of the columns that it is not given", () => {
  const columns = { id: text().key(), count: integer().startsAs(1), at: text().orNull() };
  expect(startsOf(columns)).toEqual({ count: 1, at: null });
});

test("only a kind with an address has its columns", () => {
  expect(columnsOfKind("webhook_monitors")).toHaveProperty("webhook_hash");
  expect(columnsOfKind("users")).not.toHaveProperty("webhook_hash");
  expect(columnsOfKind("alert_groups")).toHaveProperty("ping_key_hash");
  expect(columnsOfKind("webhook_monitors")).not.toHaveProperty("ping_key_hash");
});
