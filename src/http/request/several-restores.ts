/** Restores several deleted resources: those of a list of ids, or all that match a filter. */
import type { RestoredResource } from "../../api/routes/several-bodies.ts";
import type { Actor } from "../../app/audit.ts";
import type { Outcome } from "../../app/outcome.ts";
import type { Store } from "../../app/store.ts";
import { allows } from "../../core/access/scope.ts";
import { mostFaults } from "../../core/model/fault.ts";
import type { DeletedResource, Instant, ResourceKind } from "../../core/model/model.ts";
import { resourceKinds } from "../../resource/kinds.ts";
import { factsOf } from "../../resource/resources.ts";
import type { Caller } from "../../store/reads/access.ts";
import { invalid } from "../answer/problem.ts";
import { nextTurn } from "../turns.ts";
import { everyRow } from "../every-row.ts";
import { eitherOf, refuseMore } from "./several.ts";

interface Which {
  ids?: readonly string[];
  filter?: { project?: string; kind?: ResourceKind; since?: Instant };
  /** Most resources that may be restored. */
  max?: number;
  dry_run?: boolean;
}

/** Throws a `Problem` that names unknown ids, or says that neither ids nor a filter were sent, before it acts. */
export async function restoreSeveral(
  store: Pick<Store, "read" | "run">,
  which: Which,
  { caller, actor, now }: { caller: Caller; actor: Actor; now: Instant },
): Promise<RestoredResource[]> {
  const { org_id } = actor;
  const all = await chosen(store, org_id, which);
  const refused = new Map<string, string>();
  for (const { id, kind, external_id } of all) {
    const { scope } = factsOf(kind);
    if (!allows(caller, scope)) refused.set(id, `needs a key with the scope ${scope}`);
    else if (external_id !== null && (await store.read.project_of(org_id, kind, { external_id })))
      refused.set(id, `"${external_id}" is the external_id of another resource now`);
  }
  const able = all.filter(({ id }) => !refused.has(id));
  refuseMore(able.length, "resource", which.max);
  if (which.dry_run !== true)
    for (const { id, kind } of await afterTargets(store, org_id, able)) {
      const outcome = await store.run("restore", { actor, kind, id, external_id: null, now });
      if (!outcome.ok) refused.set(id, reasonOf(outcome));
      await nextTurn();
    }
  return all.map(({ id, kind, external_id, title }) => ({
    id,
    kind,
    external_id,
    title,
    changed: !refused.has(id),
    reason: refused.get(id) ?? null,
  }));
}

function reasonOf(outcome: Extract<Outcome<never>, { ok: false }>): string {
  if (outcome.why === "conflict") return outcome.message;
  if (outcome.why === "invalid")
    return outcome.faults.map(({ field, message }) => `${field} ${message}`).join("; ");
  return "was restored or removed meanwhile";
}

/** Users first, then schedules, groups and monitors; and each after those of its kind that it refers to. */
async function afterTargets(
  { read }: Pick<Store, "read">,
  org_id: string,
  all: readonly DeletedResource[],
): Promise<DeletedResource[]> {
  const targets = await read.targets_of_deleted(
    org_id,
    all.map(({ id }) => id),
  );
  const rank = ({ kind }: DeletedResource) => resourceKinds.indexOf(kind);
  const ordered = new Set<DeletedResource>();
  let left = all.toSorted((a, b) => rank(a) - rank(b));
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id));
    const ready = left.filter(
      ({ id }) => !(targets.get(id) ?? []).some((target) => target !== id && waiting.has(target)),
    );
    // Those that refer to each other come in the order of their kinds.
    for (const one of ready.length > 0 ? ready : left) ordered.add(one);
    left = left.filter((one) => !ordered.has(one));
  }
  return [...ordered];
}

async function chosen(
  { read }: Pick<Store, "read">,
  org_id: string,
  { ids, filter }: Which,
): Promise<DeletedResource[]> {
  eitherOf("ids", ids, filter);
  const all = await everyRow(
    (page) => read.deleted_resources({ org_id, ...filter, order: "desc", ...page }),
    ({ deleted_at }) => deleted_at,
  );
  if (ids) {
    const byId = new Map(all.map((one) => [one.id, one]));
    const faults = ids.flatMap((id, at) =>
      byId.has(id)
        ? []
        : [
            {
              field: `ids[${at}]`,
              code: "unknown",
              message: `no deleted resource has the id ${id}`,
            },
          ],
    );
    if (faults.length > 0) throw invalid(faults.slice(0, mostFaults));
    return [...new Set(ids)].map((id) => byId.get(id)!);
  }
  const byName = new Map<string, DeletedResource>();
  for (const one of all) {
    const name = `${one.kind}/${one.external_id ?? one.id}`;
    if (!byName.has(name)) byName.set(name, one);
  }
  return [...byName.values()];
}
