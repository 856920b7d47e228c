import { describe, expect, test } from "vitest";
import { plan } from "../../../src/core/declare/plan.ts";
import type { StoredResource, WantedResource } from "../../../src/core/declare/plan-terms.ts";
import { renameFaults, renameHints } from "../../../src/core/declare/renames.ts";

const group = (external_id: string, previous_id?: string): WantedResource => ({
  kind: "alert_groups",
  external_id,
  ...(previous_id !== undefined && { previous_id }),
  fields: { title: "On call", escalation_group: null },
});
const monitor = (external_id: string, more: Partial<WantedResource> = {}): WantedResource => ({
  kind: "webhook_monitors",
  external_id,
  fields: { title: "Errors", alert_group: "platform" },
  ...more,
});
const stored = (
  { kind, external_id, fields }: WantedResource,
  project = "shop",
): StoredResource => ({
  kind,
  id: `id-of-${external_id}`,
  external_id,
  project,
  fields: { ...(kind === "alert_groups" && { members: [] }), ...fields },
});

const run = (before: StoredResource[], wanted: WantedResource[], more = {}) =>
  plan(before, wanted, { project: "shop", adopt: false, prune: null, ...more });
function changesOf(...given: Parameters<typeof run>) {
  const planned = run(...given);
  if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
  return planned.changes;
}
function faultsOf(...given: Parameters<typeof run>) {
  const planned = run(...given);
  return planned.ok ? [] : planned.faults.map(({ field, message }) => `${field}: ${message}`);
}

describe("previous_id", () => {
  test("gives the resource of that name the new one, and nothing is created or deleted", () => {
    const prune = { max: null, detach: false };
    expect(changesOf([stored(group("old"))], [group("new", "old")], { prune })).toMatchObject([
      {
        action: "update",
        id: "id-of-old",
        external_id: "new",
        fields: [{ field: "external_id", from: "old", to: "new" }],
      },
    ]);
  });

  test("is without effect when the resource has the new name already, or never existed", () => {
    expect(changesOf([stored(group("new"))], [group("new", "old")])).toMatchObject([
      { action: "unchanged", id: "id-of-new" },
    ]);
    expect(changesOf([], [group("new", "old")])).toMatchObject([{ action: "create", id: null }]);
  });

  test("those that refer to it are not changed by it", () => {
    const before = [
      stored(group("old")),
      stored(monitor("m", { fields: { title: "E", alert_group: "old" } })),
    ];
    const wanted = [
      group("platform", "old"),
      monitor("m", { fields: { title: "E", alert_group: "platform" } }),
    ];
    expect(changesOf(before, wanted).map(({ action }) => action)).toEqual(["update", "unchanged"]);
  });

  test("those that refer to another one, and those that nobody declared, stay as they are", () => {
    const other = monitor("m", { fields: { title: "E", alert_group: "other" } });
    const byHand = { ...stored(group("x")), id: "by-hand", external_id: null, project: null };
    const before = [stored(group("old")), stored(group("other")), byHand, stored(other)];
    const wanted = [group("platform", "old"), group("other"), other];
    expect(changesOf(before, wanted).map(({ action }) => action)).toEqual([
      "update",
      "unchanged",
      "unchanged",
    ]);
  });

  test("one that another project declares needs --adopt", () => {
    const before = [stored(group("old"), "billing")];
    expect(faultsOf(before, [group("new", "old")])).toEqual([
      expect.stringContaining('declared by project "billing"'),
    ]);
    expect(changesOf(before, [group("new", "old")], { adopt: true })).toMatchObject([
      { action: "update", id: "id-of-old" },
    ]);
  });

  test("both names cannot exist", () => {
    expect(faultsOf([stored(group("old")), stored(group("new"))], [group("new", "old")])).toEqual([
      'alert_groups[0].previous_id: "old" and "new" both exist: delete one of them, or remove previous_id',
    ]);
  });

  test("names one resource that is not declared itself", () => {
    expect(faultsOf([], [group("a", "a")])).toEqual([
      'alert_groups[0].previous_id: "a" is the external_id itself',
    ]);
    expect(faultsOf([stored(group("old"))], [group("new", "old"), group("old")])).toEqual([
      'alert_groups[0].previous_id: "old" is declared, too: a resource cannot have had the name of another one',
    ]);
    expect(faultsOf([stored(group("old"))], [group("a", "old"), group("b", "old")])).toEqual([
      'alert_groups[1].previous_id: "old" is the previous_id of two resources',
    ]);
  });

  test("of another kind, and of a wrong shape, says nothing", () => {
    expect(
      changesOf(
        [stored(group("old"))],
        [group("platform"), monitor("new", { previous_id: "old" })],
      ),
    ).toMatchObject([
      { kind: "alert_groups", action: "create" },
      { kind: "webhook_monitors", action: "create" },
    ]);
    expect(renameFaults([{ external_id: "a", previous_id: 7, prefix: "" }])).toEqual([]);
  });
});

test("a deletion beside a creation of the same title is asked about", () => {
  const change = (action: "create" | "delete" | "update", external_id: string, title = "Shop") => ({
    kind: "webhook_monitors" as const,
    action,
    external_id,
    title,
    id: null,
    fields: [],
  });
  expect(renameHints([change("create", "new"), change("delete", "old")])).toEqual([
    'webhook monitor "old" would be deleted, and "new" created with the same title: write previous_id: old there if it is the same one, and its history and URL stay',
  ]);
  expect(renameHints([change("create", "new"), change("delete", "old", "Other")])).toEqual([]);
  expect(renameHints([change("update", "new"), change("delete", "old")])).toEqual([]);
});
