/** Shifts with their people. */
import type { StoredOverride, User } from "../../core/model/model.ts";
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
