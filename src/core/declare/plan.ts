/**
 * From what is stored and what is declared to what has to change: the heart of `plan` and `apply`.
 *
 * Pure. The same function answers a dry run and decides what an apply writes, so that what was shown is
 * what happens. It never touches running state, takes nothing away from another project unless told to adopt
 * it, and deletes only when told to prune, and then only what the project itself declared before. Every fault of
 * a declaration is said at once.
 */
import { circles } from "./circle.ts";
import type { Fault } from "../model/fault.ts";
import { fieldChanges } from "./field-changes.ts";
import { resourceKinds, type ResourceKind } from "../model/model.ts";
import { nearest } from "../text/nearest.ts";
import { memberChanges, memberFaults, type RulesByEmail } from "./plan-members.ts";
import { prune, type Guard, type PruneOptions, type Remaining } from "./prune.ts";
import { rules, sorted } from "./rules.ts";
import { restoreMasked } from "./secrets.ts";

/** A declared resource, complete: every field has its value, references are external ids. */
export interface WantedResource {
  kind: ResourceKind;
  external_id: string;
  /** Declared fields; monitors carry `alert_group` and `depends_on`, groups `escalate_to` by name, and maybe `members` (emails) and `member_rules` (by email). */
  fields: Record<string, unknown>;
}

/** A declared resource as it was applied. */
export interface AppliedResource extends WantedResource {
  id: string;
}

/** A stored resource in the same terms. */
export interface StoredResource {
  kind: ResourceKind;
  id: string;
  external_id: string | null;
  project: string | null;
  fields: Record<string, unknown>;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** detach: it stays, and no project declares it any more. */
export type Action = "create" | "update" | "unchanged" | "delete" | "detach";

export interface PlannedChange {
  kind: ResourceKind;
  external_id: string;
  /** null: it does not exist yet. */
  id: string | null;
  title: string;
  action: Action;
  fields: FieldChange[];
}

/** What an apply writes for one change. Holds secrets: it never leaves the service. */
export interface PlannedWrite {
  kind: ResourceKind;
  external_id: string;
  id: string | null;
  action: Action;
  /** Every declared field; `members`, when managed, are lower-cased, sorted and unique. Nothing of what goes. */
  fields: Record<string, unknown>;
}

export type Planned =
  | {
      ok: true;
      /** For people: secrets are masked. */
      changes: PlannedChange[];
      /** For the store: one for each change, in the same order. */
      writes: PlannedWrite[];
      /** Why an apply of this is refused until it is told how much it may delete; null: it is not. */
      guard: Guard | null;
    }
  | { ok: false; why: "invalid" | "conflict"; faults: Fault[] };

/** A declared resource with the place it was declared at and the stored one it is. */
interface Pair {
  wanted: WantedResource;
  /** `health_check_monitors[2]`: the index counts within the kind. */
  place: string;
  stored: StoredResource | null;
}

/**
 * Compares `wanted` with all that the organization has `stored`. The changes are ordered so that what is
 * referred to comes before what refers to it: users, alert groups, monitors, each as declared.
 */
export function plan(
  stored: readonly StoredResource[],
  wanted: readonly WantedResource[],
  options: {
    project: string;
    adopt: boolean;
    /** null: nothing is deleted. */
    prune: PruneOptions | null;
  },
): Planned {
  const pairs = matched(stored, wanted);
  const users = pairs.filter((pair) => pair.wanted.kind === "users");
  const renamed = renamedEmails(users);
  const written = pairs.map((pair) => writtenFields(pair));

  const pruned =
    options.prune &&
    prune(
      stored,
      new Set(pairs.flatMap((pair) => pair.stored?.id ?? [])),
      remainingOf(stored, pairs, written, options.project),
      options.project,
      options.prune,
    );
  const invalid = [
    ...(pruned?.invalid ?? []),
    ...duplicates(pairs),
    ...duplicateEmails(users, stored),
    ...danglingGroups(pairs, stored),
    ...danglingParents(pairs, stored),
    ...referenceCircles(pairs, stored),
    ...unknownMembers(pairs, users, stored, renamed),
    ...pairs.flatMap((pair, index) => brokenRules(pair, written[index]!)),
  ];
  if (invalid.length > 0)
    return {
      ok: false,
      why: "invalid",
      faults: inDeclaredOrder(invalid, pairs),
    };
  const conflicts = [
    ...(options.adopt ? [] : foreign(pairs, options.project)),
    ...(pruned?.conflicts ?? []),
  ];
  if (conflicts.length > 0) return { ok: false, why: "conflict", faults: conflicts };

  const changes: PlannedChange[] = [];
  const writes: PlannedWrite[] = [];
  for (const [index, pair] of pairs.entries()) {
    const fields = written[index]!;
    const change = changeOf(pair, fields, renamed, options.project);
    const { kind, external_id, id, action } = change;
    changes.push(change);
    writes.push({ kind, external_id, id, action, fields });
  }
  for (const change of pruned?.changes ?? []) {
    const { kind, external_id, id, action } = change;
    changes.push(change);
    writes.push({ kind, external_id, id, action, fields: {} });
  }
  return { ok: true, changes, writes, guard: pruned?.guard ?? null };
}

/** What will be there beside what is pruned, with what each of it needs. */
function remainingOf(
  stored: readonly StoredResource[],
  pairs: readonly Pair[],
  written: readonly Record<string, unknown>[],
  project: string,
): Remaining[] {
  const of = (kind: ResourceKind, name: string, fields: Record<string, unknown>) => ({
    name: `${kind} ${name}`,
    alert_group: (fields["alert_group"] ?? null) as string | null,
    escalate_to: (fields["escalate_to"] ?? null) as string | null,
    depends_on: parentsOf(fields),
    members: kind === "alert_groups" ? emails(fields["members"] ?? []) : noMembers,
  });
  const declared = new Set(pairs.map((pair) => pair.stored));
  return [
    ...pairs.map(({ wanted, stored: own, place }, index) => ({
      ...of(wanted.kind, wanted.external_id, {
        // Members that are not declared stay.
        members: own?.fields["members"],
        ...written[index],
      }),
      place,
      project,
    })),
    ...stored
      .filter((r) => !declared.has(r) && r.project !== project)
      .map((r) => ({
        ...of(r.kind, r.external_id ?? r.id, r.fields),
        place: null,
        project: r.project,
      })),
  ];
}

const noMembers: readonly string[] = [];

/** What a monitor depends on, by name; a group on nothing. */
const parentsOf = (fields: Record<string, unknown>) =>
  (fields["depends_on"] ?? []) as readonly string[];

/** What a stored resource is called in references. */
const nameOf = ({ external_id, id }: StoredResource) => external_id ?? `id:${id}`;

/** The fields that name an alert group. */
const groupReferences = ["alert_group", "escalate_to"] as const;

/** What a resource is called: a user's name or address, anything else's title. */
function titleOf(fields: Record<string, unknown>): string {
  return String(fields["title"] ?? fields["name"] ?? fields["email"]);
}

function changeOf(
  { wanted, stored }: Pair,
  fields: Record<string, unknown>,
  renamed: ReadonlyMap<string, string>,
  project: string,
): PlannedChange {
  const { kind, external_id } = wanted;
  const title = titleOf(fields);
  const { member_rules, ...plain } = fields;
  const own = (member_rules ?? {}) as RulesByEmail;
  if (!stored) {
    const given = [...fieldChanges(kind, null, plain), ...memberChanges({}, own)];
    return {
      kind,
      external_id,
      id: null,
      title,
      action: "create",
      fields: given,
    };
  }
  const before = { ...stored.fields };
  if (kind === "alert_groups")
    // A member whose address this very plan changes is the same member.
    before["members"] = emails(before["members"])
      .map((email) => renamed.get(email) ?? email)
      .toSorted();
  const rulesBefore = (stored.fields["member_rules"] ?? {}) as RulesByEmail;
  const differ = [
    ...fieldChanges(
      kind,
      { project: stored.project, external_id: stored.external_id, ...before },
      { project, external_id, ...plain },
    ),
    ...memberChanges(
      Object.fromEntries(
        Object.entries(rulesBefore).map(([email, rules]) => [renamed.get(email) ?? email, rules]),
      ),
      own,
    ),
  ];
  return {
    kind,
    external_id,
    id: stored.id,
    title,
    action: differ.length === 0 ? "unchanged" : "update",
    fields: differ,
  };
}

/** Pairs in the order of the changes; a stored resource is in at most one of them. */
function matched(stored: readonly StoredResource[], wanted: readonly WantedResource[]): Pair[] {
  const byId = new Map<string, StoredResource>();
  const byEmail = new Map<string, StoredResource>();
  for (const resource of stored) {
    if (resource.external_id !== null)
      byId.set(keyOf(resource.kind, resource.external_id), resource);
    if (resource.kind === "users") byEmail.set(emailOf(resource), resource);
  }
  const named = new Set(wanted.map((w) => byId.get(keyOf(w.kind, w.external_id))));
  const find = (resource: WantedResource): StoredResource | null => {
    const own = byId.get(keyOf(resource.kind, resource.external_id));
    if (own ?? resource.kind !== "users") return own ?? null;
    // A person who was added by hand is taken over by address.
    const known = byEmail.get(emailOf(resource));
    return known && !named.has(known) ? known : null;
  };
  return resourceKinds.flatMap((kind) =>
    wanted
      .filter((resource) => resource.kind === kind)
      .map((resource, index) => ({
        wanted: resource,
        place: `${kind}[${index}]`,
        stored: find(resource),
      })),
  );
}

/** What is stored of a resource: each `***` replaced by the secret that it stands for. */
function writtenFields({ wanted, stored }: Pair): Record<string, unknown> {
  const fields: Record<string, unknown> = restoreMasked(
    wanted.kind,
    wanted.fields,
    stored?.fields ?? {},
  );
  return {
    ...fields,
    ...(fields["members"] === undefined ? {} : { members: emails(fields["members"]) }),
    ...(fields["depends_on"] === undefined ? {} : { depends_on: sorted(parentsOf(fields)) }),
  };
}

function brokenRules({ wanted, place }: Pair, fields: Record<string, unknown>): Fault[] {
  return [
    ...rules(wanted.kind, fields),
    // As they were declared: `fields` has them in another order.
    ...memberFaults(wanted.fields),
  ].map((fault) => ({ ...fault, field: `${place}.${fault.field}` }));
}

function duplicates(pairs: readonly Pair[]): Fault[] {
  const first = new Map<string, string>();
  return pairs.flatMap(({ wanted, place }) => {
    const key = keyOf(wanted.kind, wanted.external_id);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, place);
      return [];
    }
    return [
      {
        field: `${place}.external_id`,
        code: "duplicate",
        message: `"${wanted.external_id}" is declared twice, first in ${earlier}`,
      },
    ];
  });
}

function duplicateEmails(users: readonly Pair[], stored: readonly StoredResource[]): Fault[] {
  const declared = new Map<string, Pair>();
  const owners = new Map(stored.filter((r) => r.kind === "users").map((r) => [emailOf(r), r]));
  return users.flatMap((pair) => {
    const email = emailOf(pair.wanted);
    const earlier = declared.get(email);
    if (!earlier) declared.set(email, pair);
    const owner = owners.get(email);
    const taken = earlier
      ? `of two users, first of ${earlier.place}`
      : owner && owner !== pair.stored
        ? `of another user (${owner.external_id ?? owner.id})`
        : null;
    if (taken === null) return [];
    return [
      {
        field: `${pair.place}.email`,
        code: "duplicate",
        message: `"${email}" is the address ${taken}`,
      },
    ];
  });
}

function danglingGroups(pairs: readonly Pair[], stored: readonly StoredResource[]): Fault[] {
  const known = namesOf("alert_groups", pairs, stored);
  return pairs.flatMap(({ wanted, place }) =>
    groupReferences.flatMap((name) => {
      const group = wanted.fields[name];
      if (typeof group !== "string" || known.has(group)) return [];
      return [
        {
          field: `${place}.${name}`,
          code: "unknown_alert_group",
          message: `no alert group "${group}" is declared or stored${meant(group, known)}`,
        },
      ];
    }),
  );
}

function danglingParents(pairs: readonly Pair[], stored: readonly StoredResource[]): Fault[] {
  const known = namesOf("health_check_monitors", pairs, stored);
  return pairs.flatMap(({ wanted, place }) =>
    parentsOf(wanted.fields).flatMap((monitor, index) =>
      known.has(monitor)
        ? []
        : [
            {
              field: `${place}.depends_on[${index}]`,
              code: "unknown_monitor",
              message: `no health check monitor "${monitor}" is declared or stored${meant(monitor, known)}`,
            },
          ],
    ),
  );
}

/** The names of a kind: what will be there. */
function namesOf(
  kind: ResourceKind,
  pairs: readonly Pair[],
  stored: readonly StoredResource[],
): Set<string> {
  const known = new Set<string>();
  for (const { wanted } of pairs) if (wanted.kind === kind) known.add(wanted.external_id);
  for (const resource of stored) if (resource.kind === kind) known.add(nameOf(resource));
  return known;
}

function referenceCircles(pairs: readonly Pair[], stored: readonly StoredResource[]): Fault[] {
  const paired = new Set(pairs.map((pair) => pair.stored));
  const found = (
    kind: ResourceKind,
    field: string,
    to: (fields: Record<string, unknown>) => readonly string[],
  ) =>
    circles(field, [
      ...pairs
        .filter(({ wanted }) => wanted.kind === kind)
        .map(({ wanted, place }) => ({
          name: wanted.external_id,
          to: to(wanted.fields),
          place,
        })),
      ...stored
        .filter((r) => r.kind === kind && !paired.has(r))
        .map((r) => ({ name: nameOf(r), to: to(r.fields), place: null })),
    ]);
  return [
    ...found("alert_groups", "escalate_to", ({ escalate_to }) =>
      typeof escalate_to === "string" ? [escalate_to] : [],
    ),
    // What reports errors is nobody's parent.
    ...found("health_check_monitors", "depends_on", parentsOf),
  ];
}

function unknownMembers(
  pairs: readonly Pair[],
  users: readonly Pair[],
  stored: readonly StoredResource[],
  renamed: ReadonlyMap<string, string>,
): Fault[] {
  const known = new Set(users.map(({ wanted }) => emailOf(wanted)));
  for (const resource of stored)
    if (resource.kind === "users" && !renamed.has(emailOf(resource))) known.add(emailOf(resource));
  return pairs.flatMap(({ wanted, place }) =>
    ((wanted.fields["members"] ?? []) as string[]).flatMap((member, index) =>
      known.has(member.toLowerCase())
        ? []
        : [
            {
              field: `${place}.members[${index}]`,
              code: "unknown_user",
              message: `no user has the address "${member}"${meant(member, known)}`,
            },
          ],
    ),
  );
}

function foreign(pairs: readonly Pair[], project: string): Fault[] {
  return pairs.flatMap(({ wanted, stored, place }) => {
    const owner = stored?.project ?? project;
    if (owner === project) return [];
    return [
      {
        field: place,
        code: "owned_elsewhere",
        message: `"${wanted.external_id}" is declared by project "${owner}"; to take it over for "${project}", apply with --adopt`,
      },
    ];
  });
}

/** Addresses that the plan changes: old to new. */
function renamedEmails(users: readonly Pair[]): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const { wanted, stored } of users)
    if (stored && emailOf(stored) !== emailOf(wanted))
      renamed.set(emailOf(stored), emailOf(wanted));
  return renamed;
}

function inDeclaredOrder(faults: Fault[], pairs: readonly Pair[]): Fault[] {
  const rank = new Map(pairs.map(({ place }, index) => [place, index]));
  const at = (fault: Fault) => rank.get(/^[^.]*/.exec(fault.field)![0])!;
  return faults.toSorted((a, b) => at(a) - at(b));
}

function meant(word: string, known: Iterable<string>): string {
  const near = nearest(word, known);
  return near === undefined ? "" : `, did you mean "${near}"?`;
}

function keyOf(kind: ResourceKind, external_id: string): string {
  return `${kind}/${external_id}`;
}

function emailOf(user: { fields: Record<string, unknown> }): string {
  return String(user.fields["email"]).toLowerCase();
}

function emails(value: unknown): string[] {
  return sorted((value as string[]).map((email) => email.toLowerCase()));
}
