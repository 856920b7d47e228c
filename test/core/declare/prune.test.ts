import { describe, expect, test } from "vitest";
import { resourceKinds, type ResourceKind } from "../../../src/core/model/model.ts";
import {
  plan,
  type Planned,
  type StoredResource,
  type WantedResource,
} from "../../../src/core/declare/plan.ts";
import type { PruneOptions } from "../../../src/core/declare/prune.ts";

type Fields = Record<string, unknown>;

const fieldsOf: Partial<Record<ResourceKind, (name: string) => Fields>> = {
  users: (name) => ({ email: `${name}@x.example`, name }),
  alert_groups: (name) => ({ title: name, timezone: "UTC", members: [] }),
  health_check_monitors: (name) => ({
    title: name,
    url: "https://x.example/",
    alert_group: "g",
    request_headers: {},
  }),
  webhook_monitors: (name) => ({ title: name, alert_group: "g" }),
};
const have = (
  kind: ResourceKind,
  name: string,
  fields: Fields = {},
  project: string | null = "shop",
): StoredResource => ({
  kind,
  id: `id-${name}`,
  external_id: name,
  project,
  fields: { ...fieldsOf[kind]?.(name), protect: false, ...fields },
});
const want = (kind: ResourceKind, external_id: string, fields: Fields = {}): WantedResource => ({
  kind,
  external_id,
  fields: { ...fieldsOf[kind]?.(external_id), protect: false, ...fields },
});
const run = (
  stored: StoredResource[],
  wanted: WantedResource[],
  options: Partial<PruneOptions> = {},
) =>
  plan(stored, wanted, {
    project: "shop",
    adopt: false,
    prune: { max: null, detach: false, ...options },
  });
function good(planned: Planned): Planned & { ok: true } {
  if (!planned.ok) throw new Error(planned.faults.map((f) => f.message).join("; "));
  return planned;
}
const actions = (planned: Planned) =>
  good(planned).changes.map(({ action, kind, external_id }) => `${action} ${kind}/${external_id}`);
const faults = (planned: Planned) =>
  planned.ok ? [] : planned.faults.map(({ field, code }) => `${field} ${code}`);

describe("prune of groups that escalate", () => {
  const to = (escalate_to: string) => ({
    escalate_to,
    escalate_after_minutes: 5,
  });
  test("begins with the one that nobody escalates to", () => {
    const planned = run(
      [
        have("alert_groups", "c"),
        have("alert_groups", "b", to("c")),
        have("alert_groups", "a", to("b")),
      ],
      [],
    );
    expect(actions(planned)).toEqual([
      "delete alert_groups/a",
      "delete alert_groups/b",
      "delete alert_groups/c",
    ]);
  });

  test("leaves those to which something that stays escalates", () => {
    const stored = [have("alert_groups", "g"), have("alert_groups", "h")];
    const declared = want("alert_groups", "a", to("g"));
    expect(faults(run(stored, [declared]))).toEqual([
      "alert_groups[0].escalate_to pruned_alert_group",
    ]);
    const others = have("alert_groups", "other", to("h"), "other");
    expect(faults(run([...stored, others], []))).toEqual([" in_use"]);
  });
});

describe("prune of monitors that others depend on", () => {
  const on = (...depends_on: string[]) => ({ depends_on });
  test("begins with the one that nothing depends on", () => {
    const planned = run(
      [
        have("health_check_monitors", "c"),
        have("health_check_monitors", "b", on("c")),
        have("health_check_monitors", "a", on("b", "c")),
        have("webhook_monitors", "w", on("c")),
      ],
      [],
    );
    expect(actions(planned)).toEqual([
      "delete webhook_monitors/w",
      "delete health_check_monitors/a",
      "delete health_check_monitors/b",
      "delete health_check_monitors/c",
    ]);
  });

  test("leaves those on which something that stays depends", () => {
    const stored = [have("alert_groups", "g"), have("health_check_monitors", "router")];
    const group = want("alert_groups", "g");
    const declared = want("webhook_monitors", "w", on("router"));
    expect(faults(run(stored, [group, declared]))).toEqual([
      "webhook_monitors[0].depends_on pruned_monitor",
    ]);
    const others = have("webhook_monitors", "w", on("router"), "other");
    expect(faults(run([...stored, others], [group]))).toEqual([" in_use"]);
  });
});

describe("prune", () => {
  test("deletes what the project declared before, what refers to others first", () => {
    const planned = run(
      [...resourceKinds.map((kind) => have(kind, kind)), have("alert_groups", "g")],
      [want("alert_groups", "g")],
    );
    expect(actions(planned)).toEqual([
      "unchanged alert_groups/g",
      "delete status_pages/status_pages",
      "delete webhook_monitors/webhook_monitors",
      "delete health_check_monitors/health_check_monitors",
      "delete alert_groups/alert_groups",
      "delete schedules/schedules",
      "delete users/users",
    ]);
    expect(good(planned).writes.map(({ action }) => action)).toEqual(
      good(planned).changes.map(({ action }) => action),
    );
  });

  test("never touches what another project or nobody declares", () => {
    const planned = run(
      [have("alert_groups", "theirs", {}, "other"), have("alert_groups", "nobody's", {}, null)],
      [],
    );
    expect(actions(planned)).toEqual([]);
  });

  test("names what has no external id by its id", () => {
    const nameless = { ...have("users", "a"), external_id: null };
    expect(actions(run([nameless], []))).toEqual(["delete users/id-a"]);
  });

  test("is not done without being asked for", () => {
    const planned = plan([have("alert_groups", "g")], [], {
      project: "shop",
      adopt: false,
      prune: null,
    });
    expect(actions(planned)).toEqual([]);
    expect(good(planned).guard).toBeNull();
  });

  test("detaches also what could not be deleted", () => {
    const planned = run(
      [have("alert_groups", "g", { protect: true }), have("webhook_monitors", "w", {}, "other")],
      [],
      { detach: true },
    );
    expect(actions(planned)).toEqual(["detach alert_groups/g"]);
    expect(good(planned).changes[0]!.fields).toEqual([
      { field: "project", from: "shop", to: null },
    ]);
  });
});

describe("what is needed stays", () => {
  test("a group that monitors of others use, which are named", () => {
    const planned = run(
      [
        have("alert_groups", "g"),
        have("webhook_monitors", "theirs", {}, "other"),
        have("health_check_monitors", "loose", {}, null),
      ],
      [],
    );
    expect(faults(planned)).toEqual([" in_use"]);
    if (!planned.ok) expect(planned.why).toBe("conflict");
    expect(planned.ok ? "" : planned.faults[0]!.message).toBe(
      "alert_groups g is still used by webhook_monitors theirs (project other), health_check_monitors loose (unmanaged); it cannot be pruned",
    );
  });

  test("of very many users, ten are named", () => {
    const planned = run(
      [
        have("alert_groups", "g"),
        ...Array.from({ length: 12 }, (_, i) => have("webhook_monitors", `w${i}`, {}, "other")),
      ],
      [],
    );
    expect(planned.ok ? "" : planned.faults[0]!.message).toContain(
      "w9 (project other) and 2 more; it",
    );
  });

  test("not a group whose monitors go with it", () => {
    expect(actions(run([have("alert_groups", "g"), have("webhook_monitors", "w")], []))).toEqual([
      "delete webhook_monitors/w",
      "delete alert_groups/g",
    ]);
  });

  test("a group that the declaration itself refers to", () => {
    const planned = run([have("alert_groups", "g")], [want("webhook_monitors", "w")]);
    expect(faults(planned)).toEqual(["webhook_monitors[0].alert_group pruned_alert_group"]);
    expect(planned).toMatchObject({
      faults: [
        { message: 'alert group "g" would be deleted but is still used by webhook_monitors w' },
      ],
    });
  });

  test("a group without an external id that somebody uses", () => {
    const planned = run(
      [
        { ...have("alert_groups", "g"), external_id: null },
        have("webhook_monitors", "w", { alert_group: "id:id-g" }, "other"),
      ],
      [],
    );
    expect(faults(planned)).toEqual([" in_use"]);
  });

  test("a user who is on call in a group that remains, declared or not", () => {
    const member = { members: ["Ada@x.example"] };
    expect(
      faults(run([have("users", "ada"), have("alert_groups", "t", member, "other")], [])),
    ).toEqual([" in_use"]);
    expect(faults(run([have("users", "ada")], [want("alert_groups", "g", member)]))).toEqual([
      "alert_groups[0].members[0] pruned_user",
    ]);
    // Members that the declaration leaves alone are members still.
    const { members: _, ...unmanaged } = want("alert_groups", "g").fields;
    expect(
      faults(
        run(
          [have("users", "ada"), have("alert_groups", "g", member)],
          [{ kind: "alert_groups", external_id: "g", fields: unmanaged }],
        ),
      ),
    ).toEqual(["alert_groups[0].members pruned_user"]);
  });

  test("what is protected", () => {
    const planned = run([have("alert_groups", "g", { protect: true })], []);
    expect(faults(planned)).toEqual([" protected"]);
  });
});

describe("the guard", () => {
  const groups = (count: number) =>
    Array.from({ length: count }, (_, i) => have("alert_groups", `g${i}`));
  const guardOf = (all: number, gone: number, max: number | null = null) =>
    good(
      run(
        groups(all),
        groups(all)
          .slice(gone)
          .map(({ external_id }) => want("alert_groups", external_id!)),
        { max },
      ),
    ).guard?.fault.message ?? null;

  test.each([
    [5, 5, null, false],
    [6, 6, null, true],
    [23, 6, null, true],
    [24, 6, null, false],
    [100, 25, null, false],
    [100, 26, null, true],
    [6, 6, 6, false],
    [6, 6, 5, true],
    [3, 1, 0, true],
  ])("of %i resources, %i may go (at most %j): refused is %j", (all, gone, max, refused) => {
    expect(guardOf(all, gone, max) !== null).toBe(refused);
  });

  test("says how many, of how many, and what to say", () => {
    expect(guardOf(12, 8)).toBe(
      'Prune would delete 8 of 12 resources of project "shop" (limit 5). To allow it, pass prune_max 8',
    );
  });

  test("does not ask when nothing is deleted", () => {
    expect(good(run(groups(50), [], { detach: true })).guard).toBeNull();
  });
});

test("what has no external_id, no title and no name goes by what it has", () => {
  const nameless = {
    ...have("users", "ada", { name: null }),
    external_id: null,
  };
  const other = {
    ...have("health_check_monitors", "other", { alert_group: null }, null),
    external_id: null,
  };
  const fresh = want("alert_groups", "g");
  delete fresh.fields["members"];
  const planned = good(run([nameless, other], [fresh]));
  expect(planned.changes.at(-1)).toMatchObject({
    external_id: "id-ada",
    title: "ada@x.example",
    action: "delete",
  });
});

test("a user that is pruned is called by name", () => {
  const planned = good(run([have("users", "ada")], []));
  expect(planned.changes).toMatchObject([{ title: "ada", action: "delete" }]);
});

test("groups that escalate in a cycle, which cannot be stored, go all the same", () => {
  const group = (name: string, escalate_to: string) => have("alert_groups", name, { escalate_to });
  const planned = good(run([group("a", "b"), group("b", "a")], []));
  expect(planned.changes.map(({ action }) => action)).toEqual(["delete", "delete"]);
});

describe("prune of a group with unresolved incidents", () => {
  const pruneWith = (unresolved: number[]) => run([have("alert_groups", "g", { unresolved })], []);
  const messages = (unresolved: number[]) => {
    const planned = pruneWith(unresolved);
    return planned.ok ? [] : planned.faults.map(({ message }) => message);
  };

  test("is refused, naming up to five of them", () => {
    expect(faults(pruneWith([4]))).toEqual([" unresolved"]);
    expect(messages([4])).toEqual(["alert_groups g cannot be pruned: incident #4 is not resolved"]);
    expect(messages([4, 7])).toEqual([
      "alert_groups g cannot be pruned: incidents #4 and #7 are not resolved",
    ]);
    expect(messages([1, 2, 3, 4, 5])[0]).toMatch(/#1, #2, #3, #4 and #5 are/);
    expect(messages([1, 2, 3, 4, 5, 6, 7, 8])[0]).toMatch(/#1, #2, #3, #4, #5 and 3 more are/);
  });
});

describe("prune of people who take turns", () => {
  const users = ["ada", "bob"].map((name) => have("users", name));
  const schedule = (people: string[]) =>
    have("schedules", "week", { people, otherwise: null, announce_to: null }, "other");

  test("takes them out of schedules of others, unless none would be left", () => {
    const stored = (people: string[]) => [...users, schedule(people)];
    const both = ["ada@x.example", "bob@x.example"];
    expect(actions(run(stored(both), [want("users", "bob")]))).toEqual([
      "unchanged users/bob",
      "delete users/ada",
    ]);
    expect(faults(run(stored(["ada@x.example"]), [want("users", "bob")]))).toEqual([" in_use"]);
    expect(faults(run(stored(both), []))).toEqual([" in_use", " in_use"]);
  });
});

test("a status page of another project does not keep its last monitor from being pruned", () => {
  const page = (health_check_monitors: string[]) =>
    have(
      "status_pages",
      "page",
      { sections: [{ title: "S", systems: [{ name: "Shop", health_check_monitors }] }] },
      "other",
    );
  const monitor = have("health_check_monitors", "m", { alert_group: "id:g" });
  expect(actions(run([monitor, page(["m"])], []))).toEqual(["delete health_check_monitors/m"]);
});
