import { describe, expect, test } from "vitest";
import { fieldChanges } from "../../../src/core/declare/field-changes.ts";
import { nearest } from "../../../src/core/text/nearest.ts";
import {
  plan,
  planInSteps,
  type Planned,
  type StoredResource,
  type WantedResource,
} from "../../../src/core/declare/plan.ts";
import { writingOrder } from "../../../src/core/declare/plan-order.ts";
import type { ResourceKind } from "../../../src/core/model/model.ts";
import { asTheGroup } from "../../../src/resource/member.ts";

type Fields = Record<string, unknown>;

const defaults: Partial<Record<ResourceKind, (name: string) => Fields>> = {
  users: (name) => ({ email: `${name}@example.com`, name: null }),
  alert_groups: (name) => ({
    title: name,
    priority_level: 2,
    timezone: "UTC",
    contact_days: [0, 1, 2, 3, 4, 5, 6],
  }),
  health_check_monitors: (name) => ({
    title: name,
    url: `https://${name}.example.com/health`,
    alert_group: "oncall",
    interval_seconds: 60,
    request_headers: {},
  }),
  webhook_monitors: (name) => ({
    title: name,
    alert_group: "oncall",
    error_rate_threshold: 1,
  }),
};

const want = (kind: ResourceKind, external_id: string, fields: Fields = {}): WantedResource => ({
  kind,
  external_id,
  fields: { ...defaults[kind]?.(external_id), ...fields },
});

const have = (
  kind: ResourceKind,
  name: string,
  fields: Fields = {},
  own: Partial<StoredResource> = {},
): StoredResource => ({
  kind,
  id: `id-${name}`,
  external_id: name,
  project: "shop",
  fields: {
    ...defaults[kind]?.(name),
    ...(kind === "alert_groups" ? { members: [] } : {}),
    ...fields,
  },
  ...own,
});

const run = (stored: StoredResource[], wanted: WantedResource[], adopt = false) =>
  plan(stored, wanted, { project: "shop", adopt, prune: null });

function good(planned: Planned): Planned & { ok: true } {
  if (!planned.ok) throw new Error(planned.faults.map((f) => f.message).join("; "));
  return planned;
}

/** `field: from -> to`, a line for each change of field. */
const changesOf = (planned: Planned, index = 0) =>
  good(planned).changes[index]!.fields.map(
    ({ field, from, to }) => `${field}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`,
  );
const faultsOf = (planned: Planned) =>
  planned.ok ? [] : planned.faults.map((f) => `${f.field} ${f.code}: ${f.message}`);

const oncall = have("alert_groups", "oncall");

describe("what a plan finds", () => {
  test("creates what is not stored, in the order in which it can be written", () => {
    const planned = good(
      run(
        [],
        [
          want("webhook_monitors", "errors"),
          want("health_check_monitors", "b"),
          want("health_check_monitors", "a"),
          want("alert_groups", "oncall", { members: ["ada@example.com"] }),
          want("users", "ada", { name: "Ada" }),
        ],
      ),
    );
    expect(planned.changes.map((c) => `${c.action} ${c.kind}/${c.external_id}`)).toEqual([
      "create users/ada",
      "create alert_groups/oncall",
      "create health_check_monitors/b",
      "create health_check_monitors/a",
      "create webhook_monitors/errors",
    ]);
    expect(planned.changes.map((c) => c.title)).toEqual(["Ada", "oncall", "b", "a", "errors"]);
    expect(planned.changes.every((c) => c.id === null)).toBe(true);
    expect(planned.writes.map((w) => w.external_id)).toEqual(
      planned.changes.map((c) => c.external_id),
    );
  });

  test("says nothing of what is the same", () => {
    const planned = good(
      run(
        [oncall, have("webhook_monitors", "errors"), have("users", "ada")],
        [want("users", "ada"), want("alert_groups", "oncall"), want("webhook_monitors", "errors")],
      ),
    );
    expect(planned.changes.map((c) => [c.action, c.fields])).toEqual([
      ["unchanged", []],
      ["unchanged", []],
      ["unchanged", []],
    ]);
    expect(planned.changes[0]).toMatchObject({
      id: "id-ada",
      title: "ada@example.com",
    });
  });

  test("names each field that differs, with both values", () => {
    const planned = run(
      [oncall],
      [
        want("alert_groups", "oncall", {
          priority_level: 1,
          contact_days: [1, 2],
        }),
      ],
    );
    expect(changesOf(planned)).toEqual([
      "priority_level: 2 -> 1",
      "contact_days: [0,1,2,3,4,5,6] -> [1,2]",
    ]);
    expect(good(planned).writes[0]).toMatchObject({
      id: "id-oncall",
      action: "update",
      fields: { priority_level: 1, contact_days: [1, 2], title: "oncall" },
    });
  });

  test("takes over what nobody declares", () => {
    const stored = have("alert_groups", "oncall", {}, { project: null });
    expect(changesOf(run([stored], [want("alert_groups", "oncall")]))).toEqual([
      'project: null -> "shop"',
    ]);
  });

  test("leaves what is stored and not declared alone", () => {
    expect(good(run([oncall], [])).changes).toEqual([]);
  });

  test("does not take a monitor without an external id for a declared one", () => {
    const stored = have("webhook_monitors", "errors", {}, { external_id: null });
    const planned = good(run([oncall, stored], [want("webhook_monitors", "errors")]));
    expect(planned.changes[0]!.action).toBe("create");
  });
});

describe("members", () => {
  const ada = have("users", "ada");
  const bob = have("users", "bob");

  test("compare by address, whatever the case and the order", () => {
    const group = have("alert_groups", "oncall", {
      members: ["ada@example.com", "bob@example.com"],
    });
    const wanted = want("alert_groups", "oncall", {
      members: ["Bob@Example.com", "ada@example.com", "BOB@example.com"],
    });
    const planned = good(run([ada, bob, group], [wanted]));
    expect(planned.changes[0]!.action).toBe("unchanged");
    expect(planned.writes[0]!.fields["members"]).toEqual(["ada@example.com", "bob@example.com"]);
  });

  test("that are not declared are not managed", () => {
    const group = have("alert_groups", "oncall", {
      members: ["ada@example.com"],
    });
    const planned = good(run([ada, group], [want("alert_groups", "oncall")]));
    expect(planned.changes[0]!.action).toBe("unchanged");
    expect(planned.writes[0]!.fields).not.toHaveProperty("members");
  });

  test("declared as none are removed", () => {
    const group = have("alert_groups", "oncall", {
      members: ["ada@example.com"],
    });
    expect(changesOf(run([ada, group], [want("alert_groups", "oncall", { members: [] })]))).toEqual(
      ['members: ["ada@example.com"] -> []'],
    );
  });

  test("may be users of the same declaration", () => {
    const planned = run(
      [],
      [want("users", "ada"), want("alert_groups", "oncall", { members: ["ADA@example.com"] })],
    );
    expect(good(planned).writes[1]!.fields["members"]).toEqual(["ada@example.com"]);
  });

  test("stay members when the same plan changes their address", () => {
    const group = have("alert_groups", "oncall", {
      members: ["ada@example.com", "bob@example.com"],
    });
    const planned = good(
      run(
        [ada, bob, group],
        [
          want("users", "ada", { email: "countess@example.com" }),
          want("alert_groups", "oncall", {
            members: ["countess@example.com", "bob@example.com"],
          }),
        ],
      ),
    );
    expect(planned.changes.map((c) => c.action)).toEqual(["update", "unchanged"]);
  });

  test("nobody knows are a fault that suggests who was meant", () => {
    const planned = run(
      [ada],
      [
        want("alert_groups", "oncall", {
          members: ["ada@example.com", "adda@example.com", "zoe@elsewhere.org"],
        }),
      ],
    );
    expect(planned).toMatchObject({ ok: false, why: "invalid" });
    expect(faultsOf(planned)).toEqual([
      'alert_groups[0].members[1] unknown_user: references unknown user "adda@example.com", did you mean "ada@example.com"?',
      'alert_groups[0].members[2] unknown_user: references unknown user "zoe@elsewhere.org"',
    ]);
  });

  test("are not known any more by an address that the plan takes away", () => {
    const planned = run(
      [ada],
      [
        want("users", "ada", { email: "countess@example.com" }),
        want("alert_groups", "oncall", { members: ["ada@example.com"] }),
      ],
    );
    expect(faultsOf(planned)).toHaveLength(1);
  });
});

describe("users", () => {
  test("are found by address when no external id matches", () => {
    const stored = have(
      "users",
      "someone",
      { email: "Ada@Example.com" },
      { external_id: null, project: null },
    );
    const planned = run([stored], [want("users", "ada")]);
    expect(good(planned).changes[0]!.id).toBe("id-someone");
    expect(changesOf(planned)).toEqual([
      'project: null -> "shop"',
      'external_id: null -> "ada"',
      'email: "Ada@Example.com" -> "ada@example.com"',
    ]);
  });

  test("are found by external id first", () => {
    const planned = run(
      [have("users", "ada", { email: "old@example.com" })],
      [want("users", "ada")],
    );
    expect(changesOf(planned)).toEqual(['email: "old@example.com" -> "ada@example.com"']);
  });

  test.each([
    [
      "two declared with one address",
      [],
      [want("users", "ada"), want("users", "bob", { email: "ADA@example.com" })],
      'users[1].email duplicate: "ada@example.com" is the address of two users, first of users[0]',
    ],
    [
      "an address that another stored user has",
      [have("users", "ada"), have("users", "bob")],
      [want("users", "bob", { email: "ada@example.com" })],
      'users[0].email duplicate: "ada@example.com" is the address of another user (ada)',
    ],
    [
      "an address that a declared user gives up in the same plan",
      [have("users", "ada", {}, { external_id: "ada" })],
      [
        want("users", "ada", { email: "countess@example.com" }),
        want("users", "new", { email: "ada@example.com" }),
      ],
      'users[1].email duplicate: "ada@example.com" is the address of another user (ada)',
    ],
    [
      "an address of a user without external id",
      [have("users", "ada", {}, { external_id: null }), have("users", "bob")],
      [want("users", "bob", { email: "ada@example.com" })],
      'users[0].email duplicate: "ada@example.com" is the address of another user (id-ada)',
    ],
  ])("%s are a fault", (_, stored, wanted, fault) => {
    expect(faultsOf(run(stored, wanted))).toEqual([fault]);
  });
});

describe("references", () => {
  test("may name a declared group, a stored one, or one that has only an id", () => {
    const planned = run(
      [oncall, have("alert_groups", "night", {}, { external_id: null })],
      [
        want("alert_groups", "day"),
        want("webhook_monitors", "a", { alert_group: "day" }),
        want("webhook_monitors", "b", { alert_group: "oncall" }),
        want("webhook_monitors", "c", { alert_group: "id:id-night" }),
      ],
    );
    expect(planned.ok).toBe(true);
  });

  test("to a group that is nowhere are faults, with the nearest name", () => {
    const planned = run(
      [oncall],
      [
        want("webhook_monitors", "errors", { alert_group: "on-call" }),
        want("health_check_monitors", "a"),
        want("health_check_monitors", "b", { alert_group: "somebody" }),
      ],
    );
    expect(faultsOf(planned)).toEqual([
      'health_check_monitors[1].alert_group unknown_alert_group: references unknown alert group "somebody"',
      'webhook_monitors[0].alert_group unknown_alert_group: references unknown alert group "on-call", did you mean "oncall"?',
    ]);
  });
});

describe("hours of members' own", () => {
  const own = (email: string, fields: Fields = {}) => ({
    members: [{ email, ...asTheGroup, ...fields }],
  });
  const stored = (fields: Fields) => have("alert_groups", "g", own("ada@x.example", fields));
  const ada = have("users", "ada", { email: "ada@x.example" });
  const evenings = { ...asTheGroup, timezone: "Asia/Kolkata" };

  test("are compared field by field, whatever the case of the address", () => {
    const planned = run(
      [ada, stored({ ...evenings, contact_days: [1] })],
      [
        want(
          "alert_groups",
          "g",
          own("Ada@x.example", {
            timezone: "Europe/Berlin",
            contact_days: [1],
            minimum_priority: 1,
          }),
        ),
      ],
    );
    expect(changesOf(planned)).toEqual([
      'members.ada@x.example.timezone: "Asia/Kolkata" -> "Europe/Berlin"',
      "members.ada@x.example.minimum_priority: null -> 1",
    ]);
  });

  test("are taken back by fields that are left out, and left alone by an address alone", () => {
    const before = stored(evenings);
    const bare = want("alert_groups", "g", own("ada@x.example"));
    expect(changesOf(run([ada, before], [bare]))).toEqual([
      'members.ada@x.example.timezone: "Asia/Kolkata" -> null',
    ]);
    const plain = want("alert_groups", "g", { members: ["ada@x.example"] });
    expect(changesOf(run([ada, before], [plain]))).toEqual([]);
  });

  test("stay with a member whose address the same plan changes", () => {
    const renamed = own("a@x.example", evenings);
    const planned = run(
      [ada, stored(evenings)],
      [want("users", "ada", { email: "a@x.example" }), want("alert_groups", "g", renamed)],
    );
    expect(changesOf(planned, 1)).toEqual([]);
  });

  test("that cannot be are faults at their member", () => {
    const twice = {
      members: [
        "ada@x.example",
        { email: "ada@x.example", contact_hours_all_day: false },
        { email: "ADA@x.example", contact_hours_all_day: true },
      ],
    };
    expect(faultsOf(run([ada], [want("alert_groups", "g", twice)]))).toEqual([
      'alert_groups[0].members[1] duplicate: "ada@x.example" is a member already, with hours of their own',
      'alert_groups[0].members[2] duplicate: "ADA@x.example" is a member already, with hours of their own',
    ]);
    const broken = own("ada@x.example", { contact_hours_all_day: false });
    expect(
      faultsOf(run([ada], [want("alert_groups", "g", broken)])).map((fault) => fault.split(" ")[0]),
    ).toEqual([
      "alert_groups[0].members[0].contact_hours_from",
      "alert_groups[0].members[0].contact_hours_to",
    ]);
  });
});

describe("escalations", () => {
  const group = (name: string, to: string | null) =>
    want("alert_groups", name, {
      escalate_to: to,
      escalate_after_minutes: to === null ? null : 5,
    });
  const stored = (name: string, to: string | null, project: string | null) =>
    have("alert_groups", name, { escalate_to: to, escalate_after_minutes: 5 }, { project });

  test("may lead to groups that come later, and to stored ones", () => {
    const planned = run([stored("boss", null, null)], [group("a", "b"), group("b", "boss")]);
    expect(planned.ok).toBe(true);
  });

  test("may be turned around", () => {
    const planned = run(
      [stored("a", "b", "shop"), stored("b", null, "shop")],
      [group("a", null), group("b", "a")],
    );
    expect(changesOf(planned, 1)).toEqual(['escalate_to: null -> "a"']);
  });

  test("to nowhere and in cycles are faults at their place", () => {
    const planned = run(
      [stored("far", "b", null)],
      [group("a", "bos"), group("b", "c"), group("c", "far"), group("boss", "boss")],
    );
    expect(faultsOf(planned)).toEqual([
      'alert_groups[0].escalate_to unknown_alert_group: references unknown alert group "bos", did you mean "boss"?',
      'alert_groups[1].escalate_to cycle: has a cycle: "b" → "c" → "far" → "b"',
      'alert_groups[3].escalate_to cycle: has a cycle: "boss" → "boss"',
    ]);
  });
});

describe("dependencies", () => {
  const monitor = (name: string, ...depends_on: string[]) =>
    want("health_check_monitors", name, { depends_on });
  const stored = (name: string, depends_on: string[], project: string | null) =>
    have("health_check_monitors", name, { depends_on }, { project });

  test("may lead to monitors that come later and to stored ones, and are a set", () => {
    const planned = run(
      [oncall, stored("far", [], null), stored("b", ["c", "far"], "shop")],
      [
        monitor("a", "c", "b"),
        monitor("b", "far", "c", "far"),
        monitor("c"),
        want("webhook_monitors", "errors", { depends_on: ["a"] }),
      ],
    );
    if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
    expect(planned.changes.map(({ action }) => action)).toEqual([
      "create",
      "unchanged",
      "create",
      "create",
    ]);
    expect(planned.writes[0]!.fields["depends_on"]).toEqual(["b", "c"]);
    expect(writingOrder(planned.writes)).toEqual([2, 1, 0, 3]);
  });

  test("that are not declared change nothing in the order", () => {
    const write = (external_id: string) => ({
      kind: "health_check_monitors" as const,
      external_id,
      id: null,
      action: "create" as const,
      fields: {},
      resets: [],
    });
    expect(writingOrder([write("b"), write("a")])).toEqual([0, 1]);
  });

  test("may be turned around", () => {
    const planned = run(
      [oncall, stored("a", ["b"], "shop"), stored("b", [], "shop")],
      [monitor("a"), monitor("b", "a")],
    );
    expect(changesOf(planned, 1)).toEqual(['depends_on: [] -> ["a"]']);
  });

  test("on nothing known, on reports and in cycles are faults at their place", () => {
    const planned = run(
      [oncall, stored("far", ["b"], null)],
      [
        monitor("a", "b", "ruter"),
        monitor("b", "c"),
        monitor("c", "far"),
        monitor("router", "router"),
        want("webhook_monitors", "errors", { depends_on: ["errors", "c"] }),
      ],
    );
    expect(faultsOf(planned)).toEqual([
      'health_check_monitors[0].depends_on[1] unknown_monitor: references unknown health check monitor "ruter", did you mean "router"?',
      'health_check_monitors[1].depends_on[0] cycle: has a cycle: "b" → "c" → "far" → "b"',
      'health_check_monitors[3].depends_on[0] cycle: has a cycle: "router" → "router"',
      'webhook_monitors[0].depends_on[0] unknown_monitor: references unknown health check monitor "errors"',
    ]);
  });
});

describe("a declaration with several mistakes", () => {
  test("has all of them named, in the order of the declaration", () => {
    const planned = run(
      [oncall],
      [
        want("webhook_monitors", "errors"),
        want("webhook_monitors", "errors", { alert_group: "nobody" }),
        want("alert_groups", "oncall", { members: ["zoe@elsewhere.org"] }),
        want("alert_groups", "b", { timezone: "Europe/Berlim" }),
      ],
    );
    expect(planned).toMatchObject({ ok: false, why: "invalid" });
    expect(faultsOf(planned)).toEqual([
      'alert_groups[0].members[0] unknown_user: references unknown user "zoe@elsewhere.org"',
      'alert_groups[1].timezone timezone: unknown time zone "Europe/Berlim", did you mean "Europe/Berlin"?',
      'webhook_monitors[1].external_id duplicate: "errors" is declared twice, first in webhook_monitors[0]',
      'webhook_monitors[1].alert_group unknown_alert_group: references unknown alert group "nobody"',
    ]);
  });
});

describe("what another project declares", () => {
  const theirs = have("alert_groups", "oncall", {}, { project: "billing" });

  test("is refused, and the fault says whose it is and how to take it", () => {
    const planned = run(
      [theirs],
      [want("alert_groups", "oncall"), want("webhook_monitors", "errors")],
    );
    expect(planned).toMatchObject({ ok: false, why: "conflict" });
    expect(faultsOf(planned)).toEqual([
      'alert_groups[0] owned_elsewhere: "oncall" is declared by project "billing"; to take it over for "shop", apply with --adopt',
    ]);
  });

  test("is refused with its last apply, where that is known", () => {
    const last = { applied_at: Date.UTC(2026, 10, 20, 2, 10), applied_by: "ci" };
    const planned = plan([theirs], [want("alert_groups", "oncall")], {
      project: "shop",
      adopt: false,
      prune: null,
      owners: new Map([["billing", last]]),
    });
    expect(faultsOf(planned)).toEqual([
      'alert_groups[0] owned_elsewhere: "oncall" is declared by project "billing", which ci applied last, 2026-11-20 02:10 UTC; to take it over for "shop", apply with --adopt',
    ]);
  });

  test("is taken over when that is said", () => {
    const planned = run([theirs], [want("alert_groups", "oncall")], true);
    expect(changesOf(planned)).toEqual(['project: "billing" -> "shop"']);
  });

  test("may be referred to", () => {
    expect(run([theirs], [want("webhook_monitors", "errors")]).ok).toBe(true);
  });
});

describe("secrets", () => {
  const monitor = (fields: Fields) => want("health_check_monitors", "web", fields);
  const stored = (fields: Fields) => have("health_check_monitors", "web", fields);

  test("in headers are masked, and each header is named", () => {
    const planned = run(
      [oncall, stored({ request_headers: { Gone: "s1", Kept: "s2", Other: "s3" } })],
      [monitor({ request_headers: { Kept: "s2", Other: "s4", New: "s5" } })],
    );
    expect(changesOf(planned)).toEqual([
      'request_headers.Gone: "***" -> null',
      'request_headers.Other: "***" -> "(secret, changed)"',
      'request_headers.New: null -> "***"',
    ]);
    expect(good(planned).writes[0]!.fields["request_headers"]).toEqual({
      Kept: "s2",
      Other: "s4",
      New: "s5",
    });
  });

  test("in URLs are masked, and a new password alone is still a change", () => {
    const planned = run(
      [oncall, stored({ url: "https://ada:old@example.com/" })],
      [monitor({ url: "https://ada:new@example.com/" })],
    );
    expect(changesOf(planned)).toEqual([
      'url: "https://ada:***@example.com/" -> "https://ada:***@example.com/ (secret, changed)"',
    ]);
    expect(good(planned).writes[0]!.fields["url"]).toBe("https://ada:new@example.com/");
  });

  test("written as *** keep what is stored", () => {
    const secrets = {
      url: "https://ada:old@example.com/",
      request_headers: { Authorization: "s1" },
    };
    const planned = good(
      run(
        [oncall, stored(secrets)],
        [
          monitor({
            url: "https://ada:***@example.com/",
            request_headers: { Authorization: "***" },
          }),
        ],
      ),
    );
    expect(planned.changes[0]!.action).toBe("unchanged");
    expect(planned.writes[0]!.fields).toMatchObject(secrets);
  });

  test.each([
    ["of a new monitor", [oncall]],
    ["of another address", [oncall, stored({ url: "https://bob:old@example.com/" })]],
  ])("written as *** %s are a fault", (_, resources) => {
    const planned = run(resources, [
      monitor({
        url: "https://ada:***@example.com/",
        request_headers: { Authorization: "***" },
      }),
    ]);
    expect(planned).toMatchObject({
      ok: false,
      faults: [
        { field: "health_check_monitors[0].url", code: "secret_needed" },
        {
          field: "health_check_monitors[0].request_headers.Authorization",
          code: "secret_needed",
        },
      ],
    });
  });

  test("never appear in what a plan shows", () => {
    const secrets = {
      url: "https://ada:hunter2@example.com/",
      request_headers: { Authorization: "Bearer hunter2" },
    };
    const fresh = good(run([oncall], [monitor(secrets)]));
    expect(JSON.stringify(fresh.changes)).not.toContain("hunter2");
    const moved = run([oncall, stored(secrets)], [monitor({ url: "https://example.org/" })]);
    expect(JSON.stringify(good(moved).changes)).not.toContain("hunter2");
  });
});

test("fields that are null in a new resource are not worth a line", () => {
  expect(fieldChanges("alert_groups", null, { title: "A", name: null })).toEqual([
    { field: "title", from: null, to: "A" },
  ]);
});

test("a name is suggested only when it is near", () => {
  expect(nearest("titel", ["url", "title"])).toBe("title");
  expect(nearest("titel", ["url", "timezone"])).toBeUndefined();
  // Colleagues share all that follows the @: another person is no typing mistake.
  expect(nearest("bob@example.com", ["ada@example.com"])).toBeUndefined();
  expect(nearest("adaa@example.com", ["ada@example.com"])).toBe("ada@example.com");
  expect(nearest("@exampel", ["@example"])).toBe("@example");
});

test("a large plan is made in steps, and is the same as in one piece", () => {
  const names = Array.from({ length: 600 }, (_, i) => `m${i}`);
  const wanted = [
    want("alert_groups", "oncall"),
    ...names.map((name) => want("webhook_monitors", name)),
  ];
  const stored = [...names, "gone"].map((name) => have("webhook_monitors", name, { title: "old" }));
  const options = { project: "shop", adopt: false, prune: { max: null, detach: false } };
  const steps = planInSteps(stored, wanted, options);
  let yields = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) yields++;
  expect(yields).toBeGreaterThan(8);
  expect(step.value).toEqual(plan(stored, wanted, options));
  expect(good(step.value).changes.map(({ action }) => action)).toEqual([
    "create",
    ...names.map(() => "update"),
    "delete",
  ]);
});

describe("more faults than an answer names", () => {
  const many = Array.from({ length: 300 }, (_, i) => `m${i}`);
  const faultsOf = (wanted: WantedResource[]) => {
    const planned = plan([], wanted, { project: "shop", adopt: false, prune: null });
    return planned.ok ? [] : planned.faults;
  };

  test("of references end with one more than it does, which shows that there are more", () => {
    const faults = faultsOf(
      many.map((name) => want("webhook_monitors", name, { alert_group: name })),
    );
    expect(faults).toHaveLength(101);
    expect(faults[100]).toMatchObject({ field: "webhook_monitors[100].alert_group" });
  });

  test("of rules do, too", () => {
    const faults = faultsOf(many.map((name) => want("alert_groups", name, { timezone: "Mars" })));
    expect(faults.map(({ field }) => field)).toEqual(
      Array.from({ length: 101 }, (_, i) => `alert_groups[${i}].timezone`),
    );
  });
});

describe("the nearest name", () => {
  test("is sought among two thousand of about its length", () => {
    const known = Array.from({ length: 2000 }, (_, i) => `other-${String(i).padStart(4, "0")}`);
    expect(nearest("shop-health", [...known, "shop-healt"])).toBeUndefined();
    expect(nearest("shop-health", [...known.slice(1), "shop-healt"])).toBe("shop-healt");
    const others = known.map((name) => `${name} and what it is for`);
    expect(nearest("shop-health", [...others, "shop-healt"])).toBe("shop-healt");
  });
});

test("resources that the project no longer declares are named, unless they are pruned", () => {
  const stored = [
    have("alert_groups", "oncall"),
    have("alert_groups", "old"),
    have("alert_groups", "unnamed", {}, { external_id: null }),
    have("alert_groups", "theirs", {}, { project: "other" }),
    have("alert_groups", "free", {}, { project: null }),
  ];
  const wanted = [want("alert_groups", "oncall")];
  const planned = (prune: { max: null; detach: boolean } | null) =>
    good(plan(stored, wanted, { project: "shop", adopt: false, prune })).undeclared;
  expect(planned(null)).toEqual([
    { kind: "alert_groups", external_id: "old" },
    { kind: "alert_groups", external_id: "id-unnamed" },
  ]);
  expect(planned({ max: null, detach: true })).toEqual([]);
});
