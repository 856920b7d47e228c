/** Alert groups and their members, as pages. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  groupDrillsPage,
  groupMonitorsPage,
  groupPage,
  groupPublicPage,
  groupSettingsPage,
  groupSourcesPage,
} from "../../../../dashboard/pages/group.ts";
import { groupsPage } from "../../../../dashboard/pages/groups.ts";
import type { GroupScheduleLine } from "../../../../dashboard/on-call/schedules-panel.ts";
import type { HeadModel } from "../../../../dashboard/on-call/head.ts";
import { whoWould } from "../../../../core/explain/who-would.ts";
import { audienceOf, type Roster } from "../../../../core/on-call/audience.ts";
import { standingAt } from "../../../../core/on-call/stays.ts";
import type { WhoModel } from "../../../../dashboard/explained.ts";
import { callerOf } from "../../../request/auth.ts";
import { localInstant } from "../../../answer/instants.ts";
import { activeSilences } from "../../../site/active-silences.ts";
import { pagesWith } from "../../../site/badges.ts";
import { pingUrl, seesCapabilities, webhookUrl } from "../../../answer/present.ts";
import { notFound } from "../../../answer/problem.ts";
import { boardOf } from "../../../site/board.ts";
import { allGroups, allUsers, monitorsOf } from "../../../site/lists.ts";
import { sendPage } from "../../../answer/pages.ts";
import { laterGroups } from "../../../site/on-call/later-groups.ts";
import { titlesOfSchedules } from "../../../site/on-call/schedule-page.ts";
import {
  button,
  formOf,
  frameOf,
  goTo,
  mustAsk,
  page,
  writeRoute,
  type Site,
} from "../../../site/site.ts";
import { personName } from "../../../../core/text/person.ts";

type Params = { id: string };
type WhoQuery = { at?: unknown; priority?: unknown };
type Asking = FastifyRequest<{ Params: Params }>;

const limits = { monitors: 200, incidents: 20 };

export function groupPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const board = boardOf(site);

  app.get("/alert_groups", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const groups = await allGroups(site, org_id);
    const [rosters, counts, incidents] = await Promise.all([
      store.read.rosters(org_id, groups, clock.now()),
      countsOf(org_id, null),
      store.read.unresolved_by_group(org_id),
    ]);
    return sendPage(
      reply,
      groupsPage(
        frameOf(site, request),
        groups.map((group, i) => ({
          group,
          roster: rosters[i]!,
          counts: counts.get(group.id) ?? [],
          incidents: incidents.get(group.id) ?? 0,
        })),
      ),
    );
  });

  app.get<{ Params: Params; Querystring: WhoQuery }>(
    "/alert_groups/:id",
    page(),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const head = await headOf(request);
      const { group } = head;
      const now = clock.now();
      const [roster, users, titles] = await Promise.all([
        store.read.roster(org_id, group.id, now),
        allUsers(site, org_id),
        titlesOfSchedules(site, org_id),
      ]);
      if (!roster) throw notFound("alert group");
      const who = await whoOf(roster, request.query);
      const would = whoWould(roster, who.priority, now);
      const inside = new Set(roster.people.map(({ user }) => user.id));
      return sendPage(
        reply,
        groupPage(frameOf(site, request), head, {
          group,
          members: audienceOf(roster, now).map((one, i) => ({ ...one, would: would[i]! })),
          others: users
            .filter(({ id }) => !inside.has(id))
            .map((user) => ({ ...user, ...viaOf(roster, user.id, now) })),
          schedules: {
            group_id: group.id,
            schedules: schedulesIn(roster, now),
            all: [...titles].map(([id, title]) => ({ id, title })),
          },
          priority: who.priority,
          steps: await laterGroups(site, group, who.priority),
          who,
        }),
      );
    },
  );

  app.get<{ Params: Params }>("/alert_groups/:id/monitors", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const now = clock.now();
    const [head, monitors, silences, own] = await Promise.all([
      headOf(request),
      monitorsOf(store, org_id, request.params.id, limits.monitors),
      activeSilences(site, org_id, now),
      store.read.vitals(now),
    ]);
    return sendPage(
      reply,
      groupMonitorsPage(frameOf(site, request), head, {
        monitors: await board.rows(org_id, monitors, { silences, own, now }),
        more: monitors.length === limits.monitors,
      }),
    );
  });

  app.get<{ Params: Params }>("/alert_groups/:id/sources", page(), async (request, reply) => {
    const caller = callerOf(request);
    const [head, incidents] = await Promise.all([
      headOf(request),
      store.read.incidents({
        org_id: caller.org_id,
        source_id: request.params.id,
        after: null,
        order: "desc",
        limit: limits.incidents,
      }),
    ]);
    const { webhook_id, ping_key } = head.group;
    const sees = seesCapabilities(caller);
    const webhook_url = sees ? webhookUrl(site.siteUrl(), webhook_id) : null;
    const ping_url = sees ? pingUrl(site.siteUrl(), ping_key) : null;
    return sendPage(
      reply,
      groupSourcesPage(frameOf(site, request), head, { webhook_url, ping_url, incidents }),
    );
  });

  app.get<{ Params: Params }>("/alert_groups/:id/status-page", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const [head, monitors, pages] = await Promise.all([
      headOf(request),
      monitorsOf(store, org_id, request.params.id, limits.monitors),
      store.read.status_pages(org_id),
    ]);
    const ids = [head.group.id, ...monitors.map(({ id }) => id)];
    const shown = pagesWith(site.siteUrl(), pages, ids);
    return sendPage(reply, groupPublicPage(frameOf(site, request), head, shown));
  });

  app.get<{ Params: Params }>("/alert_groups/:id/drills", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const [head, users, last] = await Promise.all([
      headOf(request),
      allUsers(site, org_id),
      store.read.last_drill(org_id, request.params.id),
    ]);
    return sendPage(
      reply,
      groupDrillsPage(frameOf(site, request), head, {
        last,
        next_at: head.group.subject.drill_at,
        names: new Map(users.map((user) => [user.id, personName(user)])),
      }),
    );
  });

  app.get<{ Params: Params }>("/alert_groups/:id/settings", page(), async (request, reply) => {
    const head = await headOf(request);
    const [next] = await laterGroups(site, head.group, head.group.priority_level);
    return sendPage(reply, groupSettingsPage(frameOf(site, request), head, next?.title ?? null));
  });

  /** The group, with the data of all its tabs. */
  async function headOf(request: Asking): Promise<HeadModel> {
    const { org_id } = callerOf(request);
    const { id } = request.params;
    const now = clock.now();
    const [group, counts, silences] = await Promise.all([
      store.read.resource("alert_groups", org_id, id, now),
      countsOf(org_id, [id]),
      activeSilences(site, org_id, now),
    ]);
    if (!group) throw notFound("alert group");
    return { group, counts: counts.get(id) ?? [], quiet: silences.ofGroup(id) };
  }

  /** The monitors of groups by status; null: of all groups. */
  async function countsOf(org_id: string, alert_group_ids: readonly string[] | null) {
    const query = { org_id, search: null, statuses: null, alert_group_ids };
    const counts = await store.read.group_counts(query);
    return Map.groupBy(counts, ({ alert_group_id }) => alert_group_id);
  }

  /** The members that would be notified: now, or at the moment in the query. */
  async function whoOf(roster: Roster, query: WhoQuery): Promise<WhoModel> {
    const { group } = roster;
    const now = clock.now();
    const text = (value: unknown) => (typeof value === "string" ? value : "");
    const typed = { at: text(query.at), priority: text(query.priority) };
    const moment = localInstant(typed.at, group.timezone) ?? now;
    const at = typeof moment === "number" ? moment : now;
    const priority = /^[123]$/.test(typed.priority) ? Number(typed.priority) : group.priority_level;
    const then = at === now ? roster : await store.read.roster(group.org_id, group.id, at);
    return {
      at,
      priority,
      people: whoWould(then ?? roster, priority, at),
      typed,
      problem: at === moment ? null : "This is not a time of day. The answer is about now.",
    };
  }

  app.post<{ Params: Params }>(
    "/alert_groups/:id/schedules",
    writeRoute("write"),
    async (request, reply) => {
      const form = formOf(request);
      const chosen = form.get("schedule_id");
      if (!chosen) throw notFound("schedule");
      const [group, schedule] = [request.params.id, chosen].map(encodeURIComponent);
      const path = `/alert_groups/${group}/schedules/${schedule}?turn=${turnIn(form)}`;
      await mustAsk(site, request, "PUT", path, { body: {} });
      return goTo(site, reply, form.get("back") ?? `/alert_groups/${group}`, "added");
    },
  );

  app.post<{ Params: Params & { schedule_id: string } }>(
    "/alert_groups/:id/schedules/:schedule_id/delete",
    writeRoute("write"),
    async (request, reply) => {
      const form = formOf(request);
      const [group, schedule] = [request.params.id, request.params.schedule_id].map(
        encodeURIComponent,
      );
      const path = `/alert_groups/${group}/schedules/${schedule}?turn=${turnIn(form)}`;
      await mustAsk(site, request, "DELETE", path);
      return goTo(site, reply, form.get("back") ?? `/alert_groups/${group}`, "removed");
    },
  );

  button(app, site, "/alert_groups/:id/drills", { scope: "write", done: "asked" });

  button(app, site, "/alert_groups/:id/members", {
    scope: "write",
    body: (form) => ({ email: form.get("email") ?? "" }),
    done: "added",
  });
}

const turnIn = (form: URLSearchParams): "now" | "next" =>
  form.get("turn") === "next" ? "next" : "now";

/** The schedule by which a person is on call in the group already. */
function viaOf(roster: Roster, user_id: string, now: number): { via?: string } {
  const place = audienceOf(roster, now).find(({ user }) => user.id === user_id);
  return place?.member.schedule ? { via: place.member.schedule } : {};
}

/** The schedules of a group, with the names of their people. */
function schedulesIn({ schedules }: Roster, now: number): GroupScheduleLine[] {
  return (schedules?.list ?? []).map(({ schedule_id: id, title, turn }) => {
    const { stays } = standingAt(schedules!.turns, id, [], now, now);
    const people = stays.flatMap((stay) => {
      const person = stay.turn === turn ? schedules!.people.get(stay.user_id) : undefined;
      return person ? personName(person.user) : [];
    });
    return { id, title, turn, people };
  });
}
