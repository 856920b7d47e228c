/** People on call: now and at any instant, shifts, and calendar feeds. */
import type { onCall } from "../../api/routes/on-call.ts";
import type { ScheduleAt, Shift as ShownShift } from "../../api/schedules.ts";
import { hashKey } from "../../core/access/api-key.ts";
import { makeInvitationToken } from "../../core/access/invitation.ts";
import { onCallAt } from "../../core/on-call/on-call.ts";
import { shiftsOf, type Shift } from "../../core/on-call/shifts.ts";
import { standingAt } from "../../core/on-call/stays.ts";
import type { Instant, StoredFeed } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import { day } from "../../core/text/units.ts";
import type { Rotas } from "../../store/reads/on-call.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { timestamp, timestampOr } from "../answer/present.ts";
import { invalid, notFound, valueOf } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { nextTurn } from "../turns.ts";

/** The period of shifts, where a request names no other; the longest one. */
const usual = 28 * day;
const longest = 366 * day;

export function onCallRoutes({ store, randomBytes }: Deps): Handlers<keyof typeof onCall> {
  return {
    "GET /on_call": async ({ query, caller, now }) => {
      const at = instantOf(query.at) ?? now;
      const rotas = await store.read.rotas(caller.org_id, null, at);
      const shown: ScheduleAt[] = [];
      for (const { id } of rotas.schedules) {
        shown.push(scheduleAt(rotas, id, at));
        await nextTurn();
      }
      return shown;
    },

    "GET /schedules/:id/shifts": async ({ params, query, caller, now }) => {
      const from = instantOf(query.from) ?? now;
      const until = instantOf(query.until) ?? from + usual;
      if (until <= from || until - from > longest)
        throw invalid([
          {
            field: "until",
            code: "range",
            message: until <= from ? "must be after from" : "must be within a year of from",
          },
        ]);
      const rotas = await store.read.rotas(caller.org_id, params.id, from);
      if (rotas.schedules.length === 0) throw notFound("schedule");
      return shiftsOf(rotas.all, params.id, from, until).map((shift) => shiftOf(rotas, shift));
    },

    "GET /calendar_feeds": (asked) => {
      const { org_id } = asked.caller;
      return listOf(asked, {
        read: (page) => store.read.calendar_feeds({ org_id, ...page }),
        position: (feed) => feed,
        present: feedOf,
      });
    },

    "POST /calendar_feeds": async ({ body, actor, now, siteUrl }) => {
      const { schedule_id = null, user_id = null } = body;
      if ((schedule_id === null) === (user_id === null))
        throw invalid([
          { field: "user_id", code: "required", message: "name either a user or a schedule" },
        ]);
      const token = makeInvitationToken(randomBytes);
      const subject = { hash: hashKey(token), schedule_id, user_id };
      const created = await store.run("create_calendar_feed", { actor, ...subject, now });
      const feed = valueOf(created, schedule_id === null ? "user" : "schedule");
      return { ...feedOf(feed), url: `${siteUrl}/calendar/${token}.ics` };
    },

    "DELETE /calendar_feeds/:id": async ({ params, actor, now }) => {
      const removed = await store.run("remove_calendar_feed", { actor, id: params.id, now });
      valueOf(removed, "calendar feed");
    },
  };
}

const feedOf = ({ org_id: _, hash: _hash, inserted_at, ...feed }: StoredFeed) => ({
  ...feed,
  inserted_at: timestamp(inserted_at),
});

function scheduleAt({ schedules, all, users }: Rotas, id: string, at: Instant): ScheduleAt {
  const { external_id, title, timezone } = schedules.find((one) => one.id === id)!;
  const { stays } = standingAt(all, id, [], at, at);
  const untilOf = (turn: "now" | "next", user_id: string) =>
    timestampOr(stays.find((one) => one.turn === turn && one.user_id === user_id)?.until ?? null);
  const person = (user_id: string) => {
    const user = users.get(user_id);
    return { user_id, email: user?.email ?? "", name: user?.name ?? null };
  };
  const next = stays.find(({ turn }) => turn === "next");
  return {
    schedule_id: id,
    external_id,
    title,
    timezone,
    on_call: onCallAt(all, id, at).map(({ user_id, by }) => ({
      ...person(user_id),
      until: untilOf("now", user_id),
      by,
    })),
    next: next ? { ...person(next.user_id), from: untilOf("next", next.user_id) } : null,
  };
}

function shiftOf({ users }: Rotas, { from, until, on_call }: Shift): ShownShift {
  const user = on_call && users.get(on_call.user_id);
  return {
    user_id: on_call?.user_id ?? null,
    name: user ? personName(user) : null,
    from: timestamp(from),
    until: timestamp(until),
    by: on_call?.by ?? null,
    because: on_call?.because ?? null,
    override_id: on_call?.override_id ?? null,
    instead_of_user_id: on_call?.instead_of_user_id ?? null,
  };
}
