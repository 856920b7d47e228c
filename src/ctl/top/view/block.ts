/** The parts of the details: headings, and paragraphs of any length. */
import { line, span, type Line, type Span, type Tone } from "../line.ts";
import { silencedText } from "../../output/silence.ts";
import type { Silenced } from "../../../api/silences.ts";
import type { State } from "../state.ts";
import { whenText } from "../time.ts";
import { clean, cut, widthOf, wrap } from "../text.ts";

export function heading({ size, look }: State, text: string): Line {
  return line(span(cut(`   ${text}`, size.columns, look.signs.mark), "bold"));
}

/** Text of any length after something; its further lines begin where the first one does. */
export function paragraph(state: State, before: readonly Span[], text: string, tone: Tone): Line[] {
  const indent = widthOf(before.map((one) => one.text).join(""));
  const room = Math.max(10, state.size.columns - indent - 1);
  return wrap(text, room).map((part, at) =>
    at === 0 ? line(...before, span(part, tone)) : line(" ".repeat(indent), span(part, tone)),
  );
}

/** The name of an alert group, when it is known. */
export function groupText({ data }: State, id: string): string[] {
  const title = data.groups.get(id);
  return title === undefined ? [] : [clean(title)];
}

/** By whom and until when it is silenced, and why; empty without a silence. */
export function silencedLines(state: State, { silenced }: { silenced?: Silenced }): Line[] {
  const text = silencedText(silenced, (at) => whenText(at, state.now, state.look.zone));
  return text === "" ? [] : paragraph(state, [span("   ")], text, "warn");
}
