/**
 * Renders the frame as lines. Pure. Returns as many lines as fit, none wider than the terminal, and
 * leaves the last line of the terminal empty, because a full one would scroll.
 */
import { ageOf, headerLines, sentence } from "./header.ts";
import { bindingsOf, modeOf } from "../keys.ts";
import { isTiny, layoutOf } from "../layout.ts";
import { ends, line, lineTone, span, type Line } from "../line.ts";
import { isOld } from "../model.ts";
import type { State } from "../state.ts";
import { clean, cut, widthOf } from "../text.ts";
import { detailLines } from "./details.ts";
import { onCallLines } from "./on-call.ts";
import { helpLines, keyText } from "./help.ts";
import { listLines } from "./list.ts";

export function view(state: State, columns: number, rows: number): Line[] {
  const sized = { ...state, size: { columns, rows } };
  if (isTiny(sized.size)) return tiny(sized);
  return [
    ...headerLines(sized),
    ...onCallLines(sized),
    ...body(sized),
    messageLine(sized),
    keysLine(sized),
  ].slice(0, rows - 1);
}

/** A frame for output that is not a terminal: no keys, no selection, no blank lines at the end. */
export function stillFrame(state: State, columns: number, rows: number): Line[] {
  const sized = { ...state, size: { columns, rows }, cursor: null, top: 0 };
  if (isTiny(sized.size)) return tiny(sized);
  const onCall = onCallLines(sized);
  const most = rows - 1 - headerHeight - onCall.length - 1;
  const left = state.rows.length - most;
  return [
    ...headerLines(sized),
    ...onCall,
    ...listLines(sized, Math.min(most, state.rows.length)),
    ...(left > 0 ? [line(span(`   ${left} more: monitorctl status`, "dim"))] : []),
  ];
}

const headerHeight = 2;

function body(state: State): Line[] {
  const { signs } = state.look;
  const { list, details } = layoutOf(state, state.details !== null);
  if (state.prompt?.kind === "help")
    return windowOf(
      helpLines(signs.pointer === ">", state.look.readonly),
      state.prompt.scroll,
      layoutOf(state, false).list,
    );
  const lines = listLines(state, list);
  if (details === 0) return lines;
  return [
    ...lines,
    line(span(signs.rule.repeat(state.size.columns), "dim")),
    ...windowOf(detailLines(state), state.details!.scroll, details),
  ];
}

/** `height` lines from `scroll` on; never scrolled beyond the last one. */
function windowOf(lines: readonly Line[], scroll: number, height: number): Line[] {
  const from = Math.min(scroll, Math.max(0, lines.length - height));
  const shown = lines.slice(from, from + height);
  while (shown.length < height) shown.push(line(""));
  return shown;
}

/** The typed text, or the outcome of the last key. */
function messageLine(state: State): Line {
  const {
    prompt,
    notice,
    look: { signs },
    size,
  } = state;
  const typed = (label: string, text: string) => {
    // While typing, users watch the end of the text.
    const room = Math.max(1, size.columns - widthOf(label) - 3);
    return line(span(` ${label}`, "bold"), tail(text, room), span(signs.cursor));
  };
  if (prompt?.kind === "filter") return typed("Filter: ", prompt.text);
  if (prompt?.kind === "note") return typed(`Note for #${prompt.incident.number}: `, prompt.text);
  const question = (text: string, answers = "  y yes   n no") =>
    line(
      span(cut(` ${text}?`, size.columns - widthOf(answers) - 2, signs.mark), "bold"),
      span(answers, "bold"),
    );
  if (prompt?.kind === "confirm")
    return question(`Resolve #${prompt.incident.number} ${clean(prompt.incident.title)}`);
  if (prompt?.kind === "end") {
    const { name, silenced } = prompt;
    return question(`End the silence of ${clean(name)} by ${clean(silenced.by)}`);
  }
  if (prompt?.kind === "pause")
    return question(
      `Pause ${clean(prompt.monitor.title)}`,
      "  h for 1 hour   y until somebody resumes it   n no",
    );
  if (prompt?.kind === "several") return question(prompt.text);
  const left = notice
    ? [span(` ${clean(notice.text)}`, notice.tone)]
    : state.filter.trim() === ""
      ? []
      : [span(` Filter: ${clean(state.filter)} (escape ends it)`, "warn")];
  return ends(left, [span(positionText(state), "dim")], size.columns, signs.mark);
}

/** The end of a text, in at most `columns` columns. */
function tail(text: string, columns: number): string {
  const letters = Array.from(text);
  while (widthOf(letters.join("")) > columns) letters.shift();
  return letters.join("");
}

/** `3 marked  1-18 of 46`: the marks, and the place, when not everything is on the screen. */
function positionText(state: State): string {
  const { list } = layoutOf(state, state.details !== null);
  const { top, rows, marked } = state;
  if (state.prompt?.kind === "help") return "";
  const marks = marked.size === 0 ? "" : `${marked.size} marked  `;
  if (list === 0 || rows.length <= list) return marks;
  return `${marks}${top + 1}-${Math.min(rows.length, top + list)} of ${rows.length} `;
}

function keysLine(state: State): Line {
  const { columns } = state.size;
  const ascii = state.look.signs.pointer === ">";
  let shown = "";
  const shortest = bindingsOf(modeOf(state), state.look.readonly).filter(
    ({ short }) => short !== undefined,
  );
  // Help and quit are the last ones, and the ones that have to be there.
  const last = shortest.slice(-2).map(({ keys, short }) => `${keyText(keys[0]!, ascii)} ${short}`);
  const end = last.join("  ");
  for (const { keys, short } of shortest.slice(0, -2)) {
    const next = `${shown}${keyText(keys[0]!, ascii)} ${short}  `;
    if (widthOf(next) + widthOf(end) + 2 > columns) break;
    shown = next;
  }
  return line(span(cut(` ${shown}${end}`, columns, ""), "dim"));
}

/** On a screen too small for more: the sentence alone, in as many lines as it takes. */
function tiny(state: State): Line[] {
  const { columns, rows } = state.size;
  const { text, tone } = sentence(state.data);
  const whole = isOld(state) ? `${ageOf(state)} ago: ${text}` : text;
  const lines: Line[] = [];
  for (let rest = whole; rest !== "" && lines.length < rows - 1;) {
    const part = cut(rest, columns, "");
    lines.push(line(span(part, lineTone(tone))));
    if (part === "") break;
    rest = rest.slice(part.length);
  }
  return lines;
}
