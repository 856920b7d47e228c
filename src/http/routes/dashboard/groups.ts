/** Alert groups and their members, as pages. */
import type { FastifyInstance } from "fastify";
import { groupPage, groupsPage } from "../../../dashboard/pages/groups.ts";
import { whoWould } from "../../../core/explain/who-would.ts";
import type { AlertGroup, Instant } from "../../../core/model/model.ts";
import type { WhoModel } from "../../../dashboard/explained.ts";
import { callerOf } from "../../request/auth.ts";
import { localInstant } from "../../answer/instants.ts";
import { activeSilences } from "../../site/active-silences.ts";
import { publicAddresses } from "../../site/badges.ts";
import { monitorsOf } from "../../site/monitors-of.ts";
import { seesCapabilities, webhookUrl } from "../../answer/present.ts";
import { notFound } from "../../answer/problem.ts";
import { allGroups } from "./home.ts";
import { sendPage } from "../../site/pages.ts";
import { writeRoute, formOf, frameOf, goTo, mustAsk, page, type Site } from "./site.ts";

type WhoQuery = { at?: unknown; priority?: unknown };

const limits = { monitors: 200, incidents: 20 };

export function groupPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/alert_groups", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const [groups, vitals] = await Promise.all([
      allGroups(site, org_id),
      store.read.vitals(clock.now()),
    ]);
    return sendPage(
      reply,
      groupsPage(frameOf(site, request), {
        groups,
        unreachable: new Set(vitals.unreachable_groups.map(({ id }) => id)),
      }),
    );
  });

  app.get<{ Params: { id: string }; Querystring: WhoQuery }>(
    "/alert_groups/:id",
    page(),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      const now = clock.now();
      const group = await store.read.resource("alert_groups", org_id, id, now);
      if (!group) throw notFound("alert group");
      const [members, people, monitors, last, incidents] = await Promise.all([
        store.read.members(org_id, id),
        store.read.resources("users", { org_id, limit: 1000, after: null }, now),
        monitorsOf(store, org_id, id, limits.monitors),
        store.read.last_drill(org_id, id),
        store.read.incidents({
          org_id,
          source_id: id,
          after: null,
          order: "desc",
          limit: limits.incidents,
        }),
      ]);
      const inside = new Set(members?.map(({ user_id }) => user_id));
      const standing = await peopleAt(group, group.priority_level, now);
      return sendPage(
        reply,
        groupPage(frameOf(site, request), {
          group,
          webhook_url: seesCapabilities(callerOf(request))
            ? webhookUrl(site.siteUrl(), group.webhook_id)
            : null,
          members: (members ?? []).flatMap((one) => {
            const outlook = standing.find(({ user_id }) => user_id === one.user_id);
            // Added between the two reads.
            return outlook ? [{ ...one, outlook }] : [];
          }),
          others: people.filter((one) => !inside.has(one.id)),
          monitors,
          drills: {
            last,
            next_at: group.subject.drill_at,
            names: new Map(people.map(({ id, name, email }) => [id, name ?? email])),
          },
          incidents,
          quiet: (await activeSilences(site, org_id, now)).ofGroup(id),
          who: await whoOf(group, request.query, now),
          page: publicAddresses(site.siteUrl(), group, monitors),
        }),
      );
    },
  );

  async function peopleAt({ org_id, id }: AlertGroup, priority: number, at: Instant) {
    const roster = await store.read.roster(org_id, id, at);
    return roster ? whoWould(roster, priority, at) : [];
  }

  /** Who would be notified: now, or at the moment in the query. */
  async function whoOf(group: AlertGroup, query: WhoQuery, now: Instant): Promise<WhoModel> {
    const text = (value: unknown) => (typeof value === "string" ? value : "");
    const typed = { at: text(query.at), priority: text(query.priority) };
    const asked = localInstant(typed.at, group.timezone) ?? now;
    const at = typeof asked === "number" ? asked : now;
    const priority = /^[123]$/.test(typed.priority) ? Number(typed.priority) : group.priority_level;
    return {
      at,
      priority,
      people: await peopleAt(group, priority, at),
      typed,
      problem: at === asked ? null : "This is no time of day: it was asked about now.",
    };
  }

  app.post<{ Params: { id: string } }>(
    "/alert_groups/:id/drills",
    writeRoute("write"),
    async (request, reply) => {
      await mustAsk(
        app,
        site,
        request,
        "POST",
        `/alert_groups/${encodeURIComponent(request.params.id)}/drills`,
      );
      return goTo(site, reply, formOf(request).get("back") ?? "/", "asked");
    },
  );

  app.post<{ Params: { id: string } }>(
    "/alert_groups/:id/members",
    writeRoute("write"),
    async (request, reply) => {
      const form = formOf(request);
      await mustAsk(
        app,
        site,
        request,
        "POST",
        `/alert_groups/${encodeURIComponent(request.params.id)}/members`,
        { body: { email: form.get("email") ?? "" } },
      );
      return goTo(site, reply, form.get("back") ?? "/", "added");
    },
  );

  app.post<{ Params: { id: string; user_id: string } }>(
    "/alert_groups/:id/members/:user_id/delete",
    writeRoute("write"),
    async (request, reply) => {
      const { id, user_id } = request.params;
      await mustAsk(
        app,
        site,
        request,
        "DELETE",
        `/alert_groups/${encodeURIComponent(id)}/members/${encodeURIComponent(user_id)}`,
      );
      return goTo(site, reply, formOf(request).get("back") ?? "/", "removed");
    },
  );
}
