/** The two lines at the top: what is wrong, how old that is, which server it is and with whose key. */
import { ageText } from "../output/age.ts";
import { isDown } from "../output/status.ts";
import { plural } from "../../core/text/plural.ts";
import { ends, span, type Line, type Span, type Tone } from "./line.ts";
import { isOld } from "./model.ts";
import type { Data, State } from "./state.ts";
import { clean } from "./text.ts";
import { dateTimeText, timeText } from "./time.ts";

export function headerLines(state: State): Line[] {
  const { who, look, size, now, trouble } = state;
  const { signs } = look;
  const old = isOld(state);
  const { text, tone } = sentence(state.data);
  const sign = { good: signs.good, warn: signs.warn, bad: signs.bad }[tone];
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
    // What was true is not said as if it were.
    ends(
      [
        span(` ${sign} `, old ? "dim" : tone),
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

/** How old what is shown is at most. */
export function ageOf({ data, now }: State): string {
  return ageText(new Date(data.at).toISOString(), now);
}

/** Is everything all right? */
export function sentence({ incidents, monitors }: Data): {
  text: string;
  tone: Extract<Tone, "good" | "warn" | "bad">;
} {
  const open = incidents.filter(({ status }) => status === "open").length;
  const taken = incidents.length - open;
  const counts = new Map<string, number>();
  for (const monitor of monitors) {
    const status = monitor.paused_at ? "paused" : monitor.status;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const parts = ["down", "firing", "stale", "degraded", "pending", "paused"].flatMap((status) =>
    counts.has(status) ? [`${counts.get(status)} ${status}`] : [],
  );
  const well = (counts.get("up") ?? 0) + (counts.get("quiet") ?? 0) + (counts.get("resolved") ?? 0);
  const told =
    incidents.length === 0
      ? ""
      : open > 0
        ? plural(open, "unacknowledged incident")
        : plural(taken, "acknowledged incident");
  if (monitors.length === 0 && incidents.length === 0)
    return { text: "There are no monitors yet", tone: "warn" };
  if (parts.length === 0 && told === "")
    return {
      text: well === 1 ? "The monitor is well" : `All ${well} monitors are well`,
      tone: "good",
    };
  const text = [told, ...parts, `${well} well`].filter((part) => part !== "").join(", ");
  const bad = open > 0 || monitors.some(isDown);
  const worried = incidents.length > 0 || counts.has("degraded") || counts.has("pending");
  return { text, tone: bad ? "bad" : worried ? "warn" : "good" };
}
