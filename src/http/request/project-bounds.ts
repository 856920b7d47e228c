/**
 * Judges the requests of keys that are bound to projects: the one place, before any handler. Such a key reads all, and
 * changes only resources of its projects. `api/routes/bounds` says how each route is bound.
 */
import { bounds, type Bound } from "../../api/routes/bounds.ts";
import { resourceKinds } from "../../resource/kinds.ts";
import type { AdoptRequest } from "../../api/ownership.ts";
import type { Store } from "../../app/store.ts";
import {
  refusedAnyway,
  refusedByProject,
  type ChangedProject,
} from "../../core/access/key-projects.ts";
import type { ApiKey, Instant } from "../../core/model/model.ts";
import type { Actor } from "../../app/audit.ts";
import type { Caller } from "../../store/reads/access.ts";
import { Problem } from "../answer/problem.ts";
import { incidentId } from "./incident-id.ts";

/** A request, as far as its project matters. */
interface Judged {
  params: Record<string, string>;
  body: unknown;
  caller: Caller;
  actor: Actor;
  now: Instant;
}

interface Body {
  project?: unknown;
  external_id?: unknown;
  numbers?: unknown;
  ids?: unknown;
  filter?: { project?: unknown };
  monitor_id?: unknown;
  alert_group_id?: unknown;
  source_ids?: unknown;
  resources?: AdoptRequest["resources"];
}

/** A change, or the reason why it is refused in any case. */
type Change = ChangedProject | { refused: string };

/** Throws 403, and writes it to the audit log, if the key is bound to other projects than those of the change. */
export async function refuseOtherProjects(
  store: Store,
  route: string,
  request: Judged,
): Promise<void> {
  const { key } = request.caller;
  // A route that only reads has no line.
  const bound = (bounds as Partial<Record<string, Bound>>)[route];
  if (!key?.projects || bound === undefined) return;
  for (const change of await changesOf(store, bound, key, request)) {
    const why =
      "refused" in change ? refusedAnyway(key, change.refused) : refusedByProject(key, change);
    if (why !== null) throw await refusal(store, key, why, request);
  }
}

/** The answer to a change that the key cannot make, which is in the audit log. */
export async function refusal(
  store: Store,
  key: ApiKey,
  why: string,
  { actor, now }: Pick<Judged, "actor" | "now">,
): Promise<Problem> {
  await store.run("audit_refusal", { actor, key: { id: key.id, name: key.name }, now });
  return new Problem("forbidden", why);
}

/** The changes of a request. Unknown objects are left out: the handler answers 404. */
async function changesOf(
  { read }: Store,
  bound: Bound,
  key: ApiKey,
  { params, body, caller: { org_id } }: Judged,
): Promise<Change[]> {
  const { id = "" } = params;
  const fields = (body ?? {}) as Body;
  const some = async (change: Promise<ChangedProject | null>) => {
    const known = await change;
    return known ? [known] : [];
  };
  const incident = async (named: string) =>
    some(read.project_about(org_id, "incident", await incidentId({ read }, org_id, named)));
  if (bound === "declaration") return [ofProject("a declaration", fields.project)];
  if (bound === "owners") {
    const owned = await Promise.all(
      (fields.resources ?? []).map((one) =>
        some(read.project_of(org_id, one.kind, { id: one.id })),
      ),
    );
    const to = fields.project === undefined ? [] : [ofProject("resources", fields.project)];
    return [...to, ...owned.flat()];
  }
  if (bound === "numbered incidents")
    return chosen(fields, "incidents", fields.numbers, "number", incident);
  if (bound === "chosen monitors")
    return chosen(fields, "monitors", fields.ids, "name", (one) =>
      some(read.project_of_subject(org_id, one)),
    );
  if (bound === "chosen deleted")
    return chosen(fields, "deleted resources", fields.ids, "name", async (one) => {
      const all = resourceKinds.map((kind) => read.project_of_deleted(org_id, kind, one));
      return (await Promise.all(all)).filter((known) => known !== null);
    });
  if (bound === "named subject") {
    const { source_ids } = fields;
    const named = [
      fields.monitor_id,
      fields.alert_group_id,
      ...(Array.isArray(source_ids) ? source_ids : []),
    ].filter((one): one is string => typeof one === "string");
    if (named.length === 0) return [{ refused: "the whole organization" }];
    const subjects = await Promise.all(
      named.map((one) => some(read.project_of_subject(org_id, one))),
    );
    return subjects.flat();
  }
  if ("free" in bound) return [];
  if ("never" in bound) return [{ refused: bound.never }];
  if ("of" in bound) return some(read.project_of(org_id, bound.of, { id }));
  if ("deleted" in bound) return some(read.project_of_deleted(org_id, bound.deleted, id));
  if ("created" in bound) {
    const { external_id } = fields;
    const known =
      typeof external_id === "string"
        ? await read.project_of(org_id, bound.created, { external_id })
        : null;
    if (known) return [known];
    const own = key.projects?.[0];
    return [
      {
        refused: `resources that no project declares: declare it in project "${own}", and apply that`,
      },
    ];
  }
  return bound.about === "incident"
    ? incident(id)
    : some(read.project_about(org_id, bound.about, id));
}

/** Several things: those of the project of the filter, or each one that is listed. */
async function chosen(
  { filter }: Body,
  what: string,
  listed: unknown,
  verb: string,
  of: (one: string) => Promise<ChangedProject[]>,
): Promise<Change[]> {
  if (typeof filter?.project === "string") return [ofProject(what, filter.project)];
  if (!Array.isArray(listed))
    return [{ refused: `${what} by a filter without a project: it has to ${verb} them` }];
  return (await Promise.all(listed.map((one) => of(String(one))))).flat();
}

const ofProject = (what: string, project: unknown): ChangedProject => ({
  what,
  project: String(project).trim(),
});
