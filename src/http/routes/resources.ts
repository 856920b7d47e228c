/** The routes that every declared kind has: list, get, create or update, update, delete. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  AlertGroup,
  AlertGroupCreate,
  alertGroupFields,
  alertGroupRequired,
  AlertGroupUpdate,
} from "../../api/alert-groups.ts";
import {
  HealthCheckMonitor,
  HealthCheckMonitorCreate,
  healthCheckMonitorFields,
  healthCheckMonitorRequired,
  HealthCheckMonitorUpdate,
} from "../../api/health-check-monitors.ts";
import { defaultsOf, Type, type TSchema } from "../../api/schema.ts";
import {
  User,
  UserCreate,
  userFields,
  userRequired,
  UserUpdate,
} from "../../api/users.ts";
import {
  WebhookMonitor,
  WebhookMonitorCreate,
  webhookMonitorFields,
  webhookMonitorRequired,
  WebhookMonitorUpdate,
} from "../../api/webhook-monitors.ts";
import type { SaveInput, Shown } from "../../app/ports.ts";
import {
  healthStatuses,
  webhookStatuses,
  type ResourceKind,
  type Scope,
} from "../../core/model.ts";
import { actorOf, callerOf } from "../auth.ts";
import type { Deps } from "../deps.ts";
import { pageParameters, sendList } from "../lists.ts";
import * as present from "../present.ts";
import { notFound, valueOf } from "../problem.ts";
import { many, nothing, one, saved } from "../responses.ts";

interface Kind<K extends ResourceKind> {
  /** For people: "There is no … with this id". */
  noun: string;
  shape: TSchema & { properties: Record<string, unknown> };
  fields: Record<string, TSchema>;
  required: readonly string[];
  create: TSchema;
  update: TSchema;
  /** Filters of the list beside external_id. */
  filters: Record<string, TSchema>;
  /** What changing one needs. */
  scope: Scope;
  present: (row: Shown<K>, siteUrl: string) => unknown;
}

const group = Type.Optional(
  Type.String({ description: "Only those of this alert group." }),
);

export const kinds: { [K in ResourceKind]: Kind<K> } = {
  alert_groups: {
    noun: "alert group",
    shape: AlertGroup,
    fields: alertGroupFields,
    required: alertGroupRequired,
    create: AlertGroupCreate,
    update: AlertGroupUpdate,
    filters: {},
    scope: "write",
    present: present.alertGroup,
  },
  health_check_monitors: {
    noun: "health check monitor",
    shape: HealthCheckMonitor,
    fields: healthCheckMonitorFields,
    required: healthCheckMonitorRequired,
    create: HealthCheckMonitorCreate,
    update: HealthCheckMonitorUpdate,
    filters: {
      alert_group_id: group,
      status: Type.Optional(Type.Enum([...healthStatuses])),
    },
    scope: "write",
    present: present.healthCheckMonitor,
  },
  webhook_monitors: {
    noun: "webhook monitor",
    shape: WebhookMonitor,
    fields: webhookMonitorFields,
    required: webhookMonitorRequired,
    create: WebhookMonitorCreate,
    update: WebhookMonitorUpdate,
    filters: {
      alert_group_id: group,
      status: Type.Optional(Type.Enum([...webhookStatuses])),
    },
    scope: "write",
    present: present.webhookMonitor,
  },
  users: {
    noun: "user",
    shape: User,
    fields: userFields,
    required: userRequired,
    create: UserCreate,
    update: UserUpdate,
    filters: {},
    scope: "admin",
    present: present.user,
  },
};

/** Registers the five routes of a kind. */
export function resourceRoutes<K extends ResourceKind>(
  app: FastifyInstance,
  deps: Deps,
  kind: K,
): void {
  const of: Kind<K> = kinds[kind];
  const { noun } = of;
  const tags = [kind];
  const { store, clock, siteUrl } = deps;
  const shown = (row: Shown<K>) => of.present(row, siteUrl());

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
        ...filters
      } = request.query as Record<string, string | undefined>;
      return sendList(request, reply, siteUrl(), {
        read: (page) =>
          store.read.resources(
            kind,
            { org_id: callerOf(request).org_id, ...page, ...filters },
            clock.now(),
          ),
        position: (row) => row,
        present: shown,
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    `/${kind}/:id`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: `get_${kind}`,
        summary: `Get one ${noun}`,
        response: one(of.shape),
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
      return reply.header("etag", `"${row.version}"`).send(shown(row));
    },
  );

  app.post<{ Body: Record<string, unknown> }>(
    `/${kind}`,
    {
      config: { scope: of.scope, kind },
      schema: {
        tags,
        operationId: `create_${kind}`,
        summary: `Create a ${noun}, or update the one with this external_id`,
        body: of.create,
        response: saved(of.shape),
      },
    },
    async (request, reply) => {
      const given = withDefaults(kind, request.body);
      const { created, resource } = valueOf(
        await store.run("save", {
          actor: actorOf(request),
          kind,
          id: null,
          given,
          complete: { ...defaultsOf(of.fields, of.required), ...given },
          if_version: ifVersion(request),
          now: clock.now(),
        } as unknown as SaveInput<ResourceKind>),
        noun,
      );
      if (created)
        reply
          .code(201)
          .header("location", `${siteUrl()}/api/v1/${kind}/${resource.id}`);
      return reply
        .header("etag", `"${resource.version}"`)
        .send(shown(resource as Shown<K>));
    },
  );

  app.put<{ Params: { id: string }; Body: Record<string, unknown> }>(
    `/${kind}/:id`,
    {
      config: { scope: of.scope, kind },
      schema: {
        tags,
        operationId: `update_${kind}`,
        summary: `Change fields of a ${noun}; those left out keep their value`,
        body: of.update,
        response: one(of.shape),
      },
    },
    async (request, reply) => {
      const { resource } = valueOf(
        await store.run("save", {
          actor: actorOf(request),
          kind,
          id: request.params.id,
          given: withDefaults(kind, request.body),
          complete: null,
          if_version: ifVersion(request),
          now: clock.now(),
        } as unknown as SaveInput<ResourceKind>),
        noun,
      );
      return reply
        .header("etag", `"${resource.version}"`)
        .send(shown(resource as Shown<K>));
    },
  );

  app.delete<{ Params: { id: string } }>(
    `/${kind}/:id`,
    {
      config: { scope: of.scope },
      schema: {
        tags,
        operationId: `delete_${kind}`,
        summary: `Delete a ${noun}`,
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

/** What was given, with null where a default is meant replaced by it. */
function withDefaults(
  kind: ResourceKind,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const { fields, required } = kinds[kind];
  const defaults = defaultsOf(fields, required);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      value ?? defaults[name] ?? null,
    ]),
  );
}

/** The version that `If-Match` asks for; null: any. What is no version of ours matches none. */
export function ifVersion(request: FastifyRequest): number | null {
  const header = request.headers["if-match"]?.trim();
  if (header === undefined || header === "*") return null;
  const match = /^"(\d+)"$/.exec(header);
  return match ? Number(match[1]) : -1;
}
