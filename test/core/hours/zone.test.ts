import { expect, test } from "vitest";
import { dayMinute, nearMinute, zoneOf } from "../../../src/core/hours/zone.ts";

const day = 24 * 3600_000;

test("a zone answers the same for a date that it forgot and read again", () => {
  const zone = zoneOf("Europe/Berlin");
  const start = Date.UTC(2010, 0, 1, 23, 30);
  const days = Array.from({ length: 1600 }, (_, i) => start + i * day);
  const first = days.map((at) => zone.day(at));
  expect(days.map((at) => zone.day(at))).toEqual(first);
  // In winter it is tomorrow there, half an hour before midnight in UTC.
  expect(first[0]).toBe(Math.floor(start / day) + 1);
});

test("more zones than there are do not stay in memory for ever, and are right all the same", () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  for (let i = 0; i < 1100; i++) expect(zoneOf(`Mars/${i}`).day(noon)).toBe(noon / day - 0.5);
  expect(zoneOf("Asia/Tokyo").reached(noon)).toBe(noon - 9 * 3600_000);
});

test("a minute of a day is said by the clocks of a zone, with the year when it is another one", () => {
  const now = Date.parse("2026-12-05T12:00:00Z");
  expect(dayMinute("Europe/Berlin", Date.parse("2026-12-07T08:00:00Z"), now)).toBe(
    "Mon 7 Dec 09:00",
  );
  expect(dayMinute("Asia/Kathmandu", Date.parse("2027-01-01T00:00:00Z"), now)).toBe(
    "Fri 1 Jan 2027 05:45",
  );
});

test.each([
  ["2026-12-07T12:30Z", "13:30"],
  ["2026-12-06T23:30Z", "00:30"],
  ["2026-12-12T08:00Z", "Sat 09:00"],
  ["2026-12-02T08:00Z", "Wed 09:00"],
  ["2026-12-13T08:00Z", "Sun 13 Dec 09:00"],
  ["2027-01-04T08:00Z", "Mon 4 Jan 2027 09:00"],
])("a time near Monday 7 December such as %s is short: %s", (at, text) => {
  expect(nearMinute("Europe/Berlin", Date.parse(at), Date.parse("2026-12-07T08:00Z"))).toBe(text);
});
