/** The people that an incident reached, in a cell of its row. Pure. */
import { isReached } from "../../core/explain/device-reach.ts";
import { unreachedOf, type PersonReach, type Reach } from "../../core/explain/reach.ts";
import type { Incident } from "../../core/model/model.ts";
import { nearTime, type Reader } from "../chart/times.ts";
import type { StateLook } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { when } from "../words.ts";

/** Names in a cell; the rest is a number. */
const maxNames = 2;

/** Whether it reached no person, and no page waits or is in its first attempt. */
export const reachedNobody = (incident: Incident, reach: Reach): boolean =>
  unreachedOf(incident, reach) === "unreached";

const part = (look: StateLook, lead: string, body: Piece, more = ""): Html =>
  html`<span class="${look} ${more}"
    >${icon(look)}<span class="unseen">${lead} </span><span class="cut">${body}</span></span
  >`;

function names(people: readonly PersonReach[]): Html {
  const more = people.length - maxNames;
  return html`${people
    .slice(0, maxNames)
    .map(({ name }, i) => html`${i === 0 ? "" : ", "}<bdi>${name.split(" ")[0] ?? name}</bdi>`)}${
    more > 0 ? ` +${more}` : null
  }`;
}

/** The person with the acknowledgement; else the people reached, and those not reached. */
export function whoCell(incident: Incident, reach: Reach, reader: Reader): Html {
  if (incident.acknowledged_at !== null)
    return part(
      "acked",
      "acknowledged:",
      html`<bdi>${incident.acknowledged_by ?? "API"}</bdi>,
        ${when(incident.acknowledged_at, reader)}`,
    );
  const { people } = reach;
  const held = people.filter(({ state }) => state === "held");
  const unreached = unreachedOf(incident, reach);
  if (unreached === "unreached") return part("down", "", "Nobody", "nobody");
  if (unreached === "on_hold") return part("silenced", "", html`On hold${untilText(held, reader)}`);
  const of = (...states: PersonReach["state"][]) =>
    people.filter(({ state }) => states.includes(state));
  const reached = people.filter(({ state }) => isReached(state));
  const failed = of("refused", "no_device", "unreachable");
  const sending = of("sending");
  const silenced = held.filter((one) => one.silenced);
  return html`${
    reached.length > 0 ? part("ok", "reached:", names(reached)) : null
  }${sending.length > 0 ? part("unknown", "being notified:", names(sending)) : null}${
    failed.length > 0 ? part("down", "not reached:", names(failed)) : null
  }${
    silenced.length > 0 && reached.length + sending.length === 0
      ? part("silenced", "", html`Silenced${untilText(silenced, reader)}`)
      : null
  }`;
}

/** When the first of them can be notified, by the clock of the reader. */
function untilText(held: readonly PersonReach[], reader: Reader): string {
  const [first] = held
    .filter(({ until }) => until !== null)
    .toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0));
  return first?.until == null ? "" : ` until ${nearTime(first.until, reader)}`;
}
