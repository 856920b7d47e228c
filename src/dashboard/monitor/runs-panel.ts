/** The runs of a heartbeat monitor: whether the last ones succeeded, how long they took, and each of them. Pure. */
import { isFailing } from "../../core/model/status.ts";
import { medianDuration, type RunSlot } from "../../core/reports/run-slots.ts";
import { formatDuration, formatRunTime } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { lastLine } from "../../core/text/text.ts";
import { resultCounts, runColumns, runWords, showsLongest } from "../chart/run-columns.ts";
import { nearTime, spanText, type Reader } from "../chart/times.ts";
import { empty } from "../components/empty.ts";
import { facts } from "../components/facts.ts";
import { figure } from "../components/figure.ts";
import { padded, panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { exactly, when } from "../words.ts";
import type { Heartbeat, WebhookModel } from "./model.ts";

/** Rows before the rest folds; lines and characters of an output; messages. */
const limits = { rows: 5, lines: 20, characters: 3000, messages: 10 };

type Model = WebhookModel & { heartbeat: Heartbeat };

export function runsPanels(frame: Frame, model: Model): Html {
  const { slots } = model.heartbeat;
  if (slots.length === 0) return noRuns(frame, model);
  return html`<div class="stack">${chartPanel(frame, model)} ${listPanel(frame, model)}</div>`;
}

function noRuns(frame: Frame, { monitor }: Model): Html {
  const from = monitor.expect_from === null ? NaN : Date.parse(monitor.expect_from);
  return html`<section class="panel">
    ${empty(
      "pulse",
      "No run has reported yet",
      Number.isNaN(from)
        ? "No incident opens before the first ping. Add the lines below to the job: its first ping shows here."
        : html`Runs are expected from ${exactly(from, frame)} on. Add the lines below to the job:
          its first ping shows here.`,
    )}
  </section>`;
}

/** A sample of a column, and its name. */
const key = (shape: Piece, name: Piece): Html =>
  html`<span><svg viewBox="0 0 16 10" aria-hidden="true">${shape}</svg>${name}</span>`;
const shade = html`<rect class="shade" width="16" height="10" />`;
const sample = (look: string) => html`<rect class="${look}" x="5" width="6" height="10" />`;

function chartPanel(frame: Frame, { monitor, heartbeat: { slots } }: Model): Html {
  const longest_ms = monitor.grace_minutes * 60_000;
  const has = (result: RunSlot["result"]) => slots.some((one) => one.result === result);
  const timed = slots.some(({ run }) => run?.duration_ms != null);
  const longest = `Longest allowed ${formatDuration(longest_ms)}`;
  return panel(
    {
      id: "runs-title",
      title: slots.length === 1 ? "First run" : `Last ${slots.length} runs`,
      tools: html`<div class="keys push hide-s">
        ${has("failed") ? key(html`${shade}${sample("k-fail")}`, "Failed") : null}
        ${
          has("missing")
            ? key(html`${shade}<rect class="k-fail" y="7" width="16" height="3" />`, "Missing")
            : null
        }
        ${has("late") || has("lost") ? key(sample("k-late"), has("late") ? "Late" : "Never ended") : null}
        ${has("running") ? key(sample("k-now"), "Running") : null}
        ${key(sample("k-run"), "Success")}
        ${
          !timed
            ? html`<span>Durations need a ping at the start</span>`
            : showsLongest(slots, frame.now, longest_ms)
              ? key(html`<path class="limit" d="M0 5h16" />`, longest)
              : html`<span>${longest}, above the scale</span>`
        }
      </div>`,
    },
    html`${padded(figures(frame, monitor, slots))} ${padded(runColumns(slots, longest_ms, frame))}`,
  );
}

/** Last success, next run, usual duration, and how many were in time. */
function figures(frame: Frame, { subject }: Model["monitor"], slots: readonly RunSlot[]): Html {
  const { last_success_at, expected_at, status, run_started_at } = subject;
  const counts = resultCounts(slots);
  const median = medianDuration(slots);
  const isWrong = isFailing(status);
  return html`<div class="figs four">
    ${
      last_success_at === null
        ? figure("never", "last success", isWrong ? "tone down" : "")
        : figure(
            when(last_success_at, frame),
            html`last success, ${exactly(last_success_at, frame)}`,
            isWrong ? "tone down" : "",
          )
    }
    ${
      run_started_at !== null && run_started_at <= frame.now && status !== "missing"
        ? figure(
            `running for ${formatDuration(frame.now - run_started_at)}`,
            html`began ${exactly(run_started_at, frame)}`,
          )
        : expected_at === null
          ? figure("–", "no run is expected")
          : expected_at > frame.now
            ? figure(when(expected_at, frame), html`next run, ${exactly(expected_at, frame)}`)
            : figure(
                `${formatDuration(frame.now - expected_at)} ago`,
                html`run expected, ${exactly(expected_at, frame)}`,
                status === "missing" ? "tone down" : "",
              )
    }
    ${
      median === null
        ? figure("–", "duration not reported")
        : figure(formatRunTime(median), "usual duration (median)")
    }
    ${figure(
      `${counts.inTime} of ${counts.over}`,
      `in time${counts.rest === "" ? "" : ` · ${counts.rest}`}`,
    )}
  </div>`;
}

function listPanel(frame: Frame, model: Model): Html {
  const { monitor, heartbeat } = model;
  const { slots, messages, only } = heartbeat;
  const newest = slots.toReversed();
  const bad = newest.filter(({ result }) => result !== "success" && result !== "running");
  const rows = only === "bad" ? bad : newest;
  // Successes at the end of the list fold; other runs stay in sight.
  const lastBad = rows.findLastIndex(({ result }) => result !== "success");
  const shown =
    only === "bad" ? rows.length : Math.max(limits.rows, Math.min(lastBad + 1, 2 * limits.rows));
  const [open, folded] = [rows.slice(0, shown), rows.slice(shown)];
  const path = `${frame.base}/webhook_monitors/${monitor.id}`;
  const row = (one: RunSlot, i: number) => runRow(frame, one, i === 0, model);
  return html`<div class="msgs runlist">
    ${panel(
      {
        id: "run-list-title",
        title: "Runs",
        count: "newest first",
        tools:
          bad.length === 0
            ? null
            : html`<div class="push">
                ${segments("Show", [
                  { label: `All ${slots.length}`, href: path, chosen: only === null },
                  {
                    label: `Not in time ${bad.length}`,
                    href: `${path}?runs=bad`,
                    chosen: only !== null,
                  },
                ])}
              </div>`,
      },
      html`<div class="runrow heads" aria-hidden="true">
          <span></span><span>Result</span><span>Expected</span><span class="num">Took</span
          ><span class="num">Exit</span><span class="out">Output, last line</span>
        </div>
        ${open.map(row)}
        ${
          folded.length === 0
            ? null
            : html`<details class="divider fold" id="older-runs">
                <summary>
                  ${icon("chev", "chev")}<span
                    >${folded.length} more,
                    ${spanText(folded.at(-1)!.at, folded[0]!.at, frame)}</span
                  ><span class="quiet">${foldedText(folded)}</span>
                </summary>
                ${folded.map((one) => row(one, 1))}
              </details>`
        }
        ${messages.length === 0 ? null : messagesPart(messages, frame)}`,
    )}
  </div>`;
}

function foldedText(slots: readonly RunSlot[]): string {
  const { inTime, rest } = resultCounts(slots);
  return `${plural(inTime, "success", "successes")}${rest === "" ? "" : ` · ${rest}`}`;
}

function runRow(frame: Frame, one: RunSlot, isFirst: boolean, { monitor, incidents }: Model): Html {
  const { result, run, at } = one;
  const { look, word } = runWords[result];
  const output = run?.output ?? null;
  const cells = (chevron: Piece, last: Piece) =>
    html`${chevron}${stateAs(look, word)}<span class="when2"
        >${exactly(one.expected ?? at, frame)}</span
      ><span class="num">${run?.duration_ms == null ? "–" : formatRunTime(run.duration_ms)}</span
      ><span class="num code">${run?.exit_code ?? "–"}</span
      ><span class="out cut mono">${last}</span>`;
  if (run === null) {
    // It opens at the first beat of the clock after the grace.
    const missedBy = at + (monitor.grace_minutes + 1) * 60_000;
    const incident = incidents.findLast(
      ({ opened_at, resolved_at }) => opened_at <= missedBy && (resolved_at ?? frame.now) > at,
    );
    return html`<div class="runrow">
      ${cells(
        html`<span></span>`,
        html`no ping
        came${
          incident === undefined
            ? null
            : html` · <a href="${frame.base}/incidents/${incident.number}">#${incident.number}</a>`
        }`,
      )}
    </div>`;
  }
  const line = lastLine(output);
  return html`<details id="run-${run.id}" ${isFirst && result === "failed" ? html`open` : null}>
    <summary>${cells(icon("chev", "chev"), line === null ? "" : html`<bdi>${line}</bdi>`)}</summary>
    <div class="body">
      <div>
        ${output === null ? html`<p class="quiet">The run sent no output.</p>` : outputPart(output)}
      </div>
      ${facts([
        ["Expected", one.expected === null ? null : exactly(one.expected, frame)],
        ["Started", run.started_at === null ? null : exactly(run.started_at, frame)],
        ["Ended", run.ended_at === null ? null : exactly(run.ended_at, frame)],
        ["Run id", run.rid === null ? null : html`<bdi>${run.rid}</bdi>`],
        [
          "From",
          html`<bdi>${run.remote_address}</bdi>${
              run.user_agent === null
                ? null
                : html`<br /><bdi class="quiet">${run.user_agent}</bdi>`
            }`,
        ],
      ])}
    </div>
  </details>`;
}

/** The end of an output: the cause stands in its last lines. */
function outputPart(output: string): Html {
  const lines = output.trimEnd().split(/\r\n|[\n\r]/);
  const text = lines.slice(-limits.lines).join("\n").slice(-limits.characters);
  const isCut = text.length < output.trimEnd().length;
  return html`<p class="small strong">
      Output${isCut ? `, the end of ${plural(lines.length, "line")}` : null}
    </p>
    <pre tabindex="0"><bdi>${text}</bdi></pre>`;
}

const messagesPart = (messages: Heartbeat["messages"], reader: Reader): Html =>
  html`<details class="divider fold" id="run-messages">
    <summary>
      ${icon("chev", "chev")}<span>${plural(messages.length, "message")} about runs</span
      ><span class="quiet">latest ${nearTime(messages[0]!.at, reader)}</span>
    </summary>
    ${messages.slice(0, limits.messages).map(
      ({ at, output }) =>
        html`<div class="pb">
          <p class="small strong">${exactly(at, reader)}</p>
          <pre tabindex="0"><bdi>${output ?? ""}</bdi></pre>
        </div>`,
    )}
  </details>`;
