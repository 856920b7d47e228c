/** A state: icon, word and color, never one of them alone. Pure. */
import type { IncidentStatus, Instant } from "../../core/model/model.ts";
import { lookOf, statuses, type Look, type Status } from "../../core/model/status.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon, type Icon } from "../icons.ts";

/** A class of the stylesheet that sets the colors of a state. */
export type StateLook = Look | "silenced" | "paused" | "acked";

/** States beside the statuses: of incidents, and of monitors that are paused or silenced. */
const others: Record<IncidentStatus | "paused" | "silenced", StateLook> = {
  open: "down",
  acknowledged: "acked",
  resolved: "ok",
  paused: "paused",
  silenced: "silenced",
};

/** Anything with a state: a monitor, an incident, a group. */
export type State = Status | keyof typeof others;

/** The class and the icon of a state. */
export const lookOfState = (of: State): StateLook =>
  of in statuses ? lookOf(of as Status) : others[of as keyof typeof others];

/** Its word as the beginning of a sentence: `Down`. */
export const stateWord = (of: State): string => of.charAt(0).toUpperCase() + of.slice(1);

/** A state in a row. */
export const state = (of: State): Html => stateAs(lookOfState(of), stateWord(of));

/** The same with a word that no status has, for example `Not verified`. */
export const stateAs = (look: StateLook, word: Piece): Html =>
  html`<span class="state ${look}">${icon(look)}<span>${word}</span></span>`;

/** A state in a title, filled. `shape`: another icon than that of its look. */
export const pill = (look: StateLook, word: Piece, shape: Icon = look): Html =>
  html`<span class="pill ${look}">${icon(shape)}${word}</span>`;

/** A mark beside a state: the monitor is flapping, so that single changes are not sent. */
export const flapping = (since: Instant | null): Html | null =>
  since === null ? null : pill("warn", "Flapping", "flap");
