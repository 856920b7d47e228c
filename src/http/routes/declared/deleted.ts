/** Deleted resources: list those that can be restored, and restore one. */
import type { FastifyInstance } from "fastify";
import { DeletedResource, Restore } from "../../../api/deleted-resources.ts";
import { ResourceKind } from "../../../api/enumerations.ts";
import { Type } from "../../../api/schema.ts";
import type * as model from "../../../core/model/model.ts";
import { restorableFor } from "../../../core/history/retention.ts";
import { declared } from "../../../resource/resources.ts";
import type { Shown } from "../../../store/reads/resources.ts";
import { asOfNow } from "../../answer/as-of-now.ts";
import { kinds } from "../../answer/kinds.ts";
import { orderedPageParameters, sendList } from "../../answer/lists.ts";
import { timestamp } from "../../answer/present.ts";
import { valueOf } from "../../answer/problem.ts";
import { many, one } from "../../answer/responses.ts";
import type { Deps } from "../../deps.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { soundBody } from "../../request/given.ts";

export function deletedRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, siteUrl } = deps;

  app.get(
    "/deleted_resources",
    {
      config: { scope: "read" },
      schema: {
        tags: ["declarations"],
        operationId: "list_deleted_resources",
        summary: "List what was deleted in the last seven days and can be restored",
        querystring: Type.Object(
          { kind: Type.Optional(ResourceKind()), ...orderedPageParameters },
          { additionalProperties: false },
        ),
        response: many(DeletedResource),
      },
    },
    (request, reply) => {
      const { kind } = request.query as { kind?: model.ResourceKind };
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.deleted_resources({ org_id, ...page, kind }),
        position: ({ deleted_at, id }) => ({ inserted_at: deleted_at, id }),
        present,
      });
    },
  );

  for (const kind of Object.keys(kinds) as model.ResourceKind[]) restoreRoute(app, deps, kind);
}

function restoreRoute(app: FastifyInstance, deps: Deps, kind: model.ResourceKind): void {
  const { store, clock, siteUrl } = deps;
  const { noun } = declared[kind];
  const of = kinds[kind];
  app.post<{ Params: { id: string } }>(
    `/${kind}/:id/restore`,
    {
      config: { scope: of.scope },
      attachValidation: true,
      schema: {
        tags: [kind],
        operationId: `restore_${noun.replaceAll(" ", "_")}`,
        summary: `Restore a deleted ${noun}: its id, history and URL stay, and no project declares it`,
        body: Restore,
        response: one(of.shape),
      },
    },
    async (request, reply) => {
      const { given } = soundBody<Restore>(request);
      const restored = valueOf(
        await store.run("restore", {
          actor: actorOf(request),
          kind,
          id: request.params.id,
          external_id: given.external_id ?? null,
          now: clock.now(),
        }),
        noun,
      );
      const current = await asOfNow(deps, kind, restored as Shown<model.ResourceKind>);
      reply.header("etag", `"${current.version}"`);
      return reply.send(of.present(current as never, siteUrl(), callerOf(request)));
    },
  );
}

const present = ({ deleted_at, ...row }: model.DeletedResource): DeletedResource => ({
  id: row.id,
  kind: row.kind,
  external_id: row.external_id,
  title: row.title,
  project: row.project,
  deleted_at: timestamp(deleted_at),
  deleted_by: row.deleted_by,
  restorable_until: timestamp(deleted_at + restorableFor),
});
