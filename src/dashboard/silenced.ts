/** Texts about a silence in effect: by whom, until when and why. Pure. */
import type { Incident, Instant } from "../core/model/model.ts";
import type { MaintenanceWindow } from "../core/silence/maintenance.ts";
import type { SilenceInEffect } from "../core/silence/silenced.ts";
import { zoneOf } from "../core/hours/zone.ts";
import { weekdays } from "../core/text/days.ts";
import type { Reader } from "./chart/times.ts";
import { bigNote } from "./components/note.ts";
import { html, type Html, type Piece } from "./html.ts";
import { action, type Frame } from "./layout.ts";
import { exactly } from "./words.ts";

const endText = ({ silence, until }: SilenceInEffect, reader: Reader): Piece =>
  until !== null
    ? html`until ${exactly(until, reader)}`
    : silence.until_recovered
      ? "until it has recovered"
      : "until ended";

/** In the row of a monitor: the reason of a silence of several is not repeated in each of their rows. */
export const silenceInRow = (quiet: SilenceInEffect, reader: Reader): Piece =>
  quiet.silence.monitor_id === null ? endText(quiet, reader) : silenceText(quiet, reader);

/** By whom, until when and why. */
function silenceText(quiet: SilenceInEffect, reader: Reader): Html {
  const { silence, maintenance } = quiet;
  const by = maintenance ? "maintenance" : `silenced by ${silence.created_by}`;
  return html`${by} ${endText(quiet, reader)}: ${silence.reason}`;
}

/** On a page of its own, with the way to end it. */
export function silencedNote(frame: Frame, quiet: SilenceInEffect | null): Html | null {
  if (!quiet) return null;
  return bigNote(
    "silenced",
    html`${silenceText(quiet, frame)}. Nobody is notified.`,
    endNow(frame, quiet.silence),
  );
}

/** On the overview: everything is silenced. */
export const allSilencedNote = (frame: Frame, quiet: SilenceInEffect | null): Html | null =>
  quiet &&
  bigNote(
    "silenced",
    html`<b>Everything is silenced.</b>
      ${quiet.maintenance ? "Maintenance" : `By ${quiet.silence.created_by}`}
      ${endText(quiet, frame)}: ${quiet.silence.reason}. Nobody is notified.`,
    endNow(frame, quiet.silence),
  );

const endNow = (frame: Frame, { id, reason }: { id: string; reason: string }): Html | null =>
  frame.may.respond
    ? action(frame, `/silences/${id}/end`, "End now", {
        name: `End now: ${reason}`,
      })
    : null;

/** The thing that a silence would be of. */
type Silenced = "monitor" | "alert" | "group";

/** An incident stands for its monitor, or for its one alert. */
export const silencedBy = ({ source }: Pick<Incident, "source">): Silenced =>
  source === "alert_group" ? "alert" : "monitor";

/** Leads to the form. */
export const silenceLabel = (what: Silenced): string => `Silence the ${what}…`;

/** The short way and the long way to silence one thing. */
export function silenceButtons(frame: Frame, about: string, what: Silenced): Piece {
  if (!frame.may.respond) return null;
  const query = new URLSearchParams({ about, back: frame.path });
  const reason = "silenced from the dashboard";
  return html`${action(frame, "/silences/new", "Silence for an hour", {
      fields: { about, lasts: "1h", reason },
    })}${action(frame, "/silences/new", "Silence", {
      fields: { about, reason },
      name: "Silence for this duration",
      confirm: html`<input
        class="in"
        name="duration"
        value="2 h"
        aria-label="Duration of the silence"
        autocomplete="off"
      />`,
    })}<a class="btn" href="${frame.base}/silences/new?${query.toString()}"
      >${silenceLabel(what)}</a
    >`;
}

/** Explains why a read-only user sees no buttons. */
export const readOnlyNotice = (frame: Frame): Html | null =>
  frame.may.respond
    ? null
    : html`<p class="quiet">Read-only: you can see everything here and change nothing.</p>`;

/** `Sun 2026-11-22 02:00 to 04:00`, by the clocks of a time zone. */
export function windowText({ from, until }: MaintenanceWindow, timezone: string): string {
  const local = (at: Instant) => {
    const text = new Date(zoneOf(timezone).local(at)).toISOString();
    return { day: text.slice(0, 10), minute: text.slice(11, 16) };
  };
  const [begin, end] = [local(from), local(until)];
  const day = weekdays[new Date(`${begin.day}T00:00:00Z`).getUTCDay()] ?? "";
  return `${day} ${begin.day} ${begin.minute} to ${end.day === begin.day ? "" : `${end.day} `}${end.minute}`;
}
