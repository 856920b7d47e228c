/** Manages webhook URLs: list and replay inbound events, rotate URLs. */
import { unauthenticated, type InboundEvent } from "../../api/inbound.ts";
import type { inboundEvents } from "../../api/routes/records.ts";
import type { pingKeys } from "../../api/routes/resources.ts";
import { pingFormat } from "../../core/model/event.ts";
import type * as model from "../../core/model/model.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Deps } from "../deps.ts";
import type { ShownResource } from "../../store/reads/resources.ts";
import { take } from "../inbound/inbound-take.ts";
import { tryBody } from "../inbound/try-body.ts";
import { declared } from "../../resource/resources.ts";
import { asOfNow } from "../answer/as-of-now.ts";
import { listOf } from "../answer/lists.ts";
import { resource, timestamp, timestampOr } from "../answer/present.ts";
import { invalid, notFound, Problem, valueOf } from "../answer/problem.ts";
import type { Asked, Handlers } from "../request/asked.ts";

type Rotating<K extends model.AddressKind> = `POST /${K}/:id/rotate_webhook`;

export function inboundRoutes(deps: Deps): Handlers<keyof typeof inboundEvents> {
  const { store } = deps;
  return {
    "GET /inbound_events": (asked) => {
      const { target_id, refused } = asked.query;
      const filters = { org_id: asked.caller.org_id, target_id, refused };
      return listOf(asked, {
        read: (page) => store.read.inbound_events({ ...page, ...filters }),
        position: (row) => ({ inserted_at: row.received_at, id: row.id }),
        present,
      });
    },

    "GET /inbound_events/:id": async ({ params, caller }) =>
      present(await found(caller.org_id, params.id)),

    "POST /inbound_events/:id/replay": async ({
      params,
      body: { confirm },
      caller,
      actor,
      now,
    }) => {
      const event = await found(caller.org_id, params.id);
      const unauthenticatedSender = event.ring === unauthenticated;
      if (unauthenticatedSender && confirm !== unauthenticated)
        throw invalid([
          {
            field: "confirm",
            code: "required",
            message: `must be "${unauthenticated}": the sender of this delivery did not present the secret of the URL, so it may be forged`,
          },
        ]);
      if (event.format === pingFormat)
        throw new Problem(
          "conflict",
          "This is the signal of a run: have the job report it again, at the address that the reason asks for.",
        );
      const body = Buffer.from(event.body);
      if (body.length < event.size && event.http_status >= 400)
        throw new Problem(
          "conflict",
          `Only the beginning of this delivery was kept (${body.length} of ${event.size} bytes): have it sent again.`,
        );
      const { org_id, target_id } = event;
      // Null for a monitor.
      const group = await store.read.resource("alert_groups", org_id, target_id, now);
      const taken = await take(
        store,
        {
          target: {
            kind: event.target_kind as "webhook_monitor" | "alert_group",
            id: event.target_id,
            org_id: event.org_id,
            mapping: group?.inbound_mapping ?? null,
          },
          body,
          content_type: event.content_type ?? undefined,
          headers: () => event.headers,
          idempotency_key: null,
          unauthenticated: unauthenticatedSender,
          replay_of: event.id,
        },
        now,
      );
      await store.run("replayed", { actor, event, now });
      return taken;
    },

    "POST /alert_groups/:id/try_body": async ({ params, body, caller, now }) =>
      tryBody(store, await groupOf(caller.org_id, params.id, now), body, now),
  };

  async function groupOf(org_id: string, id: string, now: Instant) {
    const group = await store.read.resource("alert_groups", org_id, id, now);
    if (!group) throw notFound("alert group");
    return group;
  }

  async function found(org_id: string, id: string): Promise<model.InboundEvent> {
    const event = await store.read.inbound_event(org_id, id);
    if (!event) throw notFound("delivery");
    return event;
  }
}

function present({
  org_id: _org,
  received_at,
  replayed_at,
  ring,
  ...row
}: model.InboundEvent): InboundEvent {
  return {
    ...row,
    unauthenticated: ring === unauthenticated,
    received_at: timestamp(received_at),
    replayed_at: timestampOr(replayed_at),
  };
}

/** Gives a group a new ping key. */
export function pingKeyRoutes(deps: Deps): Handlers<keyof typeof pingKeys> {
  return {
    "POST /alert_groups/:id/rotate_ping_key": async ({ params, actor, now, siteUrl, caller }) => {
      const rotated = await deps.store.run("rotate_ping_key", { actor, id: params.id, now });
      const row = valueOf(rotated, declared.alert_groups.noun);
      return resource("alert_groups", await asOfNow(deps, "alert_groups", row), siteUrl, caller);
    },
  };
}

/** Gives a resource of the kind a new webhook URL. */
export function rotationRoutes<K extends model.AddressKind>(
  deps: Deps,
  kind: K,
): Handlers<Rotating<K>> {
  const rotate = async ({
    params: { id },
    actor,
    now,
    siteUrl,
    caller,
  }: Asked<Rotating<model.AddressKind>>) => {
    const rotated = await deps.store.run("rotate_webhook", { actor, kind, id, now });
    const row = valueOf(rotated, declared[kind].noun) as unknown as ShownResource<K>;
    return resource(kind, await asOfNow(deps, kind, row), siteUrl, caller);
  };
  // The name is made of the kind, which a computed key does not keep.
  return { [`POST /${kind}/:id/rotate_webhook`]: rotate } as unknown as Handlers<Rotating<K>>;
}
