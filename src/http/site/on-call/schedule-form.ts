/** Beside the form of a schedule: the turns that follow from its fields, before they are saved. */
import { nearTime } from "../../../dashboard/chart/times.ts";
import { deletedUser } from "../../../core/text/person.ts";
import type { FastifyRequest } from "fastify";
import { hoursText } from "../../../dashboard/on-call/hours.ts";
import type { Field } from "../../../dashboard/form-field.ts";
import type { OrderOption } from "../../../dashboard/form-order.ts";
import { html, type Piece } from "../../../dashboard/html.ts";
import type { Frame } from "../../../dashboard/layout.ts";
import { turnsIn } from "../../../dashboard/schedule/bands.ts";
import {
  scheduleAside,
  type NextTurn,
  type ScheduleAside,
} from "../../../dashboard/schedule/form-aside.ts";
import { isTimezone } from "../../../core/declare/rules.ts";
import type { Instant, Resources } from "../../../core/model/model.ts";
import { handoffFault } from "../../../core/on-call/handoffs.ts";
import type { Schedule, Schedules } from "../../../core/on-call/on-call.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import { standingAt } from "../../../core/on-call/stays.ts";
import { versionsOf } from "../../../core/on-call/turns.ts";
import { day } from "../../../core/text/units.ts";
import { defaultsOf } from "../../../resource/field.ts";
import { schedule as description } from "../../../resource/schedule.ts";
import type { Rotas } from "../../../store/reads/on-call/schedules.ts";
import { callerOf } from "../../request/auth.ts";
import type { Site } from "../site.ts";
import { titlesOfSchedules } from "./schedule-page.ts";

const shownTurns = 5;
/** How far turns are followed: five of the longest that are usual. */
const ahead = 400 * day;
/** How far overrides are judged. */
const judged = 366 * day;

type Fields = Pick<
  Resources["schedules"],
  | "people"
  | "everyone"
  | "handoff_cron"
  | "handoff_every"
  | "start"
  | "timezone"
  | "contact_hours_from"
  | "contact_hours_to"
  | "contact_days"
  | "otherwise"
>;

/** The aside, and the fields with a note at each person. `body`: the values of the form as the API takes them. */
export async function scheduleForm(
  site: Site,
  request: FastifyRequest,
  frame: Frame,
  {
    id,
    fields,
    body,
  }: { id: string | null; fields: readonly Field[]; body: Record<string, unknown> },
) {
  const { org_id } = callerOf(request);
  const { now } = frame;
  const [rotas, titles, devices] = await Promise.all([
    id === null ? null : site.store.read.rotas(org_id, id, now),
    titlesOfSchedules(site, org_id),
    site.store.read.all_devices(org_id),
  ]);
  const defaults = { ...defaultsOf(description.fields), people: [] };
  const typed = { ...defaults, ...withoutNull(body) } as unknown as Fields;
  const options = fields.flatMap(({ input }) => (input.kind === "order" ? input.options : []));
  const nameOf = (user: string) =>
    options.find(({ value }) => value === user)?.label ?? deletedUser;
  const stored = rotas?.schedules[0] ?? null;
  const next = isSound(typed) ? afterEdit(rotas, id ?? "new", typed, now) : null;
  const hours = hoursText({
    ...typed,
    contact_hours_all_day: typed.contact_hours_from === null,
  }).replace(/ \(.*\)$/, "");
  const aside: ScheduleAside = {
    ...typed,
    turns: next && turnsOf(next, rotas, id, now, nameOf),
    people: new Set(typed.people).size,
    hours: hours === "at any time" ? null : hours,
    otherwise: typed.otherwise === null ? null : (titles.get(typed.otherwise) ?? null),
    lost: next && rotas && id !== null ? lostIn(rotas.all, next, id, now) : 0,
  };
  const stays = rotas && id !== null ? standingAt(rotas.all, id, [], now, now).stays : [];
  const noteOf = ({ value }: OrderOption): Pick<OrderOption, "note" | "look"> => {
    const stay = stays.find((one) => one.user_id === value && ["now", "next"].includes(one.turn));
    const note: Piece =
      stay?.turn === "now"
        ? `on call${stay.until === null ? "" : ` until ${nearTime(stay.until, frame)}`}`
        : stay
          ? "next"
          : stored && !stored.people.includes(value)
            ? "new here"
            : (devices.get(value) ?? []).some(({ verified_at }) => verified_at !== null)
              ? undefined
              : html`<span class="tone warn">no verified phone</span>`;
    const look =
      stay?.turn === "now" ? "now" : stored && !stored.people.includes(value) ? "new" : undefined;
    return { ...(note === undefined ? {} : { note }), ...(look === undefined ? {} : { look }) };
  };
  return {
    aside: scheduleAside(frame, aside),
    fields: fields.map((field): Field =>
      field.input.kind === "order"
        ? {
            ...field,
            input: {
              ...field.input,
              options: field.input.options.map((one) => ({ ...one, ...noteOf(one) })),
            },
          }
        : field,
    ),
  };
}

const withoutNull = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** Whether turns can be calculated with the fields. */
function isSound({ people, handoff_cron, handoff_every, timezone, start }: Fields): boolean {
  return (
    people.length > 0 &&
    typeof handoff_every === "number" &&
    handoff_every >= 1 &&
    handoff_every <= 53 &&
    isTimezone(timezone) &&
    handoffFault(handoff_cron, timezone) === null &&
    (start === null || !Number.isNaN(Date.parse(start)))
  );
}

/** The schedules as they would be after the edit. */
function afterEdit(rotas: Rotas | null, id: string, typed: Fields, now: Instant): Schedules {
  const stored = rotas?.schedules[0];
  const before = rotas?.all.byId.get(id);
  const versions = versionsOf(before?.versions ?? [], stored ?? null, typed, now);
  const { contact_hours_from, contact_hours_to, contact_days, otherwise } = typed;
  const schedule: Schedule = {
    id,
    contact_hours_from,
    contact_hours_to,
    contact_days,
    otherwise,
    versions,
    overrides: before?.overrides ?? [],
  };
  return {
    byId: new Map([...(rotas?.all.byId ?? []), [id, schedule]]),
    absences: rotas?.all.absences ?? [],
  };
}

/** The next turns, and the person that has each of them now. */
function turnsOf(
  next: Schedules,
  rotas: Rotas | null,
  id: string | null,
  now: Instant,
  nameOf: (user: string) => string,
): NextTurn[] {
  const span = { from: now, until: now + ahead };
  const turns = turnsIn(next.byId.get(id ?? "new")!.versions, span).slice(0, shownTurns);
  const stored = rotas?.all.byId.get(id ?? "")?.versions;
  const old = stored ? turnsIn(stored, span) : [];
  return turns.map(({ user_id, from, until }) => {
    const at = Math.max(from, now);
    const before = old.find((one) => one.from <= at && at < one.until);
    return {
      name: nameOf(user_id),
      from,
      until,
      before: before ? nameOf(before.user_id) : null,
      isChanged: stored !== undefined && before?.user_id !== user_id,
    };
  });
}

/** The number of overrides that have an effect only before the edit. */
function lostIn(before: Schedules, after: Schedules, id: string, now: Instant): number {
  const effective = (all: Schedules) =>
    new Set(shiftsOf(all, id, now, now + judged).map(({ on_call }) => on_call?.override_id));
  const still = effective(after);
  const overrides = before.byId.get(id)!.overrides.map((one) => one.id);
  const had = effective(before);
  return overrides.filter((one) => had.has(one) && !still.has(one)).length;
}
