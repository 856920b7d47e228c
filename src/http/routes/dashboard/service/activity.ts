/** The logs of inbound events, of notifications, and of changes. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { notificationStates, type NotificationState } from "../../../../core/model/model.ts";
import { auditPage } from "../../../../dashboard/activity/audit.ts";
import { deliveriesPage, deliveryPage } from "../../../../dashboard/activity/deliveries.ts";
import { notificationsPage } from "../../../../dashboard/activity/notifications.ts";
import { notFound } from "../../../answer/problem.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../site/pages.ts";
import { allGroups } from "../home.ts";
import { afterOf, perPage } from "../incidents.ts";
import { formOf, frameOf, goTo, mustAsk, page, writeRoute, type Site } from "../site.ts";
import { personName } from "../../../../core/text/person.ts";

export function activityPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/activity", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const query = { target: text(request, "target"), outcome: text(request, "outcome") };
    const events = await store.read.recent_deliveries({
      org_id,
      target_id: query.target || null,
      refused: query.outcome === "" ? undefined : query.outcome === "rejected",
      after: afterOf(request),
      limit: perPage + 1,
    });
    const deliveries = events.slice(0, perPage);
    const [titles, incidents, groups] = await Promise.all([
      store.read.titles(org_id, [...new Set(deliveries.map(({ target_id }) => target_id))]),
      store.read.incidents_of_deliveries(org_id, deliveries),
      allGroups(site, org_id),
    ]);
    return sendPage(
      reply,
      deliveriesPage(frameOf(site, request), {
        query,
        deliveries,
        titles,
        targets: groups,
        incidents,
        older: olderOf(events, (one) => one.received_at),
      }),
    );
  });

  app.get<{ Params: { id: string } }>("/activity/events/:id", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const event = await store.read.inbound_event(org_id, request.params.id);
    if (!event) throw notFound("inbound event");
    const [titles, incidents] = await Promise.all([
      store.read.titles(org_id, [event.target_id]),
      store.read.incidents_of_deliveries(org_id, [event]),
    ]);
    return sendPage(
      reply,
      deliveryPage(frameOf(site, request), {
        event,
        title: titles.get(event.target_id) ?? null,
        incidents,
      }),
    );
  });

  app.post<{ Params: { id: string } }>(
    "/activity/events/:id/replay",
    writeRoute("write"),
    async (request, reply) => {
      const { id } = request.params;
      const form = formOf(request);
      const confirm = form.get("confirm");
      const path = `/inbound_events/${encodeURIComponent(id)}/replay`;
      await mustAsk(app, site, request, "POST", path, {
        body: confirm === null ? {} : { confirm },
      });
      return goTo(site, reply, form.get("back") ?? "/activity", "replayed");
    },
  );

  app.get("/activity/notifications", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const state = text(request, "state") as NotificationState;
    const query = {
      state: notificationStates.includes(state) ? state : "",
      user: text(request, "user"),
    } as const;
    const [found, users] = await Promise.all([
      store.read.notification_log({
        org_id,
        states: query.state === "" ? undefined : [query.state],
        user_id: query.user || undefined,
        after: afterOf(request),
        order: "desc",
        limit: perPage + 1,
      }),
      store.read.resources("users", { org_id, limit: 1000, after: null }, clock.now()),
    ]);
    const rows = found.map((one) => ({ ...one, id: one.notification.id }));
    return sendPage(
      reply,
      notificationsPage(frameOf(site, request), {
        query,
        notifications: found.slice(0, perPage),
        people: users.map((user) => ({ id: user.id, name: personName(user) })),
        older: olderOf(rows, ({ notification }) => notification.inserted_at),
      }),
    );
  });

  app.get("/activity/audit", page("admin"), async (request, reply) => {
    const { org_id } = callerOf(request);
    const query = { actor: text(request, "actor"), kind: text(request, "kind") };
    const [found, known] = await Promise.all([
      store.read.audit_events({
        org_id,
        actor: query.actor || undefined,
        object_kind: query.kind || undefined,
        order: "desc",
        after: afterOf(request),
        limit: perPage + 1,
      }),
      store.read.audit_filters(org_id),
    ]);
    return sendPage(
      reply,
      auditPage(frameOf(site, request), {
        query,
        events: found.slice(0, perPage),
        ...known,
        older: olderOf(found, (one) => one.at),
      }),
    );
  });
}

/** A filter in the address; empty: any. */
function text(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" ? value.slice(0, 255) : "";
}

/** The place of the next page, when more rows were found than one page has; null: none. */
function olderOf<T extends { id: string }>(found: readonly T[], at: (row: T) => number) {
  const last = found.length > perPage ? found[perPage - 1] : undefined;
  return last === undefined ? null : `${at(last)}-${last.id}`;
}
