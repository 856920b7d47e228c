/** The sub-checks of a monitor; those of an earlier report are folded away, with its age. Pure. */
import { factsSeen, type FactSeen } from "../core/health/facts-seen.ts";
import { reportHint } from "../core/health/report-hint.ts";
import { isReportCurrent } from "../core/health/current-report.ts";
import type { CheckResult, Subject } from "../core/model/model.ts";
import { remedyOf } from "../core/status/remedies.ts";
import { html, type Html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { checkTone } from "./monitor-line.ts";
import { when } from "./words.ts";

export function subChecksPart(frame: Frame, subject: Subject): Html {
  return subject.results === null || subject.results.length === 0
    ? html`<p class="empty">
        ${
          subject.checked_at === null
            ? "Its sub-checks will be here after the first check."
            : subject.results === null
              ? "No report yet: no check has brought one."
              : "The last report has no sub-checks."
        }
      </p>`
    : isReportCurrent({ ...subject, last_report_at: subject.last_received_at })
      ? html`${subChecks(subject.results)}
        ${factsPart(factsSeen(subject.results, frame.now), reportHint(subject.results))}`
      : html`<details class="quiet" id="last-report">
          <summary>
            Last
            report${
              subject.last_received_at === null
                ? null
                : html`, ${when(subject.last_received_at, frame.now)}`
            }
          </summary>
          ${subChecks(subject.results)}
        </details>`;
}

/** Address, certificate and timing, folded; and how the endpoint can report sub-checks of its own. */
export function factsPart(facts: readonly FactSeen[], hint: string | null): Html {
  return html`${
    facts.length === 0
      ? null
      : html`<details class="quiet" id="facts-seen">
          <summary>Connection</summary>
          <dl>
            ${facts.map(
              ({ label, text }) =>
                html`<dt>${label}</dt>
                  <dd>${text}</dd>`,
            )}
          </dl>
        </details>`
  }
  ${hint === null ? null : html`<p class="quiet">${hint}</p>`}`;
}

const subChecks = (results: readonly CheckResult[]): Html =>
  html`<ul class="lines">
    ${results.map(subCheck)}
  </ul>`;

function subCheck(one: CheckResult): Html {
  const word = one.reported_status ?? one.status;
  const remedy = remedyOf(one);
  return html`<li>
    <span class="check ${checkTone(one.status)}">${word}</span>
    <b>${one.label ?? one.name}</b>${one.short_summary === null ? null : ` ${one.short_summary}`}
    ${
      one.notification_message === null
        ? null
        : html`<p class="reason">${one.notification_message}</p>`
    }
    ${remedy === null ? null : html`<p class="quiet">${remedy}</p>`}
  </li>`;
}
