/** Plans whole declarations, and applies them in one transaction. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  ApplyRequest,
  Plan,
  PlanRequest,
  type ApplyRequest as Asked,
} from "../../../api/declaration.ts";
import { fromParts, type Parts } from "../../../app/declare/parts.ts";
import type { PlannedChange } from "../../../core/declare/plan.ts";
import { nextTurn, partsInTurns } from "../../request/turns.ts";
import { soundDeclaration, wantedInParts } from "../../../manifest/wanted.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { allows } from "../../../core/access/scope.ts";
import type { Deps } from "../../deps.ts";
import { declarationBody } from "../../request/declaration-body.ts";
import { misshapenIn } from "../../request/given.ts";
import { seesCapabilities, webhookUrl } from "../../answer/present.ts";
import { Problem, valueOf } from "../../answer/problem.ts";
import { one } from "../../answer/responses.ts";

export function declarationRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, siteUrl } = deps;
  for (const verb of ["plan", "apply"] as const)
    app.post<{ Body: Asked }>(
      `/${verb}`,
      {
        config: { scope: verb === "plan" ? "read" : "write" },
        attachValidation: true,
        ...declarationBody,
        schema: {
          tags: ["declarations"],
          operationId: `${verb}_declaration`,
          summary:
            verb === "plan"
              ? "Say what applying a declaration would change"
              : "Make things as a declaration says, all of it or nothing",
          body: verb === "plan" ? PlanRequest : ApplyRequest,
          response: one(Plan, verb === "plan" ? "What would change." : "What was changed."),
        },
      },
      async (request, reply) => {
        const misshapen = misshapenIn(request);
        const body =
          misshapen.length === 0
            ? request.body
            : soundDeclaration(request.body as Record<string, unknown>, misshapen);
        const { adopt, revision, prune, prune_max, detach, ...declaration } = body as Asked;
        const input = {
          actor: actorOf(request),
          project: declaration.project,
          wanted: await partsInTurns(wantedInParts(declaration)),
          adopt: adopt ?? false,
          prune: prune ? { max: prune_max ?? null, detach: detach ?? false } : null,
          revision: revision ?? null,
          misshapen,
          dry: verb === "plan",
          now: clock.now(),
        };
        const mayTouchUsers = prune === true || (declaration.users ?? []).length > 0;
        if (verb === "apply" && mayTouchUsers && !allows(callerOf(request), "admin")) {
          // Changes are known only after planning; the revision ties the apply to that plan.
          const planned = valueOf(await store.run("apply", { ...input, dry: true }), "declaration");
          refuseUsers(request, planned.changes);
          input.revision = planned.revision;
        }
        // The connection is silent while thousands of changes are written.
        request.raw.socket.setTimeout(0);
        const outcome = valueOf(await store.run("apply", input), "declaration");
        const changes: string[] = [];
        for (const part of outcome.changes) {
          const shown = fromParts([part]);
          // Plans are kept and shown to reviewers, and an inbound URL is enough to page a user.
          const whole = input.dry ? shown : await withUrls(request, shown);
          changes.push(JSON.stringify(whole).slice(1, -1));
          await nextTurn();
        }
        const rest = JSON.stringify({
          project: declaration.project,
          revision: outcome.revision,
          applied: verb === "apply",
          warnings: outcome.warnings,
          ...(outcome.prune_max_needed === null
            ? {}
            : { prune_max_needed: outcome.prune_max_needed }),
        });
        return reply
          .type("application/json; charset=utf-8")
          .send(`${rest.slice(0, -1)},"changes":[${changes.filter(Boolean).join(",")}]}`);
      },
    );

  /** The changes with the URLs of the webhook monitors among them. */
  async function withUrls(request: FastifyRequest, changes: readonly PlannedChange[]) {
    const caller = callerOf(request);
    const ids = changes.flatMap(({ kind, id }) => (kind === "webhook_monitors" ? (id ?? []) : []));
    if (ids.length === 0 || !seesCapabilities(caller)) return changes;
    const webhooks = await store.read.webhook_ids(caller.org_id, ids);
    return changes.map((change) => {
      const webhook_id = webhooks.get(change.id ?? "");
      return webhook_id === undefined
        ? change
        : { ...change, webhook_url: webhookUrl(siteUrl(), webhook_id) };
    });
  }

  /** Users are changed by administrators; a declaration that leaves them unchanged needs only the scope `write`. */
  function refuseUsers(request: FastifyRequest, changes: Parts<PlannedChange>): void {
    const caller = callerOf(request);
    const touched = fromParts(changes).some(
      ({ kind, action }) => kind === "users" && action !== "unchanged",
    );
    if (touched)
      throw new Problem(
        "forbidden",
        `The declaration changes users, which needs a key with the scope admin; "${caller.name}" may ${caller.scopes.join(", ")}.`,
      );
  }
}
