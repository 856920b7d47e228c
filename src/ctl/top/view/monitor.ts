/** The details of a monitor. */
import { ageText } from "../../output/age.ts";
import { hasCurrentReport } from "../../output/mark.ts";
import type { Monitor } from "../../output/status.ts";
import { groupText, heading, paragraph, silencedLines } from "./block.ts";
import { line, span, type Line, type Tone } from "../line.ts";
import type { Opened, State } from "../state.ts";
import { clean, fit, widthOf } from "../text.ts";
import { whenText } from "../time.ts";
import { conditionOf } from "./list.ts";

export function monitorHead(state: State, monitor: Monitor): Line[] {
  const {
    look: { signs },
    now,
  } = state;
  const { sign, word, tone } = conditionOf(monitor, signs);
  const paused = monitor.paused_at
    ? [`paused ${ageText(monitor.paused_at, now)} ago`, `was ${monitor.status}`]
    : [
        word,
        ...(monitor.flapping_since ? [`flapping for ${ageText(monitor.flapping_since, now)}`] : []),
      ];
  const facts =
    "url" in monitor
      ? [
          ...paused,
          `checked ${monitor.checked_at ? `${ageText(monitor.checked_at, now)} ago` : "never"}`,
          // A server may answer no more fields than it has to.
          ...(monitor.interval_seconds ? [`every ${monitor.interval_seconds} s`] : []),
          ...groupText(state, monitor.alert_group_id),
        ]
      : [
          ...paused,
          `${monitor.errors_in_window ?? "?"} of ${monitor.error_rate_threshold} reports in ${monitor.error_rate_window_minutes} min`,
          `last one ${monitor.last_received_at ? `${ageText(monitor.last_received_at, now)} ago` : "never"}`,
          ...groupText(state, monitor.alert_group_id),
        ];
  return [
    ...paragraph(state, [span(` ${sign} `, tone)], monitor.title, "bold"),
    ...paragraph(state, [span("   ")], facts.join(signs.between), tone === "dim" ? "plain" : tone),
    ...silencedLines(state, monitor),
    ...("url" in monitor ? paragraph(state, [span("   ")], monitor.url, "dim") : []),
    ...(monitor.status_reason
      ? paragraph(state, [span("   ")], monitor.status_reason, "plain")
      : []),
    ...parents(state, monitor),
  ];
}

/** Its dependencies, with their status. */
function parents(state: State, { depends_on }: Monitor): Line[] {
  const { monitors } = state.data;
  const { signs } = state.look;
  const said = (depends_on ?? []).flatMap((id) => {
    const parent = monitors.find((one) => one.id === id);
    return parent ? [`${clean(parent.title)} (${conditionOf(parent, signs).word})`] : [];
  });
  return said.length === 0
    ? []
    : paragraph(state, [span("   ")], `Depends on ${said.join(signs.between)}`, "dim");
}

/** Worst first. */
const severity = ["crashed", "failed", "warning", "ok", "skipped"];

export function subChecks(state: State, monitor: Monitor): Line[] {
  if (!("last_results" in monitor) || !monitor.last_results?.length) return [];
  const { signs } = state.look;
  // An unknown word counts as crashed.
  const rank = (status: string) => Math.max(0, severity.indexOf(status.toLowerCase()));
  const results = monitor.last_results.toSorted((a, b) => rank(a.status) - rank(b.status));
  const width = Math.min(
    Math.floor(state.size.columns / 3),
    Math.max(...results.map(({ label, name }) => widthOf(clean(label ?? name)))),
  );
  return [
    heading(
      state,
      hasCurrentReport(monitor)
        ? `Sub-checks: ${monitor.checks_passing} of ${monitor.checks_total} ok`
        : `Last report, ${ageText(monitor.last_report_at, state.now)} ago`,
    ),
    ...results.flatMap((result) => {
      const at = rank(result.status);
      const tone: Tone = at <= 1 ? "bad" : at === 2 ? "warn" : at === 3 ? "good" : "dim";
      const sign = {
        bad: signs.bad,
        warn: signs.warn,
        good: signs.good,
        dim: signs.paused,
      }[tone];
      const said = result.notificationMessage ?? result.shortSummary ?? "";
      return paragraph(
        state,
        [
          span(`   ${sign} ${fit(clean(result.status), 8, signs.mark)}`, tone),
          span(fit(clean(result.label ?? result.name), width, signs.mark)),
          span("  "),
        ],
        at <= 2 ? said : (result.shortSummary ?? ""),
        "dim",
      );
    }),
  ];
}

export function historyBlock(state: State, opened: Opened | null): Line[] {
  if (!opened) return [heading(state, "History"), line(span("   Loading…", "dim"))];
  if (opened.history.length === 0) return [];
  return [
    heading(state, "History, newest first"),
    ...opened.history
      .toReversed()
      .flatMap(({ at, status, reason }) =>
        paragraph(
          state,
          [span(`   ${whenText(at, state.now, state.look.zone)}  `, "dim"), span(fit(status, 9))],
          reason ?? "",
          "plain",
        ),
      ),
  ];
}
