/**
 * What holds for any schedule. Turns are compared with a list that is stepped from handoff to handoff, which never counts and
 * has no versions.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerAt, lineOf, nextAt, onCallAt } from "../../../src/core/on-call/on-call.ts";
import { firstGap } from "../../../src/core/on-call/gap.ts";
import { shiftsOf } from "../../../src/core/on-call/shifts.ts";
import { standingAt } from "../../../src/core/on-call/stays.ts";
import {
  continuedAt,
  firstVersion,
  turnAt,
  versionAt,
  type Rotation,
  type ScheduleVersion,
} from "../../../src/core/on-call/turns.ts";
import { nextRun } from "../../../src/core/silence/maintenance.ts";
import {
  after,
  begin,
  edits,
  given,
  hour,
  hours,
  rotations,
  schedules,
  span,
  versionsOf,
  type Edits,
} from "../../support/any-schedule.ts";

const run = { seed: 20_261_126 };

/** Everybody whose turn it is, one after another, by stepping through the handoffs. */
function stepped(first: Rotation, all: Edits): { from: number; person: string }[] {
  let [rotation, place, left] = [first, 0, first.handoff_every];
  const turns = [{ from: begin, person: rotation.people[0]! }];
  const step = (until: number) => {
    for (let at = begin; ;) {
      at = nextRun(rotation, Math.max(at, turns.at(-1)!.from, seen))!;
      if (at > until) return;
      seen = at;
      left -= 1;
      if (left > 0) continue;
      left = rotation.handoff_every;
      place = (place + 1) % rotation.people.length;
      turns.push({ from: at, person: rotation.people[place]! });
    }
  };
  let seen = begin;
  for (const edit of all) {
    step(edit.at);
    const next = after(rotation, edit);
    const order = rotation.people.map(
      (_, i) => rotation.people[(place + i) % rotation.people.length]!,
    );
    const person = order.find((one) => next.people.includes(one)) ?? next.people[0]!;
    const same =
      next.cron === rotation.cron &&
      next.timezone === rotation.timezone &&
      next.handoff_every === rotation.handoff_every;
    if (!same) left = 1;
    rotation = next;
    place = next.people.indexOf(person);
    turns.push({ from: edit.at, person });
    seen = edit.at;
  }
  step(begin + 2 * span * hour);
  return turns;
}

const personAt = (versions: readonly ScheduleVersion[], at: number) => {
  const version = versionAt(versions, at)!;
  return version.people[turnAt(version, at).position]!;
};

describe("of any schedule", () => {
  it("turns are those that stepping from handoff to handoff gives", () => {
    fc.assert(
      fc.property(rotations, edits, hours(span * 1.5), (rotation, list, at) => {
        const expected = stepped(rotation, list).findLast(({ from }) => from <= at)!;
        expect(personAt(versionsOf(rotation, list), at)).toBe(expected.person);
      }),
      run,
    );
  });

  it("an edit changes neither the past nor, unless they were removed, who is on call", () => {
    fc.assert(
      fc.property(rotations, edits, hours(span), (rotation, list, at) => {
        const last = list.at(-1);
        if (!last) return;
        const before = versionsOf(rotation, list.slice(0, -1));
        const now = versionsOf(rotation, list);
        const earlier = Math.min(at, last.at - 1);
        expect(personAt(now, earlier)).toBe(personAt(before, earlier));
        const person = personAt(before, last.at);
        if (versionAt(now, last.at)!.people.includes(person))
          expect(personAt(now, last.at)).toBe(person);
      }),
      run,
    );
  });

  it("the first gap is that of its shifts", () => {
    fc.assert(
      fc.property(given, hours(span), (of, until) => {
        const all = schedules(of);
        const gap = shiftsOf(all, "week", begin, until).find(({ on_call }) => on_call === null);
        expect(firstGap(all, "week", begin, until)).toBe(gap?.from ?? null);
      }),
      run,
    );
  });

  it("everybody has as many turns as the others, or one less", () => {
    fc.assert(
      fc.property(rotations, (rotation) => {
        const turns = stepped(rotation, []);
        const counts = rotation.people.map(
          (one) => turns.filter(({ person }) => person === one).length,
        );
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
      run,
    );
  });

  it("counting from another instant of a version changes no turn", () => {
    fc.assert(
      fc.property(rotations, hours(span), hours(span), (rotation, moved, at) => {
        const version = firstVersion(rotation, begin);
        const later = Math.max(moved, at);
        const continued = continuedAt(version, Math.min(moved, at));
        expect(turnAt(continued, later)).toMatchObject({
          position: turnAt(version, later).position,
          until: turnAt(version, later).until,
        });
      }),
      run,
    );
  });

  it("its rows are those of the function, after each change or after all that were missed", () => {
    fc.assert(
      fc.property(given, hours(span - 1), fc.boolean(), (of, at, stepwise) => {
        const all = schedules(of);
        let standing = standingAt(all, "week", [], begin, begin);
        const next = () => standing.wake_at ?? at;
        while (stepwise && next() < at)
          standing = standingAt(all, "week", standing.stays, next(), next());
        standing = standingAt(all, "week", standing.stays, Math.min(next(), at), at);
        const people = standing.stays.filter(({ turn }) => turn === "now");
        expect(people.map(({ user_id }) => user_id)).toEqual(
          onCallAt(all, "week", at).map(({ user_id }) => user_id),
        );
        const [waiting] = standing.stays.filter(({ turn }) => turn === "next");
        expect(waiting?.user_id ?? null).toBe(nextAt(all, "week", at));
        // Each is on call from the beginning of the stay to its end, and neither before nor after.
        const isOnCall = (user: string, when: number) =>
          onCallAt(all, "week", when).some(({ user_id }) => user_id === user);
        for (const { user_id, since, until } of people) {
          expect(since === begin || !isOnCall(user_id, since - 1)).toBe(true);
          expect(isOnCall(user_id, since)).toBe(true);
          if (until === null) continue;
          expect([isOnCall(user_id, until - 1), isOnCall(user_id, until)]).toEqual([true, false]);
        }
        if (waiting?.until) expect(isOnCall(waiting.user_id, waiting.until)).toBe(true);
      }),
      run,
    );
  });

  it("shifts say of each instant who is on call, and leave none out", () => {
    fc.assert(
      fc.property(given, hours(span - 1), (of, at) => {
        const all = schedules(of);
        const shifts = shiftsOf(all, "week", begin, begin + span * hour);
        const now = shifts.filter(({ from, until }) => from <= at && at < until);
        const people = onCallAt(all, "week", at).map(({ user_id }) => user_id);
        expect(now.flatMap(({ on_call }) => on_call?.user_id ?? []).toSorted()).toEqual(
          people.toSorted(),
        );
        expect(now.length).toBeGreaterThan(0);
      }),
      run,
    );
  });

  it("who is next is not on call, and somebody away is not either unless a later override says so", () => {
    fc.assert(
      fc.property(given, hours(span), (of, at) => {
        const all = schedules(of);
        const now = onCallAt(all, "week", at);
        const ids = now.map(({ user_id }) => user_id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).not.toContain(nextAt(all, "week", at));
        const away = of.away.filter(({ from, until }) => from <= at && at < until);
        for (const { user_id, because, override_id } of now)
          for (const absence of away.filter((one) => one.user_id === user_id)) {
            expect(["take", "cover", "join"]).toContain(because);
            const override = of.changes.find(({ id }) => id === override_id)!;
            expect(override.inserted_at).toBeGreaterThanOrEqual(absence.inserted_at);
          }
        const { people } = versionAt(all.byId.get("week")!.versions, at)!;
        const here = people.some((one) => away.every(({ user_id }) => user_id !== one));
        if (here) expect(now.length).toBeGreaterThan(0);
      }),
      run,
    );
  });

  it("a line that is kept answers each question as a new one does, whatever was asked before", () => {
    const weekdays = { contact_hours_from: "09:00:00", contact_hours_to: "17:00:00" };
    fc.assert(
      fc.property(given, given, fc.array(hours(span)), (week, nights, times) => {
        const all = {
          absences: week.away,
          byId: new Map([
            ["nights", { ...schedules(nights).byId.get("week")!, id: "nights" }],
            ["week", { ...schedules(week).byId.get("week")!, ...weekdays, otherwise: "nights" }],
          ]),
        };
        const line = lineOf(all, "week");
        for (const at of times) {
          expect(line.nextAt(at)).toBe(nextAt(all, "week", at));
          expect(line.answerAt(at).people).toEqual(onCallAt(all, "week", at));
          const { until } = answerAt(all, "week", at);
          // An answer that was kept ends when a new one does.
          expect(line.answerAt(at).until).toBe(until);
        }
      }),
      run,
    );
  });
});
