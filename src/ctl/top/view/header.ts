/**
 * The two lines at the top: the number of failing monitors and open incidents, the age of the data, the
 * server, and the key in use.
 */
import type { Tone as MonitorTone } from "../../../core/model/status.ts";
import { situationText, situationTone, tally } from "../../../core/status/situation.ts";
import { ageText } from "../../output/age.ts";
import { standingOf } from "../../output/mark.ts";
import { ends, lineTone, span, toneSign, type Line, type Span } from "../line.ts";
import { isOld } from "../model.ts";
import type { Data, State } from "../state.ts";
import { clean } from "../text.ts";
import { dateTimeText, timeText } from "../time.ts";

export function headerLines(state: State): Line[] {
  const { who, look, size, now, trouble } = state;
  const { signs } = look;
  const old = isOld(state);
  const { text, tone } = sentence(state.data);
  const sign = toneSign(tone, signs);
  const right: Span[] = look.still
    ? []
    : old
      ? [span(`${signs.old} ${ageOf(state)} old`, "warn")]
      : [span(`${signs.live} live`, "good")];
  const second: Span[] =
    trouble === null
      ? [span(clean(`${who.server}${signs.between}${who.key}`), "dim")]
      : [span(`${signs.warn} trying again: ${clean(trouble)}`, "warn")];
  return [
    // Old data is not shown as current.
    ends(
      [
        span(` ${sign} `, old ? "dim" : lineTone(tone)),
        span(old ? `${ageOf(state)} ago: ${text}` : text, old ? "dim" : "bold"),
      ],
      [...right, span(" ")],
      size.columns,
      signs.mark,
    ),
    ends(
      [span("   "), ...second],
      [
        span(
          look.still ? `${dateTimeText(now, look.zone)} ` : `${timeText(now, look.zone)} `,
          "dim",
        ),
      ],
      size.columns,
      signs.mark,
    ),
  ];
}

/** The maximum age of the data on the screen. */
export function ageOf({ data, now }: State): string {
  return ageText(new Date(data.at).toISOString(), now);
}

/** Is everything all right? */
export function sentence({ incidents, monitors }: Data): { text: string; tone: MonitorTone } {
  const open = incidents.filter(({ status }) => status === "open").length;
  const situation = {
    open,
    acknowledged: incidents.length - open,
    monitors: tally(monitors.map(standingOf)),
  };
  return { text: situationText(situation), tone: situationTone(situation) };
}
