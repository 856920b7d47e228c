/** Explains who was notified, or would be: first a sentence, then the gates behind it. Pure. */
import type { PersonExplained } from "../core/explain/explain.ts";
import type { WhoWould } from "../core/explain/who-would.ts";
import type { Gate, GateName } from "../core/paging/gate.ts";
import type { Instant, NotificationAttempt } from "../core/model/model.ts";
import type { Reader } from "./chart/times.ts";
import { html, type Html } from "./html.ts";
import { exactly, sentGlyph, sentWord, timed } from "./words.ts";

/** The names of the gates, for people. */
const gateTitles: Record<GateName, string> = {
  incident: "Incident",
  device: "Device",
  reachable: "Reachable",
  member: "Member",
  priority: "Priority",
  silence: "Silence",
  contact_hours: "Contact hours",
  dependency: "Dependencies",
  flapping: "Flapping",
  dedup: "Deduplication",
  budget: "Storm limit",
  delivery: "Push server",
};

/** The gates between a device and its notification. */
export const gates = (list: readonly (Gate & { at?: Instant | null })[], reader: Reader): Html =>
  html`<ul class="gates">
    ${list.map(({ gate, passed, reason, closed, at = null }) => {
      const until = closed && closed !== "drop" ? closed.until : null;
      return html`<li class="${passed ? "" : "shut"}">
        <span aria-hidden="true">${passed ? "✓" : "✗"}</span>
        <span class="unseen">${passed ? "passed:" : "closed:"}</span>
        <b>${gateTitles[gate]}</b> ${timed(reason, reader)}${
          until === null ? null : html`<span class="quiet">, opens ${exactly(until, reader)}</span>`
        }${at === null ? null : html` <span class="quiet">${exactly(at, reader)}</span>`}
      </li>`;
    })}
  </ul>`;

/** Why a person was notified or not: the gates and the attempts of each device. */
export const deviceGates = ({ sentence, devices }: PersonExplained, reader: Reader): Html =>
  html`<p><bdi>${timed(sentence, reader)}</bdi></p>
    ${devices.map(
      (device) =>
        html`<p class="strong"><bdi>${device.name ?? "Unnamed device"}</bdi></p>
          ${gates(device.gates, reader)}
          ${device.notifications.map(
            (one) =>
              html`<p>
                  <span aria-hidden="true">${sentGlyph(one.state)}</span>
                  ${one.title}: ${sentWord(one.state)}
                </p>
                ${
                  one.attempts_made.length === 0
                    ? null
                    : html`<ol class="attempts">
                        ${one.attempts_made.map((made) => attemptLine(made, reader))}
                      </ol>`
                }`,
          )}`,
    )}`;

const attemptLine = (one: NotificationAttempt, reader: Reader): Html =>
  html`<li>
    ${exactly(one.started_at, reader)}
    ${one.outcome.replaceAll("_", " ")}${one.http_status === null ? null : `, HTTP ${one.http_status}`}${
      one.detail === null ? null : html`: ${one.detail}`
    }
  </li>`;

export interface WhoModel {
  at: Instant;
  priority: number;
  people: readonly WhoWould[];
  /** The typed values and their fault; null: none. */
  typed: { at: string; priority: string };
  problem: string | null;
}
