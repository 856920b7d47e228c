/**
 * What a project no longer declares, and whether it may go. Pure, and a part of the plan.
 *
 * Nothing of another project, and nothing that nobody declares, is ever looked at. What something else still needs
 * stays: a group with monitors that remain, a person on call in a group that remains.
 */
import { afterNeeds } from "./circle.ts";
import type { Fault } from "../model/fault.ts";
import { resourceKinds } from "../model/model.ts";
import type { PlannedChange, StoredResource } from "./plan.ts";

export interface PruneOptions {
  /** How many resources may go at most; null: what the guard allows. */
  max: number | null;
  /** Release them in place of deleting them. */
  detach: boolean;
}

/** A resource that stays or comes, as it will be. */
export interface Remaining {
  /** As people know it: `webhook_monitors errors`. */
  name: string;
  /** Where it is declared; null: it is not. */
  place: string | null;
  project: string | null;
  /** External id, or `id:…`, of the group it notifies; null: it is no monitor. */
  alert_group: string | null;
  /** External id, or `id:…`, of the group that is paged after it; null: none, or it is no group. */
  escalate_to: string | null;
  /** External ids, or `id:…`, of what it depends on; nothing for what is no monitor. */
  depends_on: readonly string[];
  /** Lower-case addresses; nobody for what is no group. */
  members: readonly string[];
}

export interface Pruned {
  /** In the order in which they can go: what refers to others first. */
  changes: PlannedChange[];
  /** Mistakes of the declaration: it needs what would go. */
  invalid: Fault[];
  /** Why it is not done, whoever asks. */
  conflicts: Fault[];
  /** Why an apply is not done without being told how many; null: it may. */
  guard: Guard | null;
}

/** A prune that is too large to be done in passing. */
export interface Guard {
  /** What `max` would have to be. */
  needed: number;
  fault: Fault;
}

/** Up to so many go without being asked, and up to such a part of a project. */
const unasked = { count: 5, part: 0.25 };

/** `stored` is all of the organization; `kept` holds the ids of what the declaration has. */
export function prune(
  stored: readonly StoredResource[],
  kept: ReadonlySet<string>,
  remaining: readonly Remaining[],
  project: string,
  options: PruneOptions,
): Pruned {
  const own = stored.filter((resource) => resource.project === project);
  const gone = resourceKinds
    .toReversed()
    .flatMap((kind) =>
      referrersFirst(own.filter((resource) => resource.kind === kind && !kept.has(resource.id))),
    );
  const changes = gone.map((resource): PlannedChange => {
    const { kind, id, fields } = resource;
    return {
      kind,
      external_id: resource.external_id ?? id,
      id,
      title: String(fields["title"] ?? fields["name"] ?? fields["email"]),
      action: options.detach ? "detach" : "delete",
      fields: options.detach ? [{ field: "project", from: project, to: null }] : [],
    };
  });
  if (options.detach) return { changes, invalid: [], conflicts: [], guard: null };
  const needed = gone.flatMap((resource) => needsOf(resource, remaining));
  return {
    changes,
    invalid: needed.filter((fault) => fault.field !== ""),
    conflicts: [
      ...gone.filter((r) => r.fields["protect"] === true).map(protectedFault),
      ...needed.filter((fault) => fault.field === ""),
    ],
    guard: guardOf(gone.length, own.length, project, options.max),
  };
}

/** Groups before those that they escalate to, monitors before what they depend on; anything else as it is. */
function referrersFirst(gone: readonly StoredResource[]): StoredResource[] {
  return afterNeeds(gone.toReversed(), (resource) => ({
    name: referenceOf(resource),
    needs: [resource.fields["escalate_to"], ...((resource.fields["depends_on"] ?? []) as string[])],
  })).toReversed();
}

function referenceOf({ external_id, id }: StoredResource): string {
  return external_id ?? `id:${id}`;
}

/** Why something that remains keeps it from going. */
function needsOf(resource: StoredResource, remaining: readonly Remaining[]): Fault[] {
  const name = nameOf(resource);
  if (resource.kind === "alert_groups") {
    const group = referenceOf(resource);
    return (["alert_group", "escalate_to"] as const).flatMap((field) => {
      const users = remaining.filter((user) => user[field] === group);
      return [
        ...declaredFaults(users, field, (user) => ({
          code: "pruned_alert_group",
          message: `the alert group "${group}" is declared nowhere any more and would be deleted, but ${user.name} needs it`,
        })),
        ...used(name, users, "is still used by"),
      ];
    });
  }
  if (resource.kind === "health_check_monitors") {
    const monitor = referenceOf(resource);
    const users = remaining.filter((user) => user.depends_on.includes(monitor));
    return [
      ...declaredFaults(users, "depends_on", (user) => ({
        code: "pruned_monitor",
        message: `the health check monitor "${monitor}" is declared nowhere any more and would be deleted, but ${user.name} depends on it`,
      })),
      ...used(name, users, "is still needed by"),
    ];
  }
  if (resource.kind !== "users") return [];
  const email = String(resource.fields["email"]).toLowerCase();
  const groups = remaining.filter(({ members }) => members.includes(email));
  return [
    ...declaredFaults(groups, "members", (group) => ({
      code: "pruned_user",
      message: `the user "${email}" is declared nowhere any more and would be deleted, but ${group.name} has it as a member`,
    })),
    ...used(name, groups, "is still a member of"),
  ];
}

function declaredFaults(
  users: readonly Remaining[],
  field: string,
  say: (user: Remaining) => Omit<Fault, "field">,
): Fault[] {
  return users
    .filter(({ place }) => place !== null)
    .map((user) => ({ field: `${user.place}.${field}`, ...say(user) }));
}

function used(name: string, users: readonly Remaining[], how: string): Fault[] {
  const others = users.filter(({ place }) => place === null);
  if (others.length === 0) return [];
  const named = others
    .slice(0, 10)
    .map((user) =>
      user.project === null
        ? `${user.name} (of no project)`
        : `${user.name} (project ${user.project})`,
    );
  const more = others.length > 10 ? ` and ${others.length - 10} more` : "";
  return [
    {
      field: "",
      code: "in_use",
      message: `${name} ${how} ${named.join(", ")}${more}; it cannot be pruned`,
    },
  ];
}

function protectedFault(resource: StoredResource): Fault {
  return {
    field: "",
    code: "protected",
    message: `${nameOf(resource)} is protected: apply it with protect: false before it is deleted`,
  };
}

function guardOf(count: number, all: number, project: string, max: number | null): Guard | null {
  const most = max ?? Math.max(unasked.count, Math.floor(all * unasked.part));
  if (count <= most) return null;
  return {
    needed: count,
    fault: {
      field: "prune_max",
      code: "prune_limit",
      message: `${count} of the ${all} resources of project "${project}" would be deleted; only ${most} may without being told, so say prune_max ${count} if that is meant`,
    },
  };
}

function nameOf({ kind, external_id, id }: StoredResource): string {
  return `${kind} ${external_id ?? id}`;
}
