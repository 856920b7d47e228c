/** Plans whole declarations, and applies them in one transaction. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  ApplyRequest,
  Plan,
  PlanRequest,
  type ApplyRequest as Asked,
} from "../../api/declaration.ts";
import { soundDeclaration, wantedOf } from "../../manifest/wanted.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import { allows } from "../../core/access/scope.ts";
import type { Deps } from "../deps.ts";
import { misshapenIn } from "../request/given.ts";
import { seesCapabilities, webhookUrl } from "../answer/present.ts";
import { Problem, valueOf } from "../answer/problem.ts";
import { one } from "../answer/responses.ts";

export function declarationRoutes(app: FastifyInstance, { store, clock, siteUrl }: Deps) {
  for (const verb of ["plan", "apply"] as const)
    app.post<{ Body: Asked }>(
      `/${verb}`,
      {
        config: { scope: verb === "plan" ? "read" : "write" },
        attachValidation: true,
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
          wanted: wantedOf(declaration),
          adopt: adopt ?? false,
          prune: prune ? { max: prune_max ?? null, detach: detach ?? false } : null,
          revision: revision ?? null,
          misshapen,
          dry: verb === "plan",
          now: clock.now(),
        };
        if (verb === "apply") {
          refuseUsers(request, (declaration.users ?? []).length);
          if (prune && !allows(callerOf(request), "admin")) {
            // Deletions are known only after planning; the revision ties the apply to that plan.
            const planned = valueOf(
              await store.run("apply", { ...input, dry: true }),
              "declaration",
            );
            const gone = planned.changes.filter(
              ({ kind, action }) => kind === "users" && action !== "unchanged",
            );
            refuseUsers(request, gone.length);
            input.revision = planned.revision;
          }
        }
        const outcome = valueOf(await store.run("apply", input), "declaration");
        const changes = [];
        for (const change of outcome.changes)
          changes.push({ ...change, ...(await urlOf(request, change)) });
        return reply.send({
          project: declaration.project,
          revision: outcome.revision,
          applied: verb === "apply",
          changes,
          warnings: outcome.warnings,
          ...(outcome.prune_max_needed === null
            ? {}
            : { prune_max_needed: outcome.prune_max_needed }),
        });
      },
    );

  /** Users are for administrators. */
  function refuseUsers(request: FastifyRequest<{ Body: Asked }>, count: number): void {
    const caller = callerOf(request);
    if (count > 0 && !allows(caller, "admin"))
      throw new Problem(
        "forbidden",
        `The declaration changes users, which needs a key with the scope admin; "${caller.name}" may ${caller.scopes.join(", ")}.`,
      );
  }

  async function urlOf(
    request: FastifyRequest,
    change: { kind: string; id: string | null },
  ): Promise<{ webhook_url?: string }> {
    if (change.kind !== "webhook_monitors" || change.id === null) return {};
    if (!seesCapabilities(callerOf(request))) return {};
    const monitor = await store.read.resource(
      "webhook_monitors",
      callerOf(request).org_id,
      change.id,
      clock.now(),
    );
    return monitor ? { webhook_url: webhookUrl(siteUrl(), monitor.webhook_id) } : {};
  }
}
