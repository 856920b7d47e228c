/** The page of a schedule, and the forms that change the people on call: each is a request to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { schedulePage } from "../../../../dashboard/schedule/page.ts";
import { schedulesPage } from "../../../../dashboard/schedule/list-page.ts";
import type { Rejected } from "../../../../dashboard/schedule/model.ts";
import { sendPage } from "../../../answer/pages.ts";
import { callerOf } from "../../../request/auth.ts";
import { allGroups } from "../../../site/lists.ts";
import { givenTime, outcomeOf, rejectionOf } from "../../../site/on-call/override-forms.ts";
import {
  allSchedules,
  scheduleModel,
  type ScheduleQuery,
} from "../../../site/on-call/schedule-page.ts";
import {
  askApi,
  formOf,
  frameOf,
  goTo,
  localPath,
  mustAsk,
  page,
  refusal,
  writeRoute,
  type Done,
  type Site,
} from "../../../site/site.ts";

type Params = { id: string };
type Asking = FastifyRequest<{ Params: Params }>;

const doneOf: Record<string, Done> = { take: "on_call", cover: "covered", join: "joined" };

export function schedulePages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  app.get("/schedules", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const [schedules, groups] = await Promise.all([
      allSchedules(site, org_id),
      allGroups(site, org_id),
    ]);
    const uses = await store.read.schedulesIn(groups.map(({ id }) => id));
    const lines = schedules
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map((schedule) => ({
        schedule,
        groups: groups.filter(({ id }) =>
          uses.some((use) => use.group_id === id && use.schedule_id === schedule.id),
        ),
        before: schedules.filter(({ otherwise }) => otherwise === schedule.id),
      }));
    return sendPage(reply, schedulesPage(frameOf(site, request), lines));
  });

  app.get<{ Params: Params; Querystring: ScheduleQuery }>(
    "/schedules/:id",
    page(),
    (request, reply) => show(request, reply, request.query, null),
  );

  app.post<{ Params: Params }>(
    "/schedules/:id/overrides",
    writeRoute("respond"),
    async (request, reply) => {
      const form = formOf(request);
      const { zone } = frameOf(site, request);
      const mode = form.get("mode") ?? "take";
      const body = {
        mode,
        user_id: form.get("user_id") ?? "",
        instead_of_user_id: form.get("instead_of_user_id") || null,
        from: givenTime(form.get("from"), zone),
        until: givenTime(form.get("until"), zone) ?? "",
        reason: form.get("reason")?.trim() || null,
      };
      return changed(request, reply, "overrides", body, doneOf[mode] ?? "saved");
    },
  );

  app.post<{ Params: Params }>("/schedules/:id/swap", writeRoute("respond"), (request, reply) => {
    const form = formOf(request);
    const [user_id, at] = shiftIn(form.get("shift"));
    const [with_user_id, with_at] = shiftIn(form.get("with"));
    return changed(request, reply, "swap", { user_id, at, with_user_id, with_at }, "swapped");
  });

  for (const [verb, done] of [
    ["end", "ended"],
    ["undo", "undone"],
  ] as const)
    app.post<{ Params: Params }>(
      `/overrides/:id/${verb}`,
      writeRoute("respond"),
      async (request, reply) => {
        // A swap is two overrides.
        for (const id of request.params.id.split(".").slice(0, 2))
          await mustAsk(site, request, "DELETE", `/overrides/${encodeURIComponent(id)}`);
        return goTo(site, reply, withoutShift(formOf(request).get("back")), done);
      },
    );

  /** Asks the API for a change of the people on call, and goes back; a rejected form is shown again with its text. */
  async function changed(
    request: Asking,
    reply: FastifyReply,
    what: "overrides" | "swap",
    body: Record<string, unknown>,
    done: Done,
  ): Promise<FastifyReply> {
    const { id } = request.params;
    const path = `/schedules/${encodeURIComponent(id)}`;
    const answer = await askApi(site, request, "POST", `${path}/${what}`, { body });
    const back = formOf(request).get("back");
    if (answer.ok) return goTo(site, reply, withoutShift(back), ...outcomeOf(answer, done));
    if (![409, 422].includes(answer.status)) throw refusal(answer);
    const { searchParams, pathname } = new URL(localPath(back), "http://here");
    const query = pathname === path ? Object.fromEntries(searchParams) : { add: "" };
    const typed = Object.fromEntries(formOf(request));
    const rejected = { reason: rejectionOf(answer), typed };
    return show(request, reply.code(answer.status), query, rejected);
  }

  async function show(
    request: Asking,
    reply: FastifyReply,
    query: ScheduleQuery,
    rejected: Rejected | null,
  ): Promise<FastifyReply> {
    const model = await scheduleModel(site, request, request.params.id, query, rejected);
    return sendPage(
      reply,
      schedulePage({ ...frameOf(site, request), ...placeOf(request, rejected) }, model),
    );
  }
}

/** A rejected form comes back to the page that it was on, not to where it was sent. */
const placeOf = (request: FastifyRequest, rejected: Rejected | null) =>
  rejected === null ? {} : { path: localPath(formOf(request).get("back")) };

/** A person and a moment of their shift. */
function shiftIn(text: string | null): [user_id: string, at: string] {
  const [user_id = "", at = ""] = (text ?? "").split(" ");
  return [user_id, at];
}

/** The page that a form was on, with its popover closed. */
function withoutShift(back: string | null): string {
  const url = new URL(localPath(back), "http://here");
  for (const name of ["shift", "add"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}
