/** The rows of the list as lines. */
import type { Incident } from "../../api/incidents.ts";
import { ageText } from "../output/age.ts";
import { isDown, type Monitor } from "../output/status.ts";
import {
  line,
  span,
  type Line,
  type Signs,
  type Span,
  type Tone,
} from "./line.ts";
import { isAt } from "./rows.ts";
import type { Row, State, Told } from "./state.ts";
import { clean, fit, widthOf } from "./text.ts";

/** So many lines of the list, from where it is scrolled to. */
export function listLines(state: State, height: number): Line[] {
  const { cursor, top, rows } = state;
  const shown = rows.slice(top, top + height);
  const lines = shown.map((row) => {
    const selected = cursor !== null && isAt(row, cursor);
    return { ...rowLine(state, row, selected), selected };
  });
  while (lines.length < height) lines.push({ ...line(""), selected: false });
  return lines;
}

function rowLine(state: State, row: Row, selected: boolean): Line {
  const { look, size } = state;
  switch (row.kind) {
    case "heading":
      return line(
        span(fit(` ${row.text}`, size.columns, look.signs.mark), "bold"),
      );
    case "empty":
      return line(
        span(fit(`   ${row.text}`, size.columns, look.signs.mark), "dim"),
      );
    case "incident":
      return cells(state, selected, incidentCells(state, row.incident));
    case "monitor":
      return cells(state, selected, monitorCells(state, row.monitor));
  }
}

/** A sign, columns of a width each, and a last one that takes the rest. */
interface Cells {
  sign: string;
  tone: Tone;
  columns: { text: string; width: number; tone?: Tone; right?: true }[];
  rest: { text: string; tone?: Tone };
}

function cells(
  { look: { signs }, size }: State,
  selected: boolean,
  row: Cells,
): Line {
  const spans: Span[] = [
    span(selected ? signs.pointer : " "),
    span(fit(row.sign, 2, ""), row.tone),
  ];
  let used = 3;
  for (const { text, width, tone, right } of row.columns) {
    const cell = fit(clean(text), width, signs.mark);
    const shifted = right ? cell.trimEnd().padStart(width) : cell;
    spans.push(span(shifted, tone), span("  "));
    used += width + 2;
  }
  const { text, tone } = row.rest;
  spans.push(
    span(fit(clean(text), Math.max(0, size.columns - used), signs.mark), tone),
  );
  return line(...spans);
}

function incidentCells(state: State, incident: Incident): Cells {
  const {
    data,
    now,
    size,
    look: { signs },
  } = state;
  const open = incident.status === "open";
  const wide = size.columns >= 110;
  const told = data.told.get(incident.id);
  return {
    sign: open ? signs.bad : signs.taken,
    tone: open ? "bad" : "warn",
    columns: [
      {
        text: `#${incident.number}`,
        width: numberWidth(data.incidents),
        tone: "bold",
      },
      { text: ageText(incident.opened_at, now), width: 6, right: true },
      ...(wide ? [{ text: `P${incident.priority_level}`, width: 2 }] : []),
      { text: incident.title, width: wide ? 34 : 18, tone: "bold" },
      open
        ? {
            text: toldText(told, signs),
            width: wide ? 28 : 15,
            tone: toldTone(told),
          }
        : {
            text: `acked by ${incident.acknowledged_by ?? "?"}`,
            width: wide ? 28 : 15,
            tone: "warn",
          },
    ],
    rest: { text: incident.summary },
  };
}

function numberWidth(incidents: readonly Incident[]): number {
  return Math.max(3, ...incidents.map(({ number }) => widthOf(`#${number}`)));
}

/** Who was told, those first who were not reached. */
function toldText(told: readonly Told[] | undefined, signs: Signs): string {
  if (!told) return "";
  if (told.length === 0) return "told nobody";
  const sign = {
    delivered: signs.good,
    underWay: signs.underWay,
    failed: signs.bad,
  };
  return ["failed", "underWay", "delivered"]
    .flatMap((outcome) => told.filter((one) => one.outcome === outcome))
    .map(({ who, outcome }) => `${clean(who)} ${sign[outcome]}`)
    .join(", ");
}

function toldTone(told: readonly Told[] | undefined): Tone {
  if (!told) return "dim";
  return told.some(({ outcome }) => outcome === "delivered") ? "good" : "warn";
}

/** How a monitor is, as sign, word and tone. */
export function conditionOf(
  monitor: Monitor,
  signs: Signs,
): { sign: string; word: string; tone: Tone } {
  if (monitor.paused_at)
    return { sign: signs.paused, word: "paused", tone: "dim" };
  if (isDown(monitor))
    return { sign: signs.bad, word: monitor.status, tone: "bad" };
  return ["up", "quiet"].includes(monitor.status)
    ? { sign: signs.good, word: monitor.status, tone: "good" }
    : { sign: signs.warn, word: monitor.status, tone: "warn" };
}

function monitorCells(state: State, monitor: Monitor): Cells {
  const {
    data,
    now,
    size,
    look: { signs },
  } = state;
  const { sign, word, tone } = conditionOf(monitor, signs);
  const last =
    "checked_at" in monitor ? monitor.checked_at : monitor.last_received_at;
  const wide = size.columns >= 110;
  return {
    sign,
    tone,
    columns: [
      { text: word, width: 8, tone },
      { text: monitor.title, width: wide ? 34 : 26 },
      {
        text: last ? ageText(last, now) : "never",
        width: 6,
        right: true,
        tone: "dim",
      },
      { text: measureOf(monitor), width: wide ? 16 : 11, tone: "dim" },
      ...(wide
        ? [
            {
              text: data.groups.get(monitor.alert_group_id) ?? "",
              width: 16,
              tone: "dim" as const,
            },
          ]
        : []),
    ],
    rest: { text: monitor.status_reason ?? "" },
  };
}

/** What the status was derived from, in numbers. */
function measureOf(monitor: Monitor): string {
  if ("error_rate_threshold" in monitor)
    return `${monitor.errors_in_window}/${monitor.error_rate_threshold} in ${monitor.error_rate_window_minutes} min`;
  return monitor.checks_total === null
    ? ""
    : `${monitor.checks_passing}/${monitor.checks_total} checks`;
}
