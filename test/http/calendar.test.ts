/** Calendar feeds, read by a library of its own. */
import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import {
  feedSpan,
  personFeed,
  scheduleFeed,
  type FedSchedule,
  type Feed,
} from "../../src/core/on-call/feed.ts";
import { onCallAt, type Override, type Schedules } from "../../src/core/on-call/on-call.ts";
import { reportOf } from "../../src/core/on-call/report.ts";
import { shiftsOf } from "../../src/core/on-call/shifts.ts";
import { firstVersion } from "../../src/core/on-call/turns.ts";
import { calendarText } from "../../src/http/answer/calendar.ts";
import { begin, given, hour, hours, schedules, span, versionsOf } from "../support/any-schedule.ts";
import { utc, weekly } from "../support/schedules.ts";

const now = utc("2026-12-01 12:00");
const host = "monitor.example.com";
const people: Record<string, string> = { ada: "Ada", bob: "Bob", cyd: "Cyd", dan: "Dan" };
const names = { host, nameOf: (id: string) => people[id]! };

const take: Override = {
  id: "o1",
  mode: "take",
  user_id: "dan",
  instead_of_user_id: null,
  from: utc("2026-12-01 18:00"),
  until: utc("2026-12-01 22:00"),
  inserted_at: now,
};

function fed(title: string, overrides: readonly Override[] = [], at = now): FedSchedule {
  const week = {
    id: "week",
    otherwise: null,
    overrides,
    contact_hours_from: null,
    contact_hours_to: null,
    contact_days: [0, 1, 2, 3, 4, 5, 6],
    versions: [firstVersion(weekly, utc("2026-11-25 12:00"))],
  };
  const all: Schedules = { byId: new Map([["week", week]]), absences: [] };
  const { from, until } = feedSpan(at);
  const shifts = shiftsOf(all, "week", from, until);
  return { id: "week", title, version: 7, changed_at: utc("2026-11-29 10:00"), shifts };
}

const parsed = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { calendar, events: calendar.getAllSubcomponents("vevent") };
};
/** Names of calendars are texts, which the library leaves escaped. */
const nameIn = (calendar: ICAL.Component, property: string) =>
  String(calendar.getFirstPropertyValue(property)).replaceAll(/\\(.)/g, (_, mark: string) =>
    mark === "n" ? "\n" : mark,
  );
const eventsOf = (text: string) =>
  parsed(text).events.map((of) => {
    const event = new ICAL.Event(of);
    const time = (at: ICAL.Time) => at.toJSDate().toISOString().slice(0, 16).replace("T", " ");
    return `${event.summary} ${time(event.startDate)} ${time(event.endDate)}`;
  });

describe("a calendar feed", () => {
  it("has an event for each shift, after overrides, with the name of its person", async () => {
    const text = await calendarText(scheduleFeed(fed("Primary", [take]), names));
    expect(eventsOf(text).slice(0, 4)).toEqual([
      "Ada: Primary 2026-11-30 08:00 2026-12-01 18:00",
      "Dan: Primary 2026-12-01 18:00 2026-12-01 22:00",
      "Ada: Primary 2026-12-01 22:00 2026-12-07 08:00",
      "Bob: Primary 2026-12-07 08:00 2026-12-14 08:00",
    ]);
    const { shifts } = fed("Primary", [take]);
    expect(eventsOf(text)).toHaveLength(shifts.filter(({ on_call }) => on_call).length);
  });

  it("of any schedule has its shifts, whose hours are those of the report", async () => {
    const until = begin + span * hour;
    const nameOf = (id: string) => id;
    const timesIn = async (feed: Feed) =>
      parsed(await calendarText(feed)).events.map((of) => {
        const { startDate, endDate, summary } = new ICAL.Event(of);
        const [from, end] = [startDate, endDate].map((at) => at.toJSDate().getTime());
        return { user: summary.split(":")[0]!, from: from!, until: end! };
      });
    await fc.assert(
      fc.asyncProperty(given, hours(span - 1), async (of, at) => {
        const all = schedules(of);
        const shifts = shiftsOf(all, "week", begin, until);
        const one = { id: "week", title: "Primary", version: 1, changed_at: begin, shifts };
        const events = await timesIn(scheduleFeed(one, { host, nameOf }));
        expect(events).toEqual(
          shifts.flatMap(({ on_call, ...time }) =>
            on_call ? { user: on_call.user_id, from: time.from, until: time.until } : [],
          ),
        );
        const now = events.filter((event) => event.from <= at && at < event.until);
        expect(now.map(({ user }) => user).toSorted()).toEqual(
          onCallAt(all, "week", at)
            .map(({ user_id }) => user_id)
            .toSorted(),
        );
        const { people: rows } = reportOf({
          from: begin,
          until,
          schedules: [{ ...one, people: versionsOf(of.rotation, of.list)[0]!.people }],
          pages: new Map(),
          incidents: new Map(),
          schedulesOf: new Map(),
          nameOf,
          timezoneOf: () => "UTC",
        });
        for (const { user_id, hours: counted } of rows) {
          const own = await timesIn(personFeed(user_id, [one], { host, nameOf }));
          expect(own.map(({ from }) => from)).toEqual(
            events.filter(({ user }) => user === user_id).map(({ from }) => from),
          );
          const length = own.reduce((sum, event) => sum + event.until - event.from, 0);
          expect(counted).toBeCloseTo(length / hour, 6);
        }
        expect(
          rows
            .filter((row) => row.hours > 0)
            .map((row) => row.user_id)
            .toSorted(),
        ).toEqual([...new Set(events.map(({ user }) => user))].toSorted());
      }),
      { seed: 20_261_126 },
    );
  });

  it("of a person has their shifts in all schedules", async () => {
    const other = { ...fed("Backup", [take]), id: "backup" };
    const feed = personFeed("dan", [fed("Primary"), fed("Nights", [take]), other], names);
    expect(feed.name).toBe("On call: Dan");
    expect(eventsOf(await calendarText(feed))).toEqual([
      "On call: Nights 2026-12-01 18:00 2026-12-01 22:00",
      "On call: Backup 2026-12-01 18:00 2026-12-01 22:00",
    ]);
  });

  it("has the properties that keep events apart, and the time of their person free", async () => {
    const text = await calendarText(scheduleFeed(fed("Primary"), names));
    const { calendar, events } = parsed(text);
    const of = (name: string) => events[0]!.getFirstPropertyValue(name)?.toString();
    expect({
      uid: of("uid"),
      sequence: of("sequence"),
      stamp: of("dtstamp"),
      transparency: of("transp"),
      busy: of("x-microsoft-cdo-busystatus"),
    }).toEqual({
      uid: `week.${utc("2026-11-30 08:00") / 1000}.ada@${host}`,
      sequence: "7",
      stamp: "2026-11-29T10:00:00Z",
      transparency: "TRANSPARENT",
      busy: "FREE",
    });
    expect(calendar.getFirstPropertyValue("x-published-ttl")?.toString()).toBe("PT1H");
    expect(calendar.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT1H");
    expect(calendar.getAllSubcomponents("vtimezone")).toEqual([]);
    expect(new Set(events.map((one) => one.getFirstPropertyValue("uid"))).size).toBe(events.length);
  });

  it("is the same text until the schedule changes, in any week of a month", async () => {
    const text = (at: number) => calendarText(scheduleFeed(fed("Primary", [], at), names));
    const [first, later] = [utc("2026-12-02 00:00"), utc("2026-12-31 23:00")];
    expect(await text(later)).toBe(await text(first));
  });

  it("leaves names as they are, whatever is in them, in lines of 75 octets", async () => {
    const title = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(",", ";", "\\", "&", ":", '"', "<", "n", " "),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
        ),
        maxLength: 120,
      })
      // As titles are stored: without spaces around them and control characters.
      .map((text) => `T${text.replaceAll(/\p{Cc}/gu, "")}.`);
    await fc.assert(
      fc.asyncProperty(title, async (name) => {
        const text = await calendarText(scheduleFeed(fed(name), names));
        const { calendar, events } = parsed(text);
        expect(nameIn(calendar, "x-wr-calname")).toBe(`On call: ${name}`);
        expect(nameIn(calendar, "name")).toBe(`On call: ${name}`);
        expect(events[0]!.getFirstPropertyValue("summary")).toBe(`Ada: ${name}`);
        expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
        const lines = text.split("\r\n");
        expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
        expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
      { seed: 20_261_126 },
    );
  });

  it("takes a line break in a name for text, not for another property", async () => {
    const feed = { name: "A\r\nX-EVIL:1", events: [] };
    const { calendar } = parsed(await calendarText(feed));
    expect(calendar.getFirstPropertyValue("x-evil")).toBeNull();
    expect(nameIn(calendar, "x-wr-calname")).toBe("A\nX-EVIL:1");
  });
});
