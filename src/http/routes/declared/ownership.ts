/** Drift of a project's resources, and moving resources between projects. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  AdoptRequest,
  DetachRequest,
  Drift,
  DriftRequest,
  Ownership,
} from "../../../api/ownership.ts";
import { limits } from "../../../resource/schema.ts";
import { declarationBody } from "../../request/declaration-body.ts";
import { partsInTurns } from "../../request/turns.ts";
import { wantedInParts } from "../../../manifest/wanted.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { allows } from "../../../core/access/scope.ts";
import type { Deps } from "../../deps.ts";
import { timestampOr } from "../../answer/present.ts";
import { Problem, valueOf } from "../../answer/problem.ts";
import { one } from "../../answer/responses.ts";

const tags = ["declarations"];

export function ownershipRoutes(app: FastifyInstance, { store, clock }: Deps): void {
  app.post<{ Body: DriftRequest }>(
    "/drift",
    {
      config: { scope: "read" },
      ...declarationBody,
      schema: {
        tags,
        operationId: "find_drift",
        summary: "Say what is not as it was declared, and who changed it",
        body: DriftRequest,
        response: one(Drift, "What differs."),
      },
    },
    async (request, reply) => {
      const { last_applied = false, ...declaration } = request.body;
      const { project } = declaration;
      const outcome = await store.run("drift", {
        actor: actorOf(request),
        project,
        wanted: last_applied ? null : await partsInTurns(wantedInParts(declaration)),
        now: clock.now(),
      });
      if (!outcome.ok && outcome.why === "not_found")
        throw new Problem("not-found", `Nothing was ever applied for the project "${project}".`);
      const result = valueOf(outcome, "project");
      return reply.send({
        ...result,
        project,
        applied_at: timestampOr(result.applied_at),
        changes: result.changes.map((change) => ({
          ...change,
          changed_at: timestampOr(change.changed_at),
        })),
      });
    },
  );

  app.post<{ Body: AdoptRequest }>(
    "/adopt",
    {
      bodyLimit: limits.managementBody,
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "adopt_resources",
        summary: "Make a project the owner of resources, all of them or none",
        body: AdoptRequest,
        response: one(Ownership, "Whose they were, and whose they are."),
      },
    },
    async (request, reply) => {
      const { project, resources } = request.body;
      return reply.send(await owned(request, project.trim(), resources));
    },
  );

  app.post<{ Body: DetachRequest }>(
    "/detach",
    {
      bodyLimit: limits.managementBody,
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "detach_resources",
        summary: "Detach resources from their project without deleting them, all of them or none",
        body: DetachRequest,
        response: one(Ownership, "Whose they were."),
      },
    },
    async (request, reply) => reply.send(await owned(request, null, request.body.resources)),
  );

  async function owned(
    request: FastifyRequest,
    project: string | null,
    resources: AdoptRequest["resources"],
  ): Promise<Ownership> {
    const caller = callerOf(request);
    const people = resources.some(({ kind }) => kind === "users");
    if (people && !allows(caller, "admin"))
      throw new Problem(
        "forbidden",
        `Users are among them, which needs a key with the scope admin; "${caller.name}" may ${caller.scopes.join(", ")}.`,
      );
    const outcome = await store.run("own", {
      actor: actorOf(request),
      project,
      resources: resources.map(({ kind, id, external_id = null }) => ({
        kind,
        id,
        external_id,
      })),
      now: clock.now(),
    });
    // The ids stand for the resources that the request is about, as those in a path do.
    if (!outcome.ok && outcome.why === "invalid" && outcome.faults[0]?.code === "not_found")
      throw new Problem("not-found", `${outcome.faults[0].field}: ${outcome.faults[0].message}.`, {
        faults: outcome.faults,
      });
    return { resources: valueOf(outcome, "resource") };
  }
}
