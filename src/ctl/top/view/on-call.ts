/** The people on call: a line in a low terminal, a line for each schedule in a tall one. Gaps come first. */
import type { ScheduleNow } from "../../../api/on-call/schedules.ts";
import { nearMinute } from "../../../core/hours/zone.ts";
import { namesText, personName } from "../../../core/text/person.ts";
import { onCallHeight } from "../layout.ts";
import { ends, line, span, type Line, type Span, type Tone } from "../line.ts";
import type { State } from "../state.ts";
import { clean, fit, widthOf } from "../text.ts";

const mostNames = 2;
/** Columns that the title of a schedule and its people can take. */
const widest = { title: 24, people: 32 };

/** As many lines as `onCallHeight` says. */
export function onCallLines(state: State): Line[] {
  const { size, look, data } = state;
  const height = onCallHeight(state);
  if (height === 0) return [];
  const { mark, between } = look.signs;
  const schedules = data.onCall.toSorted((a, b) => rank(a) - rank(b));
  if (height === 1) {
    const spans = schedules.flatMap((one, i): Span[] => [
      ...(i === 0 ? [] : [span(between, "dim")]),
      span(`${clean(one.title)}: `),
      span(peopleText(one), toneOf(one)),
      span(untilText(state, one), "dim"),
    ]);
    return [ends([span(" On call  ", "bold"), ...spans], [], size.columns, mark)];
  }
  const shown = schedules.slice(0, height - 1);
  const more = schedules.length - shown.length;
  const width = (most: number, of: (one: ScheduleNow) => string) =>
    Math.min(most, Math.max(...shown.map((one) => widthOf(of(one)))));
  const titles = width(widest.title, ({ title }) => clean(title));
  const people = width(widest.people, peopleText);
  return [
    line(
      span(
        ` On call${more > 0 ? `: ${shown.length} of ${schedules.length} schedules` : ""}`,
        "bold",
      ),
    ),
    ...shown.map((one) =>
      ends(
        [
          span(`   ${fit(clean(one.title), titles, mark)}  `),
          span(fit(peopleText(one), people, mark), toneOf(one)),
          span(`${untilText(state, one)}${thenText(one)}`, "dim"),
        ],
        [],
        size.columns,
        mark,
      ),
    ),
  ];
}

const rank = ({ on_call }: ScheduleNow): number => (on_call.length === 0 ? 0 : 1);

const peopleText = ({ on_call }: ScheduleNow): string =>
  on_call.length === 0
    ? "nobody"
    : clean(
        namesText(
          on_call.map((one) => personName(one)),
          mostNames,
        ),
      );

const toneOf = (one: ScheduleNow): Tone => (rank(one) === 0 ? "bad" : "bold");

const at = ({ now, look }: State, instant: string): string =>
  nearMinute(look.zone, Date.parse(instant), now);

/** ` until Mon 09:00`: when the first of them leaves, or the gap ends. */
function untilText(state: State, { on_call, next_shift }: ScheduleNow): string {
  const end =
    on_call.length === 0
      ? next_shift?.from
      : on_call
          .flatMap(({ until }) => until ?? [])
          .toSorted()
          .at(0);
  return end ? ` until ${at(state, end)}` : "";
}

const thenText = ({ next_shift }: ScheduleNow): string =>
  !next_shift
    ? ""
    : next_shift.people.length === 0
      ? ", then nobody"
      : `, then ${clean(namesText(next_shift.people.map(personName), mostNames))}`;
