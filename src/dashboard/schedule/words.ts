/** A band of a schedule in words: for its title, its popover and the list by day. Pure. */
import type { Frame } from "../layout.ts";
import type { ShiftBand } from "./bands.ts";
import type { ScheduleModel } from "./model.ts";
import { spanOf } from "./times.ts";

type Names = Pick<ScheduleModel, "nameOf">;

const isYou = (frame: Frame, user_id: string | null) =>
  user_id !== null && user_id === frame.who.user_id;

/** The name of a person, or `you`. */
export const nameOrYou = (frame: Frame, { nameOf }: Names, user_id: string): string =>
  isYou(frame, user_id) ? "you" : nameOf(user_id);

/** The reason of a band, after the name: `turn`, `covers for Bo`. */
export function doing(frame: Frame, names: Names, band: ShiftBand): string {
  const { because, instead_of_user_id, swapped_with } = band;
  const of = instead_of_user_id === null ? "" : nameOrYou(frame, names, instead_of_user_id);
  const own = isYou(frame, band.user_id);
  if (swapped_with !== null) return `swapped with ${nameOrYou(frame, names, swapped_with)}`;
  switch (because) {
    case "turn":
      return own ? "your turn" : "turn";
    case "everyone":
      return "on call with the others";
    case "take":
      return own ? "take the shift" : "takes the shift";
    case "cover":
      return `${own ? "cover" : "covers"} for ${of}`;
    case "join":
      return own ? "join" : "joins";
    case "away":
      return `${own ? "stand in" : "stands in"} for ${of}, who is away`;
  }
}

/** `Ada, turn: Mon 16 Nov 15:00 – Mon 23 Nov 15:00`. */
export const bandTitle = (frame: Frame, names: Names, band: ShiftBand): string =>
  `${names.nameOf(band.user_id)}, ${doing(frame, names, band)}: ${spanOf(band, frame)}`;

/** Written on a band; null: empty, since a turn explains itself. */
export function bandLabel(frame: Frame, { nameOf }: Names, band: ShiftBand): string | null {
  const { because, instead_of_user_id, swapped_with, inside, holes } = band;
  // A whole name seldom fits.
  const names: Names = { nameOf: (id) => nameOf(id).split(" ")[0] ?? nameOf(id) };
  if (swapped_with !== null) return `Swap with ${nameOrYou(frame, names, swapped_with)}`;
  if (because === "take") return "Take";
  if (because === "join") return "Join";
  if (instead_of_user_id !== null) return `For ${nameOrYou(frame, names, instead_of_user_id)}`;
  const first = holes[0];
  if (inside.length > 0 || !first) return null;
  return first.user_id === null ? "Away" : `Given to ${nameOrYou(frame, names, first.user_id)}`;
}
