/** The answers of the palette: monitors, groups, schedules, incidents and people by a part of their name. */
import type { FastifyInstance } from "fastify";
import { callerOf } from "../../request/auth.ts";
import { page, type Site } from "../../site/site.ts";
import { personName } from "../../../core/text/person.ts";

/** Maximum number of each kind. */
const maxRows = 6;
/** People and groups read at most: the database has no search for them. */
const maxPeople = 1000;

/** A line of the palette; `path` is below the base. */
interface Found {
  kind: "monitor" | "incident" | "person" | "group" | "schedule" | "page";
  title: string;
  path: string;
}

/** Pages that are found by their names, beside those of the navigation. */
const ownPages: Found[] = [
  { kind: "page", title: "My shifts", path: "/my_shifts" },
  { kind: "page", title: "Who is on call", path: "/on_call" },
  { kind: "page", title: "Schedules", path: "/schedules" },
  { kind: "page", title: "Reports: uptime of last month", path: "/reports" },
];

export function findRoutes(app: FastifyInstance, { store, clock }: Site): void {
  app.get<{ Querystring: { q?: unknown } }>("/find", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const { q } = request.query;
    const search = typeof q === "string" ? q.trim().slice(0, 255) : "";
    const has = (text: string | null) => (text ?? "").toLowerCase().includes(search.toLowerCase());
    const now = clock.now();
    const all = { org_id, limit: maxPeople, after: null };
    const [monitors, incidents, people, groups, schedules] = await Promise.all([
      store.read.board_monitors({
        org_id,
        search: search || null,
        statuses: null,
        alert_group_ids: null,
        limit: maxRows,
        offset: 0,
      }),
      store.read.incidents({
        org_id,
        search: search || undefined,
        after: null,
        order: "desc",
        limit: maxRows,
      }),
      store.read.resources("users", all, now),
      store.read.resources("alert_groups", all, now),
      store.read.resources("schedules", all, now),
    ]);
    const entries: Found[] = [
      ...monitors.map(({ kind, id, title }) => ({
        kind: "monitor" as const,
        title,
        path: `/${kind}/${id}`,
      })),
      ...incidents.map(({ number, title }) => ({
        kind: "incident" as const,
        title: `#${number} ${title}`,
        path: `/incidents/${number}`,
      })),
      ...groups
        .filter(({ title }) => has(title))
        .slice(0, maxRows)
        .map(({ id, title }) => ({ kind: "group" as const, title, path: `/alert_groups/${id}` })),
      ...schedules
        .filter(({ title }) => has(title))
        .slice(0, maxRows)
        .map(({ id, title }) => ({ kind: "schedule" as const, title, path: `/schedules/${id}` })),
      ...ownPages.filter(({ title }) => search !== "" && has(title)),
      ...people
        .filter(({ name, email }) => has(name) || has(email))
        .slice(0, maxRows)
        .map((person) => ({
          kind: "person" as const,
          title: personName(person),
          path: `/users/${person.id}`,
        })),
    ];
    return reply.headers({ "cache-control": "no-store" }).send(entries);
  });
}
