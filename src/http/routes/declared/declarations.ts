/** Plans whole declarations, and applies them in one transaction. */
import type { ApplyRequest, Plan } from "../../../api/declaration.ts";
import { fromParts } from "../../../app/declare/parts.ts";
import type { DeclaredChange } from "../../../app/declare/declaration.ts";
import type { PlannedChange } from "../../../core/declare/plan.ts";
import { partsInTurns } from "../../turns.ts";
import { soundDeclaration, wantedInParts } from "../../../manifest/wanted.ts";
import { beyondDeclaredPeople } from "../../../core/declare/declared-people.ts";
import { refusedByProject } from "../../../core/access/key-projects.ts";
import { allows } from "../../../core/access/scope.ts";
import { wordsOf } from "../../../resource/resources.ts";
import { refusal } from "../../request/project-bounds.ts";
import type { Caller } from "../../../store/reads/access.ts";
import type { Deps } from "../../deps.ts";
import type { Asked, Handlers } from "../../request/asked.ts";
import type { Written } from "../../answer/written.ts";
import { withChanges } from "../../answer/with-changes.ts";
import { seesCapabilities, timestamp, webhookUrl } from "../../answer/present.ts";
import { Problem, valueOf } from "../../answer/problem.ts";

type Verb = "plan" | "apply";

export function declarationRoutes(deps: Deps): Handlers<`POST /${Verb}`> {
  const { store, siteUrl } = deps;
  return {
    "POST /plan": (asked) => answer(asked as unknown as Asked<"POST /apply">, "plan"),
    "POST /apply": (asked) => answer(asked, "apply"),
  };

  async function answer(asked: Asked<"POST /apply">, verb: Verb): Promise<Written<Plan>> {
    const { request, misshapen, caller, actor, now } = asked;
    const whole = request.body as ApplyRequest;
    const body =
      misshapen.length === 0 ? whole : (soundDeclaration(whole, misshapen) as ApplyRequest);
    const { adopt, revision, prune, prune_max, detach, ...declaration } = body;
    const input = {
      actor,
      project: declaration.project,
      wanted: await partsInTurns(wantedInParts(declaration)),
      adopt: adopt ?? false,
      prune: prune ? { max: prune_max ?? null, detach: detach ?? false } : null,
      revision: revision ?? null,
      misshapen,
      dry: verb === "plan",
      now,
    };
    const mayTouchUsers =
      !allows(caller, "admin") && (prune === true || (declaration.users ?? []).length > 0);
    if (verb === "apply" && (mayTouchUsers || (caller.key?.projects ?? null) !== null)) {
      // Changes are known only after planning; the revision ties the apply to that plan.
      const planned = valueOf(await store.run("apply", { ...input, dry: true }), "declaration");
      const changes = fromParts(planned.changes);
      await refuseTaken(asked, changes);
      await refuseUsers(asked, changes);
      input.revision = planned.revision;
    }
    // The connection is silent while thousands of changes are written.
    request.raw.socket.setTimeout(0);
    const outcome = valueOf(await store.run("apply", input), "declaration");
    const { revision: planned, warnings, undeclared, prune_max_needed: needed } = outcome;
    return withChanges(
      {
        project: declaration.project,
        revision: planned,
        applied: verb === "apply",
        warnings,
        ...(undeclared.length === 0 ? {} : { undeclared }),
        ...(needed === null ? {} : { prune_max_needed: needed }),
      },
      outcome.changes,
      // Plans are kept and shown to reviewers, and an inbound URL is enough to page a user.
      (part) => (input.dry ? part.map(presented) : withUrls(caller, part)),
    );
  }

  /** The changes with the URLs of the webhook monitors among them. */
  async function withUrls(caller: Caller, changes: readonly DeclaredChange[]) {
    const shown = changes.map(presented);
    const ids = changes.flatMap(({ kind, id }) => (kind === "webhook_monitors" ? (id ?? []) : []));
    if (ids.length === 0 || !seesCapabilities(caller)) return shown;
    const webhooks = await store.read.webhook_ids(caller.org_id, ids);
    return shown.map((change) => {
      const webhook_id = webhooks.get(change.id ?? "");
      return webhook_id === undefined
        ? change
        : { ...change, webhook_url: webhookUrl(siteUrl(), webhook_id) };
    });
  }

  /** A key that is bound to projects takes no resource of another project, nor one of none. */
  async function refuseTaken(
    { caller, actor, now }: Asked<"POST /apply">,
    changes: readonly PlannedChange[],
  ): Promise<void> {
    const { key } = caller;
    if (!key?.projects) return;
    for (const { kind, title, id, fields } of changes) {
      const taken = id === null ? undefined : fields.find(({ field }) => field === "project");
      if (!taken || taken.to === null) continue;
      const from = { what: `${wordsOf(kind)} "${title}"`, project: taken.from as string | null };
      const why = refusedByProject(key, from);
      if (why !== null) throw await refusal(store, key, why, { actor, now });
    }
  }

  /**
   * Users are changed by administrators; a declaration that leaves them unchanged needs only the scope `write`, as does one
   * of a project that can declare people (`core/declare/declared-people`).
   */
  async function refuseUsers(
    { caller, body: { project }, now }: Asked<"POST /apply">,
    changes: readonly PlannedChange[],
  ): Promise<void> {
    if (allows(caller, "admin")) return;
    const touched = changes.filter(
      ({ kind, action }) => kind === "users" && action !== "unchanged",
    );
    if (touched.length === 0) return;
    const { org_id } = caller;
    const can = `"${caller.name}" has scope ${caller.scopes.join(", ")}`;
    const declaring = await store.read.people_declared_by(org_id);
    if (!declaring.includes(project.trim()))
      throw new Problem(
        "forbidden",
        `The declaration changes users, which needs a key with the scope admin; ${can}. An administrator can let the project declare people: monitorctl organization --people-declared-by NAME.`,
      );
    for (const change of touched) {
      const user =
        change.id === null ? null : await store.read.resource("users", org_id, change.id, now);
      const why = beyondDeclaredPeople(change, user?.role ?? null);
      if (why !== null)
        throw new Problem(
          "forbidden",
          `${change.external_id}: ${why}, which needs a key with the scope admin; ${can}.`,
        );
    }
  }
}

/** A change with its instant as text. */
const presented = ({ deleted_at, ...change }: DeclaredChange): Plan["changes"][number] => ({
  ...change,
  ...(deleted_at !== undefined && { deleted_at: timestamp(deleted_at) }),
});
