/** The routes that every declared kind has: list, get, create or update, update, delete, restore. */
import { declared } from "../../../resource/resources.ts";
import { defaultsOf } from "../../../resource/field.ts";
import type { SaveInput } from "../../../app/declare/save-resource.ts";
import type { ShownResource, ShownNow } from "../../../store/reads/resources.ts";
import type { ResourceKind } from "../../../core/model/model.ts";
import type { Deps } from "../../deps.ts";
import type { Asked, Handlers } from "../../request/asked.ts";
import { asOfNow } from "../../answer/as-of-now.ts";
import { resource as present } from "../../answer/present.ts";
import { ifNew, ifVersion } from "../../answer/conditional.ts";
import { listOf } from "../../answer/lists.ts";
import { notFound, valueOf } from "../../answer/problem.ts";

type Of<K extends ResourceKind> =
  `GET /${K}` | `${"GET" | "PUT" | "DELETE"} /${K}/:id` | `POST /${K}` | `POST /${K}/:id/restore`;

export function resourceRoutes<K extends ResourceKind>(deps: Deps, kind: K): Handlers<Of<K>> {
  const { store, clock } = deps;
  const { noun } = declared[kind];
  type Answering = Pick<Asked<Of<ResourceKind>>, "caller" | "siteUrl" | "reply">;
  const shown = ({ reply, caller, siteUrl }: Answering, row: ShownNow<K>) => {
    reply.header("etag", `"${row.version}"`);
    return present(kind, row, siteUrl, caller);
  };

  /** Creates the resource, or updates that with the id. */
  const save = async (
    asked: Asked<"POST /users" | "PUT /users/:id">,
    id: string | null,
    more: object,
  ) => {
    const fields = withDefaults(kind, asked.body);
    const { actor, request, misshapen, now } = asked;
    const input = {
      actor,
      kind,
      id,
      given: fields,
      if_version: ifVersion(request),
      misshapen,
      now,
    };
    const complete = id === null ? { ...defaultsOf(declared[kind].fields), ...fields } : null;
    const saved = await store.run("save", {
      ...input,
      complete,
      ...more,
    } as unknown as SaveInput<ResourceKind>);
    const { created, resource } = valueOf(saved, noun);
    if (created)
      asked.reply.code(201).header("location", `${asked.siteUrl}/api/v1/${kind}/${resource.id}`);
    return shown(asked, await asOfNow(deps, kind, resource as unknown as ShownResource<K>));
  };

  const handlers = {
    [`GET /${kind}`]: (asked: Asked<"GET /health_check_monitors">) => {
      const { query, caller, siteUrl } = asked;
      const { limit: _limit, cursor: _cursor, status: statuses, ...filters } = query;
      const { org_id } = caller;
      return listOf(asked, {
        read: (page) =>
          store.read.resources(kind, { org_id, ...page, ...filters, statuses }, clock.now()),
        position: (row) => row,
        present: (row) => present(kind, row, siteUrl, caller),
      });
    },

    [`GET /${kind}/:id`]: async (asked: Asked<"GET /users/:id">) => {
      const { caller, params, now } = asked;
      const row = await store.read.resource(kind, caller.org_id, params.id, now);
      if (!row) throw notFound(noun);
      return shown(asked, row);
    },

    [`POST /${kind}`]: (asked: Asked<"POST /users">) =>
      save(asked, null, { if_new: ifNew(asked.request) }),

    [`PUT /${kind}/:id`]: (asked: Asked<"PUT /users/:id">) => save(asked, asked.params.id, {}),

    [`DELETE /${kind}/:id`]: async ({
      params: { id },
      actor,
      request,
      now,
    }: Asked<"DELETE /users/:id">) => {
      const if_version = ifVersion(request);
      valueOf(await store.run("remove", { actor, kind, id, if_version, now }), noun);
    },

    [`POST /${kind}/:id/restore`]: async (asked: Asked<"POST /users/:id/restore">) => {
      const { params, body, actor, now } = asked;
      const external_id = body.external_id ?? null;
      const input = { actor, kind, id: params.id, external_id, now };
      const restored = valueOf(await store.run("restore", input), noun);
      return shown(asked, await asOfNow(deps, kind, restored as unknown as ShownResource<K>));
    },
  };
  // The names above are made of the kind, which a computed key does not keep.
  return handlers as unknown as Handlers<Of<K>>;
}

/** The body, with each null that means a default replaced by that default. */
function withDefaults(kind: ResourceKind, body: object): Record<string, unknown> {
  const defaults = defaultsOf(declared[kind].fields);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value ?? defaults[name] ?? null]),
  );
}
