/** The people that an incident would reach if it opened now, in one sentence. Pure. */
import { isReached, type ReachState } from "../../core/explain/device-reach.ts";
import { whoWould, type WhoWould } from "../../core/explain/who-would.ts";
import type { Roster } from "../../core/on-call/audience.ts";
import type { AlertGroup, Instant } from "../../core/model/model.ts";
import { weekMinute } from "../../core/hours/zone.ts";
import { stateAs, type StateLook } from "../components/state.ts";
import { nameList } from "../components/name-list.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { Reader } from "../chart/times.ts";

/** The look of a person's state. */
export const reachLooks: Record<ReachState, StateLook> = {
  refused: "down",
  no_device: "down",
  unreachable: "down",
  held: "silenced",
  not_notified: "paused",
  sending: "unknown",
  unverified: "warn",
  reached: "ok",
};

/** `Mon 08:00`, by the clock of the reader. */
const momentText = (at: Instant, { zone, now }: Reader): string =>
  weekMinute(zone, at, now).replace(` (${zone})`, "");

/** The state of one person in two or three words. */
export function stateNow({ state, until }: WhoWould, reader: Reader): string {
  switch (state) {
    case "reached":
      return "Reached now";
    case "unverified":
      return "Reached, not verified";
    case "held":
      return until === null ? "On hold" : `On hold until ${momentText(until, reader)}`;
    case "no_device":
      return "No device";
    case "not_notified":
      return "Not notified";
    default:
      return "Cannot be reached";
  }
}

/** The same, with its look. */
export const reachNow = (one: WhoWould, reader: Reader): Html =>
  stateAs(reachLooks[one.state], stateNow(one, reader));

/** People that a page would reach at once. */
const reachedNow = (people: readonly WhoWould[]): WhoWould[] =>
  people.filter(({ state }) => isReached(state));

/** When the first of those on hold is notified; null: no page is on hold, or the time is not known. */
const firstOpening = (people: readonly WhoWould[]): Instant | null => {
  const times = people.flatMap(({ state, until }) =>
    state === "held" && until !== null ? [until] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
};

export interface NowModel {
  /** Priority of the hypothetical incident. */
  priority: number;
  people: readonly WhoWould[];
  /** The groups that are paged after this one, and when. */
  later: readonly { title: string; after: string }[];
}

export function whoNow(
  { priority, people, later }: NowModel,
  reader: Reader,
): { look: StateLook; text: Html } {
  const reached = reachedNow(people);
  const opens = firstOpening(people);
  const rest: Piece = [
    ...later.map(({ title, after }) => html` Escalates to <bdi>${title}</bdi> ${after}.`),
    ...people
      .filter(({ state }) => !isReached(state))
      .map(({ name, verdict }) => html` <bdi>${name}</bdi> <bdi>${verdict}</bdi>.`),
  ];
  if (reached.length > 0)
    return {
      look: "ok",
      text: html`<b
          >A P${priority} now would reach ${nameList(reached.map(({ name }) => name))} at once.</b
        >${rest}`,
    };
  if (people.some(({ state }) => state === "held"))
    return {
      look: "silenced",
      text: html`<b
          >A P${priority} now would
          wait${opens === null ? "" : ` until ${momentText(opens, reader)}`}.</b
        >${rest}`,
    };
  return {
    look: "down",
    text: html`<b
        >${
          people.length === 0
            ? "Nobody would be notified: the group has no members."
            : people.some(({ state }) => state === "not_notified")
              ? `Nobody would be notified of a P${priority}.`
              : "Nobody would be notified: no member has a working device."
        }</b
      >${rest}`,
  };
}

const maxNames = 3;

/** The names of the members that an incident of the group would reach now. */
export function onCallNow(
  frame: Frame,
  group: Pick<AlertGroup, "priority_level">,
  roster: Roster,
): Html {
  const people = whoWould(roster, group.priority_level, frame.now);
  const names = reachedNow(people).map(({ name }) => name);
  if (names.length > 0) return stateAs("ok", html`${nameList(names, maxNames + 1)}`);
  const opens = firstOpening(people);
  if (opens !== null) return stateAs("silenced", `Nobody until ${momentText(opens, frame)}`);
  return stateAs("down", people.length === 0 ? "No members" : "Nobody can be reached");
}
