/** A manifest takes away every field of every kind that it declares as null, or leaves out after it was declared. */
import { describe, expect, test } from "vitest";
import { fieldChanges } from "../../src/core/declare/field-changes.ts";
import { plan, type AppliedResource, type StoredResource } from "../../src/core/declare/plan.ts";
import { resourceKinds } from "../../src/core/model/model.ts";
import { wantedResource } from "../../src/manifest/wanted.ts";
import { keptFields } from "../../src/resource/kept-fields.ts";
import { manifestFields, identifying } from "../../src/resource/manifest.ts";
import type { Field } from "../../src/resource/field.ts";

/** Not managed by a manifest that leaves them out. */
const unmanaged = ["members", "schedules"];

const fields = resourceKinds.flatMap((kind) =>
  Object.entries(manifestFields[kind] as Record<string, Field>)
    .filter(([name, { presence }]) => presence !== "required" && !identifying.includes(name))
    .filter(([name]) => !unmanaged.includes(name))
    .map(([name]) => [kind, name] as const),
);

/** No value that fits: it is compared, never checked. */
function valueOf(kind: (typeof fields)[number][0], name: string): unknown {
  const { secret, part } = (manifestFields[kind] as Record<string, Field>)[name]!;
  if (part) return [Object.fromEntries(part.key.map((one) => [one, "declared before"]))];
  return secret === "values" ? { "X-Secret": "declared before" } : "declared before";
}

/** A value of its own is named behind a dot, and an item in brackets. */
const changedField = ({ field }: { field: string }) => field.split(/[.[]/)[0];

describe("a field that was declared", () => {
  test.each(fields)("of %s, %s, is reset by null", (kind, name) => {
    const declared = wantedResource(kind, { external_id: "x", [name]: valueOf(kind, name) }).fields;
    const { fields: without } = wantedResource(kind, { external_id: "x", [name]: null });
    expect(name in without).toBe(true);
    expect(fieldChanges(kind, declared, without).map(changedField)).toContain(name);
  });

  test.each(fields)("of %s, %s, is reset by leaving it out", (kind, name) => {
    const declared = wantedResource(kind, { external_id: "x", [name]: valueOf(kind, name) }).fields;
    const { fields: without } = wantedResource(kind, { external_id: "x" });
    // The plan resets these: next test.
    if (keptFields(kind).includes(name)) return expect(name in without).toBe(false);
    expect(fieldChanges(kind, declared, without).map(changedField)).toContain(name);
  });
});

describe("the role of a user", () => {
  const eve = { external_id: "eve", email: "eve@example.com" };
  const planned = (declared: object, role: string | null, before: object | null) => {
    const stored: StoredResource = {
      kind: "users",
      id: "id-eve",
      external_id: "eve",
      project: "people",
      fields: { ...wantedResource("users", eve).fields, role },
    };
    const applied: AppliedResource[] =
      before === null ? [] : [{ ...wantedResource("users", { ...eve, ...before }), id: "id-eve" }];
    const result = plan([stored], [wantedResource("users", { ...eve, ...declared })], {
      project: "people",
      adopt: false,
      prune: null,
      before: applied,
    });
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    return { changes: result.changes[0]!.fields, writes: result.writes[0]! };
  };
  const toNull = [{ field: "role", from: "admin", to: null }];

  test.each<[string, object, object | null, unknown[]]>([
    ["null declared", { role: null }, { role: "admin" }, toNull],
    ["null declared, never declared before", { role: null }, null, toNull],
    ["left out, declared before", {}, { role: "admin" }, toNull],
    ["left out, another one declared before", {}, { role: "viewer" }, toNull],
    ["left out, null declared before", {}, { role: null }, []],
    ["left out, never declared", {}, {}, []],
    ["left out, of a project that never applied", {}, null, []],
    ["declared again", { role: "admin" }, { role: "admin" }, []],
  ])("with %s", (_, declared, before, changes) => {
    expect(planned(declared, "admin", before).changes).toEqual(changes);
  });

  test("is remembered as declared only when it was", () => {
    expect(planned({}, "admin", { role: "admin" }).writes).toMatchObject({
      fields: { role: null },
      resets: ["role"],
    });
    const kept = planned({}, "admin", {}).writes;
    expect(kept.resets).toEqual([]);
    expect("role" in kept.fields).toBe(false);
  });
});
