/** Explains who was notified, or would be: first a sentence, then the gates behind it. Pure. */
import type { PersonExplained } from "../core/explain/explain.ts";
import type { ReachState } from "../core/explain/device-reach.ts";
import type { WhoWould } from "../core/explain/who-would.ts";
import type { Gate, GateName } from "../core/paging/gate.ts";
import type { Instant, NotificationAttempt } from "../core/model/model.ts";
import { html, type Html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { exactly, sentGlyph, sentWord } from "./words.ts";

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
const gates = (list: readonly (Gate & { at?: Instant | null })[]): Html =>
  html`<ul class="gates">
    ${list.map(({ gate, passed, reason, closed, at = null }) => {
      const until = closed && closed !== "drop" ? closed.until : null;
      return html`<li class="${passed ? "" : "shut"}">
        <span aria-hidden="true">${passed ? "✓" : "✗"}</span>
        <span class="unseen">${passed ? "passed:" : "closed:"}</span>
        <b>${gateTitles[gate]}</b> ${reason}${
          until === null ? null : html`<span class="quiet">, opens ${exactly(until)}</span>`
        }${at === null ? null : html` <span class="quiet">${exactly(at)}</span>`}
      </li>`;
    })}
  </ul>`;

/** Why a person was notified or not: the gates and the attempts of each device. */
export const deviceGates = ({ sentence, devices }: PersonExplained): Html =>
  html`<p><bdi>${sentence}</bdi></p>
    ${devices.map(
      (device) =>
        html`<p class="strong"><bdi>${device.name ?? "Unnamed device"}</bdi></p>
          ${gates(device.gates)}
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
                        ${one.attempts_made.map(attemptLine)}
                      </ol>`
                }`,
          )}`,
    )}`;

const attemptLine = (one: NotificationAttempt): Html =>
  html`<li>
    ${exactly(one.started_at)}
    ${one.outcome}${one.http_status === null ? null : `, HTTP ${one.http_status}`}${
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

/** ✓: would be reached; !: later, or on an unverified device; ✗: would not be. */
export function outlookSign(state: ReachState): Html {
  const [tone, sign] =
    state === "reached"
      ? ["good", "✓"]
      : state === "refused" || state === "no_device"
        ? ["bad", "✗"]
        : ["warn", "!"];
  return html`<span class="state ${tone}" aria-hidden="true">${sign}</span>`;
}

/** Who of a group would be notified, with a form for another moment. */
export function whoPart(
  frame: Frame,
  model: WhoModel,
  { id, timezone }: { id: string; timezone: string },
): Html {
  const { at, priority, people, typed, problem } = model;
  const asked = typed.at !== "" || typed.priority !== "";
  return html`<section aria-labelledby="who">
    <h2 id="who">Who would be notified${asked ? "" : " now"}?</h2>
    <p>Of an incident of priority ${priority} that opened ${exactly(at)}:</p>
    ${
      people.length === 0
        ? html`<p class="bad-text">✗ Nobody: the group has no members.</p>`
        : html`<ul class="lines">
            ${people.map(
              ({ state, sentence, devices }) =>
                html`<li>
                  ${outlookSign(state)} ${sentence}
                  ${
                    devices.length === 0
                      ? null
                      : html`<details>
                          <summary>Why</summary>
                          ${devices.map(
                            (device) =>
                              html`<p>${device.name ?? "Unnamed device"}</p>
                                ${gates(device.gates)}`,
                          )}
                        </details>`
                  }
                </li>`,
            )}
          </ul>`
    }
    <form class="filters" method="get" action="${frame.base}/alert_groups/${id}#who">
      <label
        >At (${timezone})
        <input
          type="datetime-local"
          name="at"
          value="${typed.at}"
          ${problem === null ? null : html`aria-invalid="true" aria-describedby="who-fault"`} /></label
      ><label
        >Priority
        <select name="priority">
          ${["", "1", "2", "3"].map(
            (one) =>
              html`<option value="${one}" ${one === typed.priority ? html`selected` : null}>
                ${one === "" ? "of the group" : one}
              </option>`,
          )}
        </select></label
      ><button class="btn">Ask</button>
    </form>
    ${problem === null ? null : html`<p class="fault" id="who-fault">${problem}</p>`}
  </section>`;
}
