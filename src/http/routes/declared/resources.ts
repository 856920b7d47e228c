/** The routes that every declared kind has: list, get, create or update, update, delete. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "../../../api/schema.ts";
import { declared } from "../../../resource/resources.ts";
import { defaultsOf } from "../../../resource/field.ts";
import { limits } from "../../../resource/schema.ts";
import type { SaveInput } from "../../../app/declare/save-resource.ts";
import type { Shown, ShownNow } from "../../../store/reads/resources.ts";
import type { ResourceKind } from "../../../core/model/model.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import type { Deps } from "../../deps.ts";
import { soundBody } from "../../request/given.ts";
import { asOfNow } from "../../answer/as-of-now.ts";
import { kinds, type Kind } from "../../answer/kinds.ts";
import {
  createConditions,
  ifNew,
  ifVersion,
  readConditions,
  writeConditions,
} from "../../answer/conditional.ts";
import { pageParameters, sendList } from "../../answer/lists.ts";
import { notFound, valueOf } from "../../answer/problem.ts";
import { many, nothing, one, saved, unlessKnown } from "../../answer/responses.ts";

/** Registers the five routes of a kind. */
export function resourceRoutes<K extends ResourceKind>(
  app: FastifyInstance,
  deps: Deps,
  kind: K,
): void {
  const of: Kind<K> = kinds[kind];
  const { noun, fields } = declared[kind];
  const a = noun.startsWith("a") ? "an" : "a";
  const id = noun.replaceAll(" ", "_");
  const tags = [kind];
  const { store, clock, siteUrl } = deps;
  const shown = (request: FastifyRequest, row: ShownNow<K>) =>
    of.present(row, siteUrl(), callerOf(request));

  app.get(
    `/${kind}`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: `list_${kind}`,
        summary: `List the ${noun}s`,
        querystring: Type.Object(
          {
            external_id: Type.Optional(Type.String()),
            ...of.filters,
            ...pageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(of.shape),
      },
    },
    (request, reply) => {
      const {
        limit: _limit,
        cursor: _cursor,
        status: statuses,
        ...filters
      } = request.query as {
        limit?: number;
        cursor?: string;
        external_id?: string;
        alert_group_id?: string;
        status?: string[];
        flapping?: boolean;
      };
      return sendList(request, reply, siteUrl(), {
        read: (page) =>
          store.read.resources(
            kind,
            { org_id: callerOf(request).org_id, ...page, ...filters, statuses },
            clock.now(),
          ),
        position: (row) => row,
        present: (row) => shown(request, row),
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    `/${kind}/:id`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: `get_${id}`,
        summary: `Get one ${noun}`,
        headers: readConditions,
        response: unlessKnown(of.shape),
      },
    },
    async (request, reply) => {
      const row = await store.read.resource(
        kind,
        callerOf(request).org_id,
        request.params.id,
        clock.now(),
      );
      if (!row) throw notFound(noun);
      return reply.header("etag", `"${row.version}"`).send(shown(request, row));
    },
  );

  app.post<{ Body: Record<string, unknown> }>(
    `/${kind}`,
    {
      config: { scope: of.scope, kind },
      bodyLimit: limits.managementBody,
      attachValidation: true,
      schema: {
        tags,
        operationId: `create_${id}`,
        summary: `Create ${a} ${noun}, or update the one with this external_id`,
        headers: createConditions,
        body: of.create,
        response: saved(of.shape),
      },
    },
    async (request, reply) => {
      const { given: sound, misshapen } = soundBody(request);
      const completed = withDefaults(kind, sound);
      const { created, resource } = valueOf(
        await store.run("save", {
          actor: actorOf(request),
          kind,
          id: null,
          given: completed,
          complete: { ...defaultsOf(fields), ...completed },
          if_version: ifVersion(request),
          if_new: ifNew(request),
          misshapen,
          now: clock.now(),
        } as unknown as SaveInput<ResourceKind>),
        noun,
      );
      if (created) reply.code(201).header("location", `${siteUrl()}/api/v1/${kind}/${resource.id}`);
      const current = await asOfNow(deps, kind, resource as unknown as Shown<K>);
      return reply.header("etag", `"${current.version}"`).send(shown(request, current));
    },
  );

  app.put<{ Params: { id: string }; Body: Record<string, unknown> }>(
    `/${kind}/:id`,
    {
      config: { scope: of.scope, kind },
      bodyLimit: limits.managementBody,
      attachValidation: true,
      schema: {
        tags,
        operationId: `update_${id}`,
        summary: `Change fields of ${a} ${noun}; those left out keep their value`,
        headers: writeConditions,
        body: of.update,
        response: one(of.shape),
      },
    },
    async (request, reply) => {
      const { given, misshapen } = soundBody(request);
      const { resource: saved } = valueOf(
        await store.run("save", {
          actor: actorOf(request),
          kind,
          id: request.params.id,
          given: withDefaults(kind, given),
          complete: null,
          if_version: ifVersion(request),
          misshapen,
          now: clock.now(),
        } as unknown as SaveInput<ResourceKind>),
        noun,
      );
      const resource = await asOfNow(deps, kind, saved as unknown as Shown<K>);
      return reply.header("etag", `"${resource.version}"`).send(shown(request, resource));
    },
  );

  app.delete<{ Params: { id: string } }>(
    `/${kind}/:id`,
    {
      config: { scope: of.scope },
      schema: {
        tags,
        operationId: `delete_${id}`,
        summary: `Delete ${a} ${noun}`,
        headers: writeConditions,
        response: nothing,
      },
    },
    async (request, reply) => {
      valueOf(
        await store.run("remove", {
          actor: actorOf(request),
          kind,
          id: request.params.id,
          if_version: ifVersion(request),
          now: clock.now(),
        }),
        noun,
      );
      return reply.code(204).send();
    },
  );
}

/** The body, with each null that means a default replaced by that default. */
function withDefaults(kind: ResourceKind, body: object): Record<string, unknown> {
  const defaults = defaultsOf(declared[kind].fields);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value ?? defaults[name] ?? null]),
  );
}
