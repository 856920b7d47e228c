/** The head of the page *On call*: how many groups reach a person, and which do not. Pure. */
import { nearTime } from "../chart/times.ts";
import type { Instant } from "../../core/model/model.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { nameList } from "../components/name-list.ts";
import { isYours, stateOf, type Duty } from "./model.ts";

/** Groups that the head names. */
const mostNamed = 2;

/** `people`: all that any group reaches, at the moment `at`. */
export function dutyHead(
  frame: Frame,
  { duties, people, at }: { duties: readonly Duty[]; people: number; at: Instant },
): Html {
  const when = at === frame.now ? "now" : `at ${nearTime(at, frame)}`;
  if (duties.length === 0)
    return html`<h1>Nobody is on call</h1>
      <p><b class="tone down">Without an alert group an incident reaches nobody.</b></p>`;
  const reached = duties.filter((one) => stateOf(one) === "reached");
  return html`<h1>${headline(frame, duties, reached.length, people, when)}</h1>
    <p>${sentences(frame, duties)}${people === 1 ? onlyOne(frame, duties) : null}</p>`;
}

function headline(
  frame: Frame,
  duties: readonly Duty[],
  reached: number,
  people: number,
  when: string,
): Piece {
  const [only] = duties;
  if (people === 1 && reached === duties.length) {
    const person = only!.people[0]!;
    return person.user_id === frame.who.user_id
      ? "You are on call, always"
      : html`<bdi>${person.name}</bdi> is on call, always`;
  }
  if (duties.length === 1)
    return html`<bdi>${only!.group.title}</bdi> reaches ${reached === 1 ? "somebody" : "nobody"}
      ${when}`;
  return reached === duties.length
    ? `All ${duties.length} groups reach somebody ${when}`
    : `${reached} of ${duties.length} groups reach somebody ${when}`;
}

const onlyOne = (frame: Frame, duties: readonly Duty[]): Html => {
  const person = duties.flatMap((one) => one.people)[0];
  return person?.user_id === frame.who.user_id
    ? html` You are the only person on call. If your phone is off, nobody is paged.`
    : html` <bdi>${person?.name ?? ""}</bdi> is the only person on call.`;
};

/** Groups that reach no one, groups on hold, and yours. */
function sentences(frame: Frame, duties: readonly Duty[]): Piece {
  const in_ = (state: string) => duties.filter((one) => stateOf(one) === state);
  const [none, held] = [in_("nobody"), in_("held")];
  const yours = duties.filter((one) => isYours(one, frame.who.user_id));
  const mine = yours.flatMap(({ people }) =>
    people.filter(({ user_id }) => user_id === frame.who.user_id),
  );
  const ends = mine.flatMap(({ on_call_until }) => on_call_until ?? []);
  return [
    none.length === 0
      ? null
      : html`<b class="tone down"
          >${titles(none)} ${none.length === 1 ? "reaches" : "reach"} nobody.</b
        > `,
    held.length === 0 ? null : html`${titles(held)} ${held.length === 1 ? "is" : "are"} on hold. `,
    yours.length === 0
      ? null
      : html`You are on call for
        ${titles(yours)}${ends.length === 0 ? null : ` until ${nearTime(Math.min(...ends), frame)}`}.`,
  ];
}

const titles = (duties: readonly Duty[]): Html =>
  nameList(
    duties.map(({ group }) => group.title),
    mostNamed + 1,
  );
