/** Shifts with their people, and the answers of these. */
import type { Instant, StoredOverride, User } from "../../core/model/model.ts";
import type { Shift } from "../../core/on-call/shifts.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

/** A shift of a schedule. */
export interface ShiftOf extends Shift {
  schedule_id: string;
}

/** The users in shifts and overrides. */
export function* peopleOf(
  c: Context,
  shifts: readonly Shift[],
  overrides: readonly Pick<StoredOverride, "user_id" | "instead_of_user_id">[],
): Procedure<User[]> {
  const ids = new Set(
    [...shifts.map(({ on_call }) => on_call), ...overrides].flatMap((one) =>
      one ? [one.user_id, one.instead_of_user_id ?? one.user_id] : [],
    ),
  );
  return yield* rows(c.q.usersAmong, { ids: JSON.stringify([...ids]) });
}

/** When a person on call by a schedule pressed "I am here" for the shift under way; null: not yet. A fallback has asked its people itself. */
export type Confirmed = (by: string, user_id: string) => Instant | null;

/** The answers to these schedules. */
export function* confirmedIn(c: Context, ids: readonly string[]): Procedure<Confirmed> {
  const known = yield* rows(c.q.confirmedAmong, { ids: JSON.stringify(ids) });
  return (by, user_id) =>
    known.find((one) => one.schedule_id === by && one.user_id === user_id)?.confirmed_at ?? null;
}
