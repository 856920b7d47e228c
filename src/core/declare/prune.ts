/**
 * Lists the resources that a project no longer declares, and decides whether they may be deleted. Pure, and
 * a part of the plan.
 *
 * Resources of other projects and unmanaged resources are never deleted. A resource that is still used
 * stays: a group with monitors that remain, a member of a group that remains, a group with unresolved alerts.
 */
import { ownTargets, type Referral } from "../../resource/references.ts";
import { afterNeeds } from "./cycles.ts";
import type { Fault } from "../model/fault.ts";
import { resourceKinds } from "../model/model.ts";
import type { PlannedChange, StoredResource } from "./plan-terms.ts";
import { unresolvedText } from "./unresolved.ts";
import { prunedTarget, storedName } from "./references.ts";

export interface PruneOptions {
  /** Maximum number of deletions; null: the default limit. */
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
  referrals: readonly Referral[];
}

export interface Pruned {
  /** In the order of deletion: a resource before those that it refers to. */
  changes: PlannedChange[];
  /** Faults of the declaration: it refers to a resource that would be deleted. */
  invalid: Fault[];
  /** Why the prune is refused in any case. */
  conflicts: Fault[];
  /** Why an apply needs a higher `prune_max`; null: it does not. */
  guard: Guard | null;
}

/** A prune that is too large to be done in passing. */
export interface Guard {
  /** The smallest `max` that allows it. */
  needed: number;
  fault: Fault;
}

/** The default limit of deletions: a number, or a part of the project if that is more. */
const unasked = { count: 5, part: 0.25 };

/** Decides the deletions. `stored`: all resources of the organization; `kept`: the ids of the declared ones. */
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
  const uses = usesIn(remaining);
  const leaving = new Set(gone.map((resource) => `${resource.kind} ${storedName(resource)}`));
  const needed = gone.flatMap((resource) => needsOf(resource, uses, leaving));
  return {
    changes,
    invalid: needed.filter((fault) => fault.field !== ""),
    conflicts: [
      ...gone.filter((r) => r.fields["protect"] === true).map(protectedFault),
      ...needed.filter((fault) => fault.field === ""),
      ...gone.flatMap(unresolvedFaults),
    ],
    guard: guardOf(gone.length, own.length, project, options.max),
  };
}

/** Sorts resources of one kind: each before those that it refers to. */
function referrersFirst(gone: readonly StoredResource[]): StoredResource[] {
  return afterNeeds(gone.toReversed(), (resource) => ({
    name: storedName(resource),
    needs: ownTargets(resource.kind, resource.fields),
  })).toReversed();
}

/** A reference of a remaining resource. */
interface Use {
  user: Remaining;
  referral: Referral;
}

/** The references of all remaining resources, by their targets. */
function usesIn(remaining: readonly Remaining[]): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const user of remaining)
    for (const referral of user.referrals)
      for (const target of new Set(referral.targets)) {
        const key = `${referral.to} ${target}`;
        const list = uses.get(key) ?? [];
        if (list.push({ user, referral }) === 1) uses.set(key, list);
      }
  return uses;
}

/** The references of remaining resources that prevent its deletion. `leaving`: all that would be deleted. */
function needsOf(
  resource: StoredResource,
  all: ReadonlyMap<string, Use[]>,
  leaving: ReadonlySet<string>,
): Fault[] {
  const { kind } = resource;
  const name = storedName(resource);
  const uses = all.get(`${kind} ${name}`) ?? [];
  const declared = uses.filter(({ user }) => user.place !== null);
  const others = new Set(
    uses
      .filter(({ user, referral }) => user.place === null && !canLose(referral, leaving))
      .map(({ user }) => user),
  );
  return [
    ...declared.map(({ user, referral: { at } }) =>
      prunedTarget(`${user.place}.${at}`, kind, name, user.name),
    ),
    ...stillUsed(resource, [...others]),
  ];
}

/** Whether a list loses its deleted targets, and has others left. */
const canLose = (
  { at, to, targets, whenDeleted }: Referral,
  leaving: ReadonlySet<string>,
): boolean =>
  whenDeleted === "leaves" &&
  // The list of an item can be empty.
  (at.includes("[") || targets.some((target) => !leaving.has(`${to} ${target}`)));

function stillUsed(resource: StoredResource, users: readonly Remaining[]): Fault[] {
  if (users.length === 0) return [];
  const named = users
    .slice(0, 10)
    .map(({ name, project }) =>
      project === null ? `${name} (unmanaged)` : `${name} (project ${project})`,
    );
  const more = users.length > 10 ? ` and ${users.length - 10} more` : "";
  return [
    {
      field: "",
      code: "in_use",
      message: `${resourceName(resource)} is still used by ${named.join(", ")}${more}; it cannot be pruned`,
    },
  ];
}

function protectedFault(resource: StoredResource): Fault {
  return {
    field: "",
    code: "protected",
    message: `${resourceName(resource)} is protected: apply it with protect: false before it is deleted`,
  };
}

/** Faults for a group's own incidents. Those of its monitors end with the monitors, or move with them. */
function unresolvedFaults(resource: StoredResource): Fault[] {
  const numbers = resource.fields["unresolved"] as number[] | undefined;
  if (!numbers) return [];
  const message = `${resourceName(resource)} cannot be pruned: ${unresolvedText(numbers)}`;
  return [{ field: "", code: "unresolved", message }];
}

function guardOf(count: number, all: number, project: string, max: number | null): Guard | null {
  const most = max ?? Math.max(unasked.count, Math.floor(all * unasked.part));
  if (count <= most) return null;
  return {
    needed: count,
    fault: {
      field: "prune_max",
      code: "prune_limit",
      message: `Prune would delete ${count} of ${all} resources of project "${project}" (limit ${most}). To allow it, pass prune_max ${count}`,
    },
  };
}

function resourceName({ kind, external_id, id }: StoredResource): string {
  return `${kind} ${external_id ?? id}`;
}
