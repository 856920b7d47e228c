/** Notes about a monitor as it is now: its open incident, and reasons why it pages or does not. Pure. */
import { reachSentence, reachTone } from "../../core/explain/reach-text.ts";
import { stillPagesAgain } from "../../core/decision/pages-again.ts";
import { isFailing } from "../../core/model/status.ts";
import { bigNote, note } from "../components/note.ts";
import { html, type Html, type Piece } from "../html.ts";
import { acknowledge } from "../acknowledge.ts";
import { flappingNote } from "../flapping-note.ts";
import type { Frame } from "../layout.ts";
import { silencedNote } from "../silenced.ts";
import { exactly, timed, when } from "../words.ts";
import type { MonitorModel } from "./model.ts";

export function monitorNotes(frame: Frame, model: MonitorModel): Piece {
  const { monitor, open, quiet } = model;
  const { subject } = monitor;
  return html`${open === null ? reason(frame, model) : incidentNote(frame, open)}
  ${pagesAgain(frame, model)} ${flappingNote(frame, monitor, subject.flapping_since)}
  ${
    subject.paused_at === null
      ? null
      : note(
          "paused",
          html`Paused
          ${when(subject.paused_at, frame)}${
            subject.paused_until === null
              ? ", until resumed"
              : html`, until ${exactly(subject.paused_until, frame)}`
          }.
          No incidents are opened.`,
        )
  }
  ${silencedNote(frame, quiet)} ${suppressionNote(frame, model)}`;
}

/** The reason of the status where no incident says it. */
function reason(frame: Frame, { monitor: { subject } }: MonitorModel): Html | null {
  // The page of a job that waits for its first ping says so.
  if (subject.status_reason === null || subject.paused_at !== null || subject.status === "waiting")
    return null;
  return note(
    isFailing(subject.status) ? "down" : "warn",
    html`<bdi>${timed(subject.status_reason, frame)}</bdi>`,
  );
}

function incidentNote(frame: Frame, { incident, reach }: NonNullable<MonitorModel["open"]>): Html {
  const reached = reachTone(reach) !== "bad";
  const isOpen = incident.status === "open";
  return bigNote(
    isOpen ? "down" : "acked",
    html`<b
        ><a href="${frame.base}/incidents/${incident.number}"
          >#${incident.number} <bdi>${incident.title}</bdi></a
        ></b
      >${incident.summary === "" ? null : html` · <bdi>${timed(incident.summary, frame)}</bdi>`}
      <p class="${isOpen && !reached ? "strong tone down" : "quiet"}">
        ${
          isOpen
            ? reachSentence(reach, frame.now)
            : html`Acknowledged by <bdi>${incident.acknowledged_by ?? "a user"}</bdi>${
                  incident.acknowledged_at === null
                    ? null
                    : html` ${when(incident.acknowledged_at, frame)}`
                }`
        }
      </p>`,
    acknowledge(frame, incident),
  );
}

/** Says that a monitor which still fails pages no user, because a user resolved its last incident. */
function pagesAgain(frame: Frame, { monitor, incidents }: MonitorModel): Html | null {
  const [last] = incidents;
  const sentence = last && stillPagesAgain(last, monitor.subject);
  if (!sentence) return null;
  return note(
    "warn",
    html`<a href="${frame.base}/incidents/${last.number}">Incident #${last.number}</a> was resolved
      by a user ${when(last.resolved_at!, frame)}. ${timed(sentence, frame)}`,
  );
}

function suppressionNote(frame: Frame, { monitor }: MonitorModel): Html | null {
  const { suppression } = monitor.subject;
  if (suppression === null) return null;
  const down = suppression.by.map(
    ({ title }, i) => html`${i === 0 ? "" : ", "}<bdi>${title}</bdi>`,
  );
  return note(
    "warn",
    html`Incident suppressed since ${when(suppression.since, frame)}: ${down}
    ${suppression.by.length === 1 ? "is" : "are"}
    ${
      suppression.until === null
        ? "down."
        : html`being checked. It opens ${exactly(suppression.until, frame)} at the latest.`
    }`,
  );
}
