/**
 * Notifies the people of a schedule of its handoffs: those that come, soon or now, and those that leave. The shifts that each
 * knows are written with the push (`known_shifts`), so that a crash in between repeats no push and loses none.
 */
import type { Instant, KnownShift, Resources, User } from "../../core/model/model.ts";
import { duePushes, type DuePushes, type Known } from "../../core/shift/due-pushes.ts";
import { gapPushes } from "../../core/shift/gap-push.ts";
import { gapPush } from "../../core/shift/gap-text.ts";
import { handoffAt, lookBack, type Handoff } from "../../core/shift/handoff.ts";
import { ownShifts } from "../../core/shift/own-shifts.ts";
import {
  beganPush,
  endedPush,
  handoffPush,
  noticePush,
  withdrawnPush,
  type Heirs,
} from "../../core/shift/shift-push.ts";
import { earliest } from "../../core/incident/pause.ts";
import type { Schedules } from "../../core/on-call/on-call.ts";
import { versionAt } from "../../core/on-call/turns.ts";
import { knownName } from "../../core/text/person.ts";
import { day, minute } from "../../core/text/units.ts";
import type { Context } from "../../store/queries/context.ts";
import { inPieces } from "../../store/kit/pages.ts";
import { cut, rows, type Procedure } from "../../store/kit/procedure.ts";
import { placesOf } from "../../store/records/audience.ts";
import { wakeGroups } from "../push/follow-edits.ts";
import { handOff, peopleIn, schedulesFrom } from "../../store/records/on-call.ts";
import { incidentsOfShift } from "../../store/records/shift-pushes.ts";
import { notifyLeftIncidents } from "./notify-left-incidents.ts";
import { writeShiftPushes } from "./write-pushes.ts";

type Schedule = Resources["schedules"];

/** A schedule is due at least this often: gaps come nearer. */
const lookEvery = day;
/** People with pushes between two cuts. */
const partSize = 20;

/** Writes the pushes of a schedule that are due, and when the next ones are. */
export function* notifyHandoffs(c: Context, id: string, now: Instant): Procedure<void> {
  const schedule = yield* c.of.schedules.hold({ id });
  if (!schedule) return yield* c.of.schedule_pushes.remove({ schedule_id: id });
  if (schedule.wake_at !== null && schedule.wake_at <= now) yield* handOff(c, [id], now);
  const stored = yield* c.of.schedule_pushes.first({ schedule_id: id });
  if (!stored) return;
  const all = yield* schedulesFrom(c, [id], now - lookBack);
  const stays = yield* rows(c.q.staysAmong, { ids: JSON.stringify([id]) });
  const known = yield* c.of.known_shifts.find({ schedule_id: id });
  const notice = schedule.notice_minutes * minute;
  const here = stays.filter(({ turn }) => turn === "now");
  const since = new Map(here.map((stay) => [stay.user_id, stay.since]));
  const due = duePushes(
    {
      shifts: ownShifts(all, id, now, now + notice + lookEvery),
      known,
      since,
      notice,
    },
    now,
  );
  yield* pushHandoff(c, schedule, all, { due, known, since }, now);
  const others = here.filter(
    (stay) =>
      !due.began.some(({ user_id }) => user_id === stay.user_id) &&
      !known.some((one) => one.began && one.user_id === stay.user_id && one.from === stay.since),
  );
  yield* notifyLeftIncidents(c, schedule, others, now);

  // Changes of an incident may hand schedules off: its paging goes on in a transaction of its own. A person that left
  // counts as one that came does: a step without people is passed at once.
  yield* cut();
  const groups = yield* c.of.group_schedules.find({ schedule_id: id });
  const ids = groups.map(({ group_id }) => group_id);
  yield* wakeGroups(c, schedule.org_id, ids, now);
  yield* cut();
  const gap_at = yield* pushGaps(c, schedule, all, now);
  const next = earliest(due.next_at, now + lookEvery, gap_at);
  // A change since then makes it due again.
  yield* c.of.schedule_pushes.update({ schedule_id: id, due_at: stored.due_at }, { due_at: next });
  if (next !== null) c.nudge("shifts", next);
}

/** Writes the pushes about gaps; answers when the next one begins. */
function* pushGaps(
  c: Context,
  schedule: Schedule,
  all: Schedules,
  now: Instant,
): Procedure<Instant | null> {
  const { id, org_id, timezone } = schedule;
  const stored = yield* c.of.schedule_pushes.hold({ schedule_id: id });
  // In the middle of an edit there may be gaps that it fills.
  if (!stored || stored.changed_at !== null) return null;
  const gap = yield* c.of.on_call.first({ schedule_id: id, turn: "gap" });
  const gaps = { timezone, since: gap?.since ?? null };
  const { due, known, next_at } = gapPushes(all, id, stored.gaps, gaps, now);
  if (due.length > 0) {
    const own = versionAt(all.byId.get(id)!.versions, now)?.people ?? schedule.people;
    const push = gapPush(schedule, due, now);
    const people = new Set([...own, ...(yield* announcedTo(c, schedule))]);
    const pushes = [...people].map((user) => [user, push] as const);
    yield* writeShiftPushes(c, org_id, pushes, now);
  }
  if (JSON.stringify(known) !== JSON.stringify(stored.gaps))
    yield* c.of.schedule_pushes.update({ schedule_id: id }, { gaps: known });
  return next_at;
}

interface HandoffPushes {
  due: DuePushes;
  known: readonly KnownShift[];
  /** The people on call now, with when they came. */
  since: ReadonlyMap<string, Instant>;
}

/** Writes the pushes of a handoff. */
function* pushHandoff(
  c: Context,
  schedule: Schedule,
  all: Schedules,
  { due, known, since }: HandoffPushes,
  now: Instant,
): Procedure<void> {
  const { id: schedule_id, org_id } = schedule;
  const { began, noticed, ended, withdrawn, past } = due;
  for (const { user_id, from } of past)
    yield* c.of.known_shifts.remove({ schedule_id, user_id, from });
  if (began.length + noticed.length + ended.length + withdrawn.length === 0) return;
  const handoff = handoffAt(all, schedule_id, now);
  const ids = new Set([...peopleIn(all.byId.values()), ...ended.map(({ user_id }) => user_id)]);
  const users = new Map(
    (yield* rows(c.q.usersAmong, { ids: JSON.stringify([...ids]) })).map((one) => [one.id, one]),
  );
  const namesOf = (all: readonly string[]) => all.map((one) => knownName(users.get(one)));

  const heirs = yield* heirsOf(c, schedule_id, handoff, [...known, ...began], users);
  const leaves = [
    ...ended.map((one) => ({ one, push: endedPush(schedule, one, heirs, now) })),
    ...withdrawn.map((one) => {
      const names = namesOf(handoff.peopleAt(Math.max(now, one.from)));
      return { one, push: withdrawnPush(schedule, one, names, now) };
    }),
  ];
  // Before the rows by which the handoff would be complete after a crash.
  yield* announce(c, schedule, handoff, { due, since, namesOf }, now);
  yield* inPieces(leaves, partSize, function* (part) {
    for (const { one, push } of part) {
      const { user_id, from } = one;
      if (!(yield* c.of.known_shifts.hold({ schedule_id, user_id, from }))) continue;
      yield* writeShiftPushes(c, org_id, [[user_id, push]], now);
      yield* c.of.known_shifts.remove({ schedule_id, user_id, from });
    }
  });

  yield* inPieces(began, partSize, function* (part) {
    for (const one of part) {
      const { user_id } = one;
      const from = since.get(user_id) ?? one.from;
      const shift = { user_id, from, until: handoff.endOf({ user_id, from }) };
      if (!(yield* begins(c, schedule_id, one, shift))) continue;
      const { before, beside, after } = handoff.around(shift);
      const people = {
        before: namesOf(before),
        beside: namesOf(beside),
        after: namesOf(after),
      };
      const incidents = yield* incidentsOfShift(c, { schedule_id, user_id });
      const open = incidents.map(({ incident }) => incident);
      const push = beganPush(schedule, shift, people, open, now);
      yield* writeShiftPushes(c, org_id, [[user_id, push]], now);
    }
  });

  yield* inPieces(noticed, partSize, function* (part) {
    for (const { user_id, from } of part) {
      const shift = { user_id, from, until: handoff.endOf({ user_id, from }) };
      const row = { ...shift, schedule_id, began: false, confirmed_at: null };
      if (yield* c.of.known_shifts.insertNew(row))
        yield* writeShiftPushes(c, org_id, [[user_id, noticePush(schedule, shift, now)]], now);
    }
  });
}

/** Writes that the person knows of the shift under way, in place of its notice; false: another node has done so. */
function* begins(
  c: Context,
  schedule_id: string,
  { user_id, from }: Known,
  shift: Pick<KnownShift, "user_id" | "from" | "until">,
): Procedure<boolean> {
  const noticed = yield* c.of.known_shifts.hold({ schedule_id, user_id, from });
  if (noticed?.began) return false;
  if (noticed) yield* c.of.known_shifts.remove({ schedule_id, user_id, from });
  const confirmed_at = noticed?.confirmed_at ?? null;
  const row = { ...shift, schedule_id, began: true, confirmed_at };
  return (yield* c.of.known_shifts.insertNew(row)) !== undefined;
}

/** The people with the duty now, and whether all of them have confirmed. */
function* heirsOf(
  c: Context,
  schedule_id: string,
  { heirs, heirsFrom, people }: Handoff,
  known: readonly Known[],
  users: ReadonlyMap<string, User>,
): Procedure<Heirs> {
  let confirmed = true;
  for (const { user_id, by, override_id } of people) {
    const isKnown = known.some((one) => one.user_id === user_id && one.confirmed_at !== null);
    // The fallback was asked by its own schedule.
    if (isKnown || by !== schedule_id) continue;
    const override =
      override_id === null ? undefined : yield* c.of.overrides.first({ id: override_id });
    // The author of a take need not confirm it.
    const user = users.get(user_id);
    confirmed &&=
      override?.user_id === user_id && [user?.name, user?.email].includes(override.created_by);
  }
  return { names: heirs.map((one) => knownName(users.get(one))), confirmed, from: heirsFrom };
}

/** Announces a handoff to the group of the schedule, without those that have a push of their own. */
function* announce(
  c: Context,
  schedule: Schedule,
  { people, endOf }: Handoff,
  {
    due,
    since,
    namesOf,
  }: Omit<HandoffPushes, "known"> & { namesOf: (ids: readonly string[]) => string[] },
  now: Instant,
): Procedure<void> {
  const { began, ended } = due;
  const [person] = people;
  if (began.length + ended.length === 0 || !person) return;
  const last = Math.max(...since.values());
  const [left] = ended;
  const key = began.length > 0 ? `${last}` : `${last}/${left!.user_id}/${left!.from}`;
  const own = new Set([...began, ...ended].map(({ user_id }) => user_id));
  const push = handoffPush(
    schedule,
    {
      now: namesOf(people.map(({ user_id }) => user_id)),
      before: namesOf(ended.map(({ user_id }) => user_id)),
    },
    { key, until: endOf({ ...person, from: now }), now },
  );
  const others = (yield* announcedTo(c, schedule)).filter((id) => !own.has(id));
  yield* inPieces(others, partSize, (part) =>
    writeShiftPushes(
      c,
      schedule.org_id,
      part.map((user) => [user, push]),
      now,
    ),
  );
}

/** The people of the group to which the handoffs of a schedule are announced. */
function* announcedTo(c: Context, { announce_to }: Schedule): Procedure<string[]> {
  const places = announce_to === null ? [] : yield* placesOf(c, [announce_to]);
  return places.map(({ user }) => user.id);
}
