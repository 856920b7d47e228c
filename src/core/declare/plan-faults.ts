/** Finds faults of a declaration as a whole, and the owners of its resources. Pure, and a part of the plan. */
import { namesIn, refersToItsKind, type Referral } from "../../resource/references.ts";
import { mostFaults, type Fault } from "../model/fault.ts";
import { resourceKinds, type Instant, type ResourceKind } from "../model/model.ts";
import { localMinute } from "../hours/zone.ts";
import { cycleFaults } from "./cycles.ts";
import { keyOf, type Pair, type StoredResource } from "./plan-terms.ts";
import { storedName, unknownTargets, wantedName } from "./references.ts";
import { namedTwice, renameFaults } from "./renames.ts";
import { rules } from "./rules.ts";
import { allFaults } from "./sound.ts";
import { mapInSteps } from "./steps.ts";

/**
 * The faults of a declaration that involve several resources; `brokenRules` has those within one. Unknown references
 * are as many as an answer names. Yields every few milliseconds.
 */
export function* faultsInSteps(
  pairs: readonly Pair[],
  stored: readonly StoredResource[],
): Generator<void, Fault[]> {
  const paired = new Set(pairs.map((pair) => pair.stored));
  const others = stored.filter((resource) => !paired.has(resource));
  const faults: Fault[] = [];
  for (const faultsOf of [
    () => duplicates(pairs),
    () => resourceKinds.flatMap((kind) => renameFaults(namedIn(kind, pairs))),
    () => namedTwice(pairs, stored),
    () => duplicateEmails(pairs, stored),
  ]) {
    faults.push(...faultsOf().slice(0, mostFaults + 1));
    yield;
  }
  // Twice a pass over all of them would be the longest step of a plan.
  const referrals = yield* mapInSteps(pairs, ({ wanted }) => namesIn(wanted.kind, wanted.fields));
  for (const fault of unknownReferences(pairs, referrals, others)) {
    if (faults.push(fault) > mostFaults) break;
    yield;
  }
  yield;
  for (const kind of resourceKinds.filter(refersToItsKind)) {
    faults.push(...referenceCycles(kind, pairs, referrals, others));
    yield;
  }
  return faults;
}

const namedIn = (kind: ResourceKind, pairs: readonly Pair[]) =>
  pairs
    .filter(({ wanted }) => wanted.kind === kind)
    .map(({ wanted, place }) => ({ ...wanted, prefix: `${place}.` }));

/** The faults within one resource; `fields` are those that are written, in the order of the declaration. */
export function brokenRules({ wanted, place }: Pair, fields: Record<string, unknown>): Fault[] {
  return rules(wanted.kind, fields).map((fault) => ({
    ...fault,
    field: `${place}.${fault.field}`,
  }));
}

const nameless = new RegExp(`^(${resourceKinds.join("|")})(\\[\\d+\\](\\.(external_id|email))?)?$`);

/**
 * All faults of a declaration from which fields of a wrong shape were left out. When that includes the name of a
 * resource, references to an unknown one are not reported: it may be the one that is meant.
 */
export function partialFaults(misshapen: readonly Fault[], planned: readonly Fault[]): Fault[] {
  const unnamed = misshapen.some(({ field }) => nameless.test(field));
  return allFaults(
    misshapen,
    planned.filter(({ code }) => !unnamed || !code.startsWith("unknown_")),
  );
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

function duplicateEmails(pairs: readonly Pair[], stored: readonly StoredResource[]): Fault[] {
  const declared = new Map<string, Pair>();
  const owners = new Map(stored.filter((r) => r.kind === "users").map((r) => [emailOf(r), r]));
  const users = pairs.filter(({ wanted }) => wanted.kind === "users");
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

/** `referrals`: of each pair. `others`: stored resources that are not declared here. */
function* unknownReferences(
  pairs: readonly Pair[],
  referrals: readonly Referral[][],
  others: readonly StoredResource[],
): Generator<Fault> {
  const names = new Map(resourceKinds.map((kind) => [kind, new Set<string>()]));
  for (const { wanted } of pairs) names.get(wanted.kind)!.add(wantedName(wanted));
  for (const one of others) names.get(one.kind)!.add(storedName(one));
  for (const [index, { place }] of pairs.entries())
    yield* unknownTargets(`${place}.`, referrals[index]!, (to) => names.get(to)!);
}

function referenceCycles(
  kind: ResourceKind,
  pairs: readonly Pair[],
  referrals: readonly Referral[][],
  others: readonly StoredResource[],
): Fault[] {
  const referring = (name: string, own: readonly Referral[], prefix: string | null) => ({
    key: name,
    name,
    referrals: own,
    prefix,
  });
  const declared = pairs.flatMap(({ wanted, place }, index) =>
    wanted.kind === kind ? [referring(wantedName(wanted), referrals[index]!, `${place}.`)] : [],
  );
  const rest = others
    .filter((one) => one.kind === kind)
    .map((one) => referring(storedName(one), namesIn(kind, one.fields), null));
  return cycleFaults(kind, [...declared, ...rest]);
}

/** The last apply of each other project, by its name. */
export type Owners = ReadonlyMap<string, { applied_at: Instant; applied_by: string }>;

/** Resources that other projects declare. */
export function ownedElsewhere(
  pairs: readonly Pair[],
  project: string,
  owners: Owners = new Map(),
): Fault[] {
  return pairs.flatMap(({ wanted, stored, place }) => {
    const owner = stored?.project ?? project;
    if (owner === project) return [];
    const last = owners.get(owner);
    const since = last
      ? `, which ${last.applied_by} applied last, ${localMinute("UTC", last.applied_at)}`
      : "";
    return [
      {
        field: place,
        code: "owned_elsewhere",
        message: `"${wanted.external_id}" is declared by project "${owner}"${since}; to take it over for "${project}", apply with --adopt`,
      },
    ];
  });
}

/** Sorts faults by the order of the declaration. */
export function inDeclaredOrder(faults: Fault[], pairs: readonly Pair[]): Fault[] {
  const rank = new Map(pairs.map(({ place }, index) => [place, index]));
  const at = (fault: Fault) => rank.get(/^[^.]*/.exec(fault.field)![0])!;
  return faults.toSorted((a, b) => at(a) - at(b));
}

/** The address of a user, in lower case. */
export function emailOf(user: { fields: Record<string, unknown> }): string {
  return String(user.fields["email"]).toLowerCase();
}
