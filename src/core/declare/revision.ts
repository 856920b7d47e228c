/**
 * The revision of a plan: a digest of all that the plan of this declaration depends on. A plan that was saved is stale when
 * that has changed, and no sooner: applies of other projects leave it valid. Pure.
 *
 * It depends on the resources of the project, on those that the declaration names or refers to, on those that have a name,
 * address or slug that it would take, on the last apply of the project, and on its deletions. The digest is keyed,
 * because secrets are among the fields and the revision is shown to readers.
 */
import { createHmac } from "node:crypto";
import { comparedName } from "../../resource/part.ts";
import { manifestName, namesIn } from "../../resource/references.ts";
import {
  keyOf,
  type AppliedResource,
  type PlannedChange,
  type StoredResource,
  type WantedResource,
} from "./plan-terms.ts";
import { emailOf } from "./plan-faults.ts";
import { mapInSteps, partSize } from "./steps.ts";

interface Basis {
  /** The key of the digest. */
  secret: string;
  project: string;
  /** The project as it was applied last. */
  before: readonly AppliedResource[];
  /** The changes of the plan. */
  changes: readonly PlannedChange[];
}

/** Facts about a resource that no manifest declares, and that a plan only warns of. */
const undeclared = ["devices", "verified", "unresolved"];

/** The revision: 52 bits, which every client reads exactly. Yields every few milliseconds. */
export function* revisionInSteps(
  stored: readonly StoredResource[],
  wanted: readonly WantedResource[],
  { secret, project, before, changes }: Basis,
): Generator<void, number> {
  const digest = createHmac("sha256", secret);
  const names = yield* namesOf(wanted);
  const own = yield* mapInSteps(stored, (one) =>
    one.project === project || isNamed(one, names) ? [declaredOf(one)] : [],
  );
  for (const list of [own.flat(), before])
    for (let from = 0; from < list.length; from += partSize) {
      digest.update(JSON.stringify(list.slice(from, from + partSize)));
      yield;
    }
  for (const { kind, id, action } of changes)
    if (action === "delete" || action === "detach") digest.update(`${action} ${kind} ${id}\n`);
  return Number.parseInt(digest.digest("hex").slice(0, 13), 16);
}

/** Without the facts that are not declared. */
function declaredOf(resource: StoredResource): StoredResource {
  if (!undeclared.some((name) => name in resource.fields)) return resource;
  const declared = Object.entries(resource.fields).filter(([name]) => !undeclared.includes(name));
  return { ...resource, fields: Object.fromEntries(declared) };
}

/** All that the declaration names: its own resources, also as they were called before, and those that it refers to. */
function* namesOf(wanted: readonly WantedResource[]): Generator<void, ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [index, { kind, external_id, previous_id, fields }] of wanted.entries()) {
    names.add(keyOf(kind, external_id));
    if (previous_id) names.add(keyOf(kind, previous_id));
    if (kind === "users") names.add(keyOf(kind, emailOf({ fields })));
    const { slug } = fields;
    if (typeof slug === "string") names.add(slugKey(slug));
    for (const { to, targets } of namesIn(kind, fields))
      for (const name of targets) names.add(keyOf(to, comparedName(to, name)));
    if (index % partSize === partSize - 1) yield;
  }
  return names;
}

function isNamed(
  { kind, id, external_id, fields }: StoredResource,
  names: ReadonlySet<string>,
): boolean {
  const { slug } = fields;
  return (
    (external_id !== null && names.has(keyOf(kind, external_id))) ||
    names.has(keyOf(kind, manifestName(kind, { ...fields, id, external_id }))) ||
    (typeof slug === "string" && names.has(slugKey(slug)))
  );
}

const slugKey = (slug: string): string => `slug ${slug}`;
