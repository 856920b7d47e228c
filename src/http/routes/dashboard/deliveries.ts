/** Pages about inbound events. */
import type { FastifyInstance } from "fastify";
import { deliveriesPage, deliveryPage } from "../../../dashboard/pages/deliveries.ts";
import { callerOf } from "../../request/auth.ts";
import { notFound } from "../../answer/problem.ts";
import { afterOf, olderThan, perPage } from "./incidents.ts";
import { sendPage } from "../../site/pages.ts";
import { writeRoute, formOf, frameOf, goTo, mustAsk, page, type Site } from "./site.ts";

export function deliveryPages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  app.get<{ Querystring: { target?: string } }>(
    "/inbound_events",
    page(),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const target = request.query.target ? String(request.query.target) : null;
      const found = await store.read.recent_deliveries({
        org_id,
        target_id: target,
        after: afterOf(request),
        limit: perPage + 1,
      });
      const deliveries = found.slice(0, perPage);
      const next =
        found.length > perPage ? olderThan(deliveries.at(-1), (one) => one.received_at) : null;
      const titles = await store.read.titles(org_id, [
        ...new Set([
          ...deliveries.map(({ target_id }) => target_id),
          ...(target === null ? [] : [target]),
        ]),
      ]);
      return sendPage(
        reply,
        deliveriesPage(frameOf(site, request), {
          deliveries,
          titles,
          target,
          older:
            next !== null && target !== null
              ? `${next}&target=${encodeURIComponent(target)}`
              : next,
        }),
      );
    },
  );

  app.get<{ Params: { id: string } }>("/inbound_events/:id", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const event = await store.read.inbound_event(org_id, request.params.id);
    if (!event) throw notFound("delivery");
    const titles = await store.read.titles(org_id, [event.target_id]);
    return sendPage(
      reply,
      deliveryPage(frameOf(site, request), {
        event,
        title: titles.get(event.target_id) ?? null,
      }),
    );
  });

  app.post<{ Params: { id: string } }>(
    "/inbound_events/:id/replay",
    writeRoute("write"),
    async (request, reply) => {
      const { id } = request.params;
      const form = formOf(request);
      const confirm = form.get("confirm");
      const path = `/inbound_events/${encodeURIComponent(id)}/replay`;
      await mustAsk(app, site, request, "POST", path, {
        body: confirm === null ? {} : { confirm },
      });
      return goTo(site, reply, form.get("back") ?? "/inbound_events", "replayed");
    },
  );
}
