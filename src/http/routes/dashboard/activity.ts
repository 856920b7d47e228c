/** The logs of inbound events and of notifications. */
import { filterText } from "../../site/filters.ts";
import type { FastifyInstance } from "fastify";
import { notificationStates, type NotificationState } from "../../../core/model/model.ts";
import { deliveriesPage, deliveryPage } from "../../../dashboard/activity/deliveries.ts";
import { notificationsPage } from "../../../dashboard/activity/notifications.ts";
import { notFound } from "../../answer/problem.ts";
import { callerOf } from "../../request/auth.ts";
import { sendPage } from "../../answer/pages.ts";
import { allGroups, allUsers } from "../../site/lists.ts";
import { afterOf, olderOf, perPage } from "../../site/older.ts";
import { button, frameOf, page, type Site } from "../../site/site.ts";
import { personName } from "../../../core/text/person.ts";

export function activityPages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  app.get("/activity", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const query = {
      target: filterText(request, "target"),
      outcome: filterText(request, "outcome"),
    };
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

  button(app, site, "/activity/events/:id/replay", {
    scope: "write",
    asks: "POST /inbound_events/:id/replay",
    body: (form) => {
      const confirm = form.get("confirm");
      return confirm === null ? {} : { confirm };
    },
    done: "replayed",
    back: "/activity",
  });

  app.get("/activity/notifications", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const state = filterText(request, "state") as NotificationState;
    const query = {
      state: notificationStates.includes(state) ? state : "",
      user: filterText(request, "user"),
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
      allUsers(site, org_id),
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
}
