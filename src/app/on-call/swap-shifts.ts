import type { Outcome } from "../outcome.ts";
import type { Instant } from "../../core/model/model.ts";
import { longestRange, shiftsOf, type Shift } from "../../core/on-call/shifts.ts";
import type { Schedule } from "../../core/on-call/on-call.ts";
import { turnAt, versionAt } from "../../core/on-call/turns.ts";
import { day } from "../../core/text/units.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { schedulesFrom } from "../../store/records/on-call.ts";
import { add_overrides, type AddOverrides, type Overridden } from "./add-overrides.ts";

/** A shift of a person: the one at an instant, or the first one after it. */
export interface ShiftAt {
  user_id: string;
  at: Instant;
}

/** The beginning of a shift is looked for over this time. */
const lookBack = 62 * day;

/** The turn that a shift is in, where the hours of the schedule divide it; of one that is under way, the rest. */
function wholeTurn(shift: Shift, list: readonly Shift[], { id, versions }: Schedule): Shift {
  if (shift.on_call?.because !== "turn" || shift.on_call.by !== id) return shift;
  const { from: begin, until: end } = turnAt(versionAt(versions, shift.from)!, shift.from);
  const parts = list.filter(
    ({ from, until, on_call }) =>
      on_call?.user_id === shift.on_call!.user_id && until > begin && (end === null || from < end),
  );
  return { ...shift, from: parts[0]!.from, until: parts.at(-1)!.until };
}

/** Swaps two shifts of a schedule, or the parts of two turns that hours leave: two covers, in one transaction. */
export function* swap_shifts(
  c: Context,
  {
    shifts,
    reason,
    ...input
  }: Omit<AddOverrides, "asked" | "schedule_id"> & {
    schedule_id: string;
    shifts: readonly [ShiftAt, ShiftAt];
    reason: string | null;
  },
): Procedure<Outcome<Overridden>> {
  const { schedule_id, now } = input;
  const schedule = yield* c.of.schedules.first({ id: schedule_id, org_id: input.actor.org_id });
  if (!schedule) return { ok: false, why: "not_found" };
  const all = yield* schedulesFrom(c, [schedule_id], now);
  const [one, other] = shifts.map(({ user_id, at }) => {
    const from = Math.max(at, now);
    const begin = Math.max(from - lookBack, now);
    const list = shiftsOf(all, schedule_id, begin, from + longestRange);
    const shift = list.find(({ on_call, until }) => on_call?.user_id === user_id && until > from);
    return shift && wholeTurn(shift, list, all.byId.get(schedule_id)!);
  }) as [Shift | undefined, Shift | undefined];
  if (!one || !other) {
    const field = one ? "with_user_id" : "user_id";
    const message = "has no shift at this time, nor in the year after it";
    return { ok: false, why: "invalid", faults: [{ field, code: "no_shift", message }] };
  }
  const [a, b] = [shifts[0].user_id, shifts[1].user_id];
  const cover = (user_id: string, instead_of_user_id: string, { from, until }: Shift) =>
    ({ mode: "cover", user_id, instead_of_user_id, from, until, reason }) as const;
  return yield* add_overrides(c, { ...input, asked: [cover(b, a, one), cover(a, b, other)] });
}
