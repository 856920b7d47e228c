/** Writes a feed as an iCalendar file (RFC 5545). Its times are UTC, so that it needs no time zones. */
import type { FeedEvent, Feed } from "../../core/on-call/feed.ts";

/** How often calendars are asked to fetch it, s. */
const fetchedEvery = 3600;

/** The text of a feed. The library is loaded with the first one. */
export async function calendarText({ name, events }: Feed): Promise<string> {
  const {
    default: ical,
    ICalEventBusyStatus,
    ICalEventTransparency,
  } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: "monitord", product: "on call", language: "EN" },
    name: escaped(name),
    ttl: fetchedEvery,
    events: events.map(({ uid, from, until, summary, sequence, stamp }: FeedEvent) => ({
      id: uid,
      start: new Date(from),
      end: new Date(until),
      stamp: new Date(stamp),
      summary,
      sequence,
      // On call is not busy: meetings can be planned.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    })),
  });
  // The library ends all lines but the last.
  return `${calendar.toString()}\r\n`;
}

/** The library escapes the texts of events, and not the name of a calendar. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll(/\r\n|\r|\n/g, "\\n");
