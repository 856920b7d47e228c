/** *My shifts*, the form of an absence, and calendar feeds: each form is a request to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Shift } from "../../../../api/on-call/schedules.ts";
import { feedMadePage, scheduleFeedsPage } from "../../../../dashboard/duty/feeds.ts";
import type { AbsenceForm } from "../../../../dashboard/duty/my-model.ts";
import { myShiftsPage } from "../../../../dashboard/duty/my-shifts-page.ts";
import { sendPage } from "../../../answer/pages.ts";
import { notFound } from "../../../answer/problem.ts";
import { callerOf } from "../../../request/auth.ts";
import { changesIn, myShifts } from "../../../site/on-call/my-shifts.ts";
import { givenTime, outcomeOf, rejectionOf } from "../../../site/on-call/override-forms.ts";
import {
  askApi,
  button,
  formOf,
  frameOf,
  goTo,
  localPath,
  mustAsk,
  page,
  refusal,
  writeRoute,
  type Site,
} from "../../../site/site.ts";

const noForm: AbsenceForm = { typed: {}, changes: null, reason: null };

export function myShiftPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get<{ Querystring: { weeks?: unknown } }>("/my_shifts", page(), (request, reply) =>
    show(request, reply, request.query.weeks, noForm),
  );

  app.post<{ Params: { user_id: string } }>(
    "/users/:user_id/absences",
    writeRoute("respond"),
    async (request, reply) => {
      const form = formOf(request);
      const { zone } = frameOf(site, request);
      const body = {
        from: givenTime(form.get("from"), zone),
        until: givenTime(form.get("until"), zone) ?? "",
        reason: form.get("reason")?.trim() || null,
      };
      const path = `/users/${encodeURIComponent(request.params.user_id)}/absences`;
      const dry = form.has("show");
      const answer = await askApi(site, request, "POST", dry ? `${path}?dry=true` : path, { body });
      if (answer.ok && !dry) {
        const [, undo] = outcomeOf(answer, "away");
        return goTo(site, reply, "/my_shifts", "away", undo);
      }
      if (!answer.ok && ![409, 422].includes(answer.status)) throw refusal(answer);
      const typed = Object.fromEntries(form);
      if (!answer.ok) {
        // Until both times are typed, the preview is not asked for.
        const shown = dry ? reply : reply.code(answer.status);
        return show(request, shown, null, { typed, changes: null, reason: rejectionOf(answer) });
      }
      const { shifts } = answer.body as { shifts: Shift[] };
      const changes = await changesIn(site, request, shifts);
      return show(request, reply, null, { typed, changes, reason: null });
    },
  );

  app.post("/calendar_feeds", writeRoute("respond"), async (request, reply) => {
    const form = formOf(request);
    const [user_id, schedule_id] = [form.get("user_id"), form.get("schedule_id")];
    const body = { ...(user_id ? { user_id } : {}), ...(schedule_id ? { schedule_id } : {}) };
    const { body: made } = await mustAsk(site, request, "POST", "/calendar_feeds", { body });
    const title = schedule_id ? await titleOf(request, schedule_id) : "My shifts";
    const back = localPath(form.get("back"));
    return sendPage(
      reply.header("cache-control", "no-store"),
      feedMadePage(frameOf(site, request), { url: String(made["url"]), title, back }),
    );
  });

  button(app, site, "/calendar_feeds/:id/delete", {
    scope: "respond",
    asks: "DELETE /calendar_feeds/:id",
    done: "revoked",
    back: "/my_shifts",
  });

  app.get<{ Params: { id: string } }>("/schedules/:id/feed", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const { id } = request.params;
    const title = await titleOf(request, id);
    const feeds = await store.read.calendar_feeds({ org_id, limit: 1000, after: null });
    return sendPage(
      reply,
      scheduleFeedsPage(
        frameOf(site, request),
        { id, title },
        feeds.filter(({ schedule_id }) => schedule_id === id),
      ),
    );
  });

  async function titleOf(request: FastifyRequest, id: string): Promise<string> {
    const { org_id } = callerOf(request);
    const schedule = await store.read.resource("schedules", org_id, id, clock.now());
    if (!schedule) throw notFound("schedule");
    return schedule.title;
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    weeks: unknown,
    absence: AbsenceForm,
  ): Promise<FastifyReply> {
    const model = await myShifts(site, request, weeks, absence);
    const frame = frameOf(site, request);
    // A previewed form is not the address of this page.
    const path = request.method === "POST" ? "/my_shifts" : frame.path;
    return sendPage(reply, myShiftsPage({ ...frame, path }, model));
  }
}
