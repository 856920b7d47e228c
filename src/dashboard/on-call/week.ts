/** The contact hours of a group and its members in this week, hour by hour. Pure. */
import { zoneTitle } from "../chart/times.ts";
import type { AudiencePerson } from "../../core/on-call/audience.ts";
import type { AlertGroup, Instant, Member } from "../../core/model/model.ts";
import { isOpen } from "../../core/hours/contact-hours.ts";
import { gapsAfter } from "../../core/on-call/coverage.ts";
import { gapsText } from "../../core/on-call/coverage-text.ts";
import { coverageOfGroup } from "../../core/paging/coverage.ts";
import { hoursOf } from "../../core/paging/gate.ts";
import { dayLength, zoneOf } from "../../core/hours/zone.ts";
import { weekGrid, type HourState, type WeekRow } from "../chart/week-grid.ts";
import type { Reader } from "../chart/times.ts";
import { initials } from "../components/face.ts";
import { panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { hoursText, prioritiesText } from "./hours.ts";
import { isWorking } from "./model.ts";
import { weekdayOf } from "../../core/text/days.ts";
import { hour } from "../../core/text/units.ts";
import { personName } from "../../core/text/person.ts";

const hoursOfWeek = 168;

/** The middle of each hour of the reader's week, from Monday, and the present in hours since then. */
export function weekOf({ now, zone }: Reader): { hours: Instant[]; now_hour: number } {
  const there = zoneOf(zone);
  const monday = there.day(now) - ((weekdayOf(there.day(now)) + 6) % 7);
  return {
    hours: Array.from({ length: hoursOfWeek }, (_, i) =>
      there.reached(monday * dayLength + i * hour + hour / 2),
    ),
    now_hour: (there.local(now) - monday * dayLength) / hour,
  };
}

/** The state of a member with a working device. */
function hourOf(group: AlertGroup, { member }: { member: Member }, at: Instant): HourState {
  const urgent = group.urgent_ignores_contact_hours ? "p1" : null;
  if (!isOpen(hoursOf(group, member), at)) return urgent;
  return member.minimum_priority === 1 ? "p1" : "on";
}

/** The hours of the group as a whole, from those of its reachable members. */
function hoursOfGroup(members: readonly (readonly HourState[])[]): HourState[] {
  return Array.from({ length: hoursOfWeek }, (_, i) => {
    const states = members.map((hours) => hours[i]);
    if (states.includes("on")) return "cov";
    return states.includes("p1") ? "wait" : "gap";
  });
}

/** A row for the group, and one for each member. */
export function weekRows(
  group: AlertGroup,
  members: readonly AudiencePerson[],
  reader: Reader,
): WeekRow[] {
  const { hours } = weekOf(reader);
  const each = members.map((one) => ({
    one,
    working: one.devices.some(isWorking),
    hours: hours.map((at) => hourOf(group, one, at)),
  }));
  return [
    {
      title: "The group",
      note: group.urgent_ignores_contact_hours ? "violet: P1 only" : "red: nobody",
      face: icon("bell"),
      hours: hoursOfGroup(each.filter(({ working }) => working).map((row) => row.hours)),
    },
    ...each.map((row) => memberRow(group, row.one, row.working, row.hours)),
  ];
}

function memberRow(
  group: AlertGroup,
  { user, member }: AudiencePerson,
  working: boolean,
  hours: readonly HourState[],
): WeekRow {
  return {
    title: personName(user),
    note: working
      ? (prioritiesText(member.minimum_priority) ?? hoursOf(group, member).timezone)
      : html`<span class="tone down">cannot be reached</span>`,
    face: initials(personName(user)),
    hours: working ? hours : hours.map((state) => state && "dead"),
  };
}

export const weekPanel = (
  group: AlertGroup,
  members: readonly AudiencePerson[],
  reader: Reader,
): Html =>
  panel(
    {
      id: "week-title",
      title: "Contact hours",
      count: `in ${zoneTitle(reader)}`,
      tools: html`<span class="quiet small push hide-s"
        >dark: every page · light: P1 only · line: now</span
      >`,
    },
    html`${weekGrid(weekRows(group, members, reader), weekOf(reader).now_hour)}
      <p class="pf">The group: ${hoursText(group)}.</p>
      ${gapsNote(group, members, reader)}`,
  );

/** The hours of the next 53 weeks in which no member with a working device is notified; null: none. */
function gapsNote(
  group: AlertGroup,
  members: readonly AudiencePerson[],
  { now, zone }: Reader,
): Html | null {
  const working = members.filter(({ devices }) => devices.some(isWorking));
  const coverage = coverageOfGroup(
    group,
    working.map(({ member }) => member),
    now,
  );
  return working.length === 0 || gapsAfter(coverage).length === 0
    ? null
    : html`<p class="pf" id="gaps">
        Nobody is notified${group.urgent_ignores_contact_hours ? " of priorities 2 and 3" : null}:
        ${gapsText(coverage, zone)}.
      </p>`;
}

/** The week of one member, beside the form of their hours. */
export function memberWeek(group: AlertGroup, one: AudiencePerson, reader: Reader): Html {
  const hours = weekOf(reader).hours.map((at) => hourOf(group, one, at));
  return panel(
    { id: "week-title", title: "Contact hours", count: `in ${zoneTitle(reader)}` },
    html`${weekGrid([memberRow(group, one, one.devices.some(isWorking), hours)], weekOf(reader).now_hour)}
      <p class="pf">${hoursText(hoursOf(group, one.member))}</p>`,
  );
}

/** The week of a person in one of their groups. */
export const ownWeekRow = (
  group: AlertGroup,
  member: Member,
  face: Piece,
  reader: Reader,
): WeekRow => ({
  title: group.title,
  note: prioritiesText(member.minimum_priority) ?? hoursOf(group, member).timezone,
  face,
  hours: weekOf(reader).hours.map((at) => hourOf(group, { member }, at)),
});
