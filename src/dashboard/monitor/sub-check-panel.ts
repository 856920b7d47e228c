/** The sub-checks of a health check: its last day as a matrix; those of an old report are grey and dated. Pure. */
import { isReportCurrent } from "../../core/health/current-report.ts";
import { factsSeen, type FactSeen } from "../../core/health/facts-seen.ts";
import { reportHint } from "../../core/health/report-hint.ts";
import type { SubCheckChange } from "../../core/history/point.ts";
import type { CheckResult, Instant } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { isFault, subCheckState, subCheckWords } from "../chart/cells.ts";
import { legend } from "../chart/legend.ts";
import { overlay, subCheckSpans } from "../chart/spans.ts";
import { subCheckMatrix, type MatrixRow } from "../chart/sub-check-matrix.ts";
import { nearTime, type Reader } from "../chart/times.ts";
import { panel } from "../components/panel.ts";
import { subCheckDetail } from "../components/sub-check-list.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import type { HealthModel } from "./model.ts";

export function subCheckPanel(frame: Frame, { monitor, sub_checks, open }: HealthModel): Html {
  const { subject } = monitor;
  const results = subject.results ?? [];
  if (results.length === 0)
    return panel(
      { id: "sub-checks-title", title: "Sub-checks" },
      html`<p class="pb nodata">
        ${
          subject.checked_at === null
            ? "They are shown after the first check."
            : subject.results === null
              ? "No check has brought a report yet."
              : "The last report has none."
        }
      </p>`,
    );
  const isCurrent = isReportCurrent({ ...subject, last_report_at: subject.last_received_at });
  // Since the last report the state of a sub-check is not known.
  const old = isCurrent ? null : subject.last_received_at;
  return panel(
    {
      id: "sub-checks-title",
      title: "Sub-checks",
      count: isCurrent ? countText(results) : "of an old report",
      tools: html`<span class="quiet small hide-s">each cell 30 min, its worst result</span>
        ${legend(subCheckWords, (one) => one !== "stale" && one !== "silenced")}`,
    },
    html`${
      isCurrent
        ? null
        : html`<p class="note line unknown">
            ${
              old === null
                ? "The last check brought no report. These are earlier values."
                : html`No report since ${exactly(old, frame)}. These are the values of then.`
            }
          </p>`
    }
    ${subCheckMatrix(
      results.map((one) => matrixRow(one, sub_checks, old, isCurrent, frame)),
      open?.incident.opened_at ?? null,
      frame,
    )}
    ${isCurrent ? factsPart(factsSeen(results, frame.now), reportHint(results)) : null}`,
  );
}

function matrixRow(
  result: CheckResult,
  changes: readonly SubCheckChange[],
  old: Instant | null,
  isCurrent: boolean,
  reader: Reader,
): MatrixRow {
  const own = changes.filter(({ name }) => name === result.name);
  const state = subCheckState(result.status);
  const all = subCheckSpans(own, reader.now);
  const spans =
    isCurrent || old === null
      ? all
      : overlay(all, [{ from: old, to: null }], "unknown", reader.now);
  // The change that the present state began with.
  const same = own.findLastIndex(({ status }) => status !== result.status);
  const since = own[same + 1]?.at ?? null;
  return {
    title: result.label ?? result.name,
    state: isCurrent ? state : "unknown",
    spans,
    value: html`<bdi>${result.short_summary ?? result.reported_status ?? ""}</bdi>${
        since !== null && isCurrent && isFault(state)
          ? html` <span class="quiet">since ${nearTime(since, reader)}</span>`
          : null
      }`,
    detail: isCurrent && isFault(state) ? subCheckDetail(result) : null,
  };
}

/** `9 of 12 pass, 1 skipped`. */
function countText(results: readonly CheckResult[]): string {
  const count = (status: CheckResult["status"]) =>
    results.filter((one) => one.status === status).length;
  const skipped = count("skipped");
  return `${count("ok")} of ${results.length} pass${skipped === 0 ? "" : `, ${skipped} skipped`}`;
}

/** Address, certificate and timing, folded; and how the endpoint can report sub-checks of its own. */
export function factsPart(facts: readonly FactSeen[], hint: Piece): Html {
  return html`${
    facts.length === 0
      ? null
      : html`<details class="pf" id="facts-seen">
          <summary>Connection: ${plural(facts.length, "fact")}</summary>
          <dl class="facts">
            ${facts.map(
              ({ label, text }) =>
                html`<dt>${label}</dt>
                  <dd><bdi>${text}</bdi></dd>`,
            )}
          </dl>
        </details>`
  }
  ${hint === null ? null : html`<p class="pf">${hint}</p>`}`;
}
