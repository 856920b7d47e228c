/** All that is known of one incident or one monitor, in as many lines as that takes. */
import type { Incident, IncidentDetail } from "../../api/incidents.ts";
import { ageText } from "../output/age.ts";
import type { Monitor } from "../output/status.ts";
import {
  line,
  span,
  type Line,
  type Signs,
  type Span,
  type Tone,
} from "./line.ts";
import { focusOf, isSame } from "./rows.ts";
import type { Opened, State } from "./state.ts";
import { clean, cut, fit, widthOf, wrap } from "./text.ts";
import { whenText } from "./time.ts";
import { conditionOf } from "./view-list.ts";

/** The lines of the details, all of them; the caller shows what fits. */
export function detailLines(state: State): Line[] {
  const { details, data } = state;
  if (!details) return [];
  const opened =
    data.opened && isSame(data.opened.ref, details.ref) ? data.opened : null;
  const { incident, monitor: listed } = focusOf(state);
  const monitor = listed ?? opened?.monitor ?? null;
  const isIncident = details.ref.kind === "incident";
  if (isIncident ? !incident : !monitor)
    return [
      line(span(opened ? " It is not there any more." : " Loading…", "dim")),
    ];
  const blocks = isIncident
    ? [
        ...incidentBlocks(state, opened?.incident ?? incident!),
        timelineBlock(state, opened),
        ...(monitor
          ? [monitorHead(state, monitor), subChecks(state, monitor)]
          : []),
      ]
    : [
        monitorHead(state, monitor!),
        ...(incident ? incidentBlocks(state, incident) : []),
        subChecks(state, monitor!),
        historyBlock(state, opened),
      ];
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, at) => (at === 0 ? block : [line(""), ...block]));
}

function incidentBlocks(
  state: State,
  incident: Incident | IncidentDetail,
): Line[][] {
  const {
    look: { signs },
    data,
    now,
  } = state;
  const open = incident.status === "open";
  const tone: Tone = open
    ? "bad"
    : incident.status === "resolved"
      ? "good"
      : "warn";
  const sign = open
    ? signs.bad
    : incident.status === "resolved"
      ? signs.good
      : signs.taken;
  const by = clean(incident.acknowledged_by ?? "");
  const became =
    incident.status === "resolved"
      ? `resolved: ${clean(incident.resolved_reason ?? "")}`
      : open
        ? "nobody has taken it"
        : `acknowledged by ${by}${incident.acknowledged_at ? ` ${ageText(incident.acknowledged_at, now)} ago` : ""}`;
  const facts = [
    `opened ${ageText(incident.opened_at, now)} ago`,
    `priority ${incident.priority_level}`,
    ...groupText(state, incident.alert_group_id),
    became,
  ].join(signs.between);
  return [
    [
      ...paragraph(
        state,
        [span(` ${sign} `, tone)],
        `#${incident.number} ${incident.title}`,
        "bold",
      ),
      ...paragraph(state, [span("   ")], facts, open ? "bad" : "plain"),
      ...paragraph(state, [span("   ")], incident.summary, "plain"),
    ],
    ...("notifications" in incident
      ? [toldBlock(state, incident, data.people, signs)]
      : []),
  ];
}

function groupText({ data }: State, id: string): string[] {
  const title = data.groups.get(id);
  return title === undefined ? [] : [clean(title)];
}

function toldBlock(
  state: State,
  { notifications }: IncidentDetail,
  people: ReadonlyMap<string, string>,
  signs: Signs,
): Line[] {
  if (notifications.length === 0)
    return [
      heading(state, "Told: nobody. No device of the group could be reached"),
    ];
  const lines = notifications.flatMap((push) => {
    const delivered = push.state === "delivered";
    const ended = ["refused", "expired", "dropped"].includes(push.state);
    const who = people.get(push.user_id) ?? "somebody";
    const attempts = push.attempts > 1 ? `, ${push.attempts} attempts` : "";
    const error = push.last_error && !delivered ? `: ${push.last_error}` : "";
    const when = push.delivered_at
      ? ` ${ageText(push.delivered_at, state.now)} ago`
      : "";
    return paragraph(
      state,
      [
        span(
          `   ${delivered ? signs.good : ended ? signs.bad : signs.underWay} `,
          delivered ? "good" : ended ? "bad" : "warn",
        ),
      ],
      `${who}: ${push.transition}, ${wordOf(push.state)}${when}${attempts}${error}`,
      "plain",
    );
  });
  return [heading(state, "Told"), ...lines];
}

/** The outbox's words, for people. */
function wordOf(state: string): string {
  const words: Record<string, string> = {
    queued: "to be sent",
    leased: "being sent",
    waiting: "after the one before",
    dropped: "not needed any more",
  };
  return words[state] ?? state;
}

function timelineBlock(state: State, opened: Opened | null): Line[] {
  if (!opened?.incident)
    return [heading(state, "Timeline"), line(span("   Loading…", "dim"))];
  const { zone } = state.look;
  return [
    heading(state, "Timeline, newest first"),
    ...opened.incident.timeline
      .toReversed()
      .flatMap(({ at, text, actor }) =>
        paragraph(
          state,
          [span(`   ${whenText(at, state.now, zone)}  `, "dim")],
          actor && !text.includes(actor) ? `${text} (${actor})` : text,
          "plain",
        ),
      ),
  ];
}

function monitorHead(state: State, monitor: Monitor): Line[] {
  const {
    look: { signs },
    now,
  } = state;
  const { sign, word, tone } = conditionOf(monitor, signs);
  const paused = monitor.paused_at
    ? [`paused ${ageText(monitor.paused_at, now)} ago`, `was ${monitor.status}`]
    : [word];
  const facts =
    "url" in monitor
      ? [
          ...paused,
          `checked ${monitor.checked_at ? `${ageText(monitor.checked_at, now)} ago` : "never"}`,
          `every ${monitor.interval_seconds} s`,
          ...groupText(state, monitor.alert_group_id),
        ]
      : [
          ...paused,
          `${monitor.errors_in_window} of ${monitor.error_rate_threshold} reports in ${monitor.error_rate_window_minutes} min`,
          `last one ${monitor.last_received_at ? `${ageText(monitor.last_received_at, now)} ago` : "never"}`,
          ...groupText(state, monitor.alert_group_id),
        ];
  return [
    ...paragraph(state, [span(` ${sign} `, tone)], monitor.title, "bold"),
    ...paragraph(
      state,
      [span("   ")],
      facts.join(signs.between),
      tone === "dim" ? "plain" : tone,
    ),
    ...("url" in monitor
      ? paragraph(state, [span("   ")], monitor.url, "dim")
      : []),
    ...(monitor.status_reason
      ? paragraph(state, [span("   ")], monitor.status_reason, "plain")
      : []),
  ];
}

/** Worst first. */
const severity = ["crashed", "failed", "warning", "ok", "skipped"];

function subChecks(state: State, monitor: Monitor): Line[] {
  if (!("last_results" in monitor) || !monitor.last_results?.length) return [];
  const { signs } = state.look;
  // A word that nobody knows counts as crashed.
  const rank = (status: string) =>
    Math.max(0, severity.indexOf(status.toLowerCase()));
  const results = monitor.last_results.toSorted(
    (a, b) => rank(a.status) - rank(b.status),
  );
  const width = Math.min(
    Math.floor(state.size.columns / 3),
    Math.max(
      ...results.map(({ label, name }) => widthOf(clean(label ?? name))),
    ),
  );
  return [
    heading(
      state,
      `Sub-checks: ${monitor.checks_passing} of ${monitor.checks_total} ok`,
    ),
    ...results.flatMap((result) => {
      const at = rank(result.status);
      const tone: Tone =
        at <= 1 ? "bad" : at === 2 ? "warn" : at === 3 ? "good" : "dim";
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

function historyBlock(state: State, opened: Opened | null): Line[] {
  if (!opened)
    return [heading(state, "History"), line(span("   Loading…", "dim"))];
  if (opened.history.length === 0) return [];
  return [
    heading(state, "History, newest first"),
    ...opened.history
      .toReversed()
      .flatMap(({ at, status, reason }) =>
        paragraph(
          state,
          [
            span(`   ${whenText(at, state.now, state.look.zone)}  `, "dim"),
            span(fit(status, 9)),
          ],
          reason ?? "",
          "plain",
        ),
      ),
  ];
}

function heading({ size, look }: State, text: string): Line {
  return line(span(cut(`   ${text}`, size.columns, look.signs.mark), "bold"));
}

/** Text of any length after something; its further lines begin where the first one does. */
function paragraph(
  state: State,
  before: readonly Span[],
  text: string,
  tone: Tone,
): Line[] {
  const indent = widthOf(before.map((one) => one.text).join(""));
  const room = Math.max(10, state.size.columns - indent - 1);
  return wrap(text, room).map((part, at) =>
    at === 0
      ? line(...before, span(part, tone))
      : line(" ".repeat(indent), span(part, tone)),
  );
}
