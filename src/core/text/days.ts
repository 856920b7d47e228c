/** Days of the week in words, by their number: 0 is Sunday. Dates. Pure. */
import { day as dayLength } from "./units.ts";

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
export const longWeekdays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];
export const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];

export const longMonths = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The weekday of a day that is counted from 1970-01-01, a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** `25 Dec`, or `25 Dec 2027` in another year than the given one, of a day that is counted from 1970-01-01. */
export function dateText(day: number, year: number): string {
  const date = new Date(day * dayLength);
  const text = `${date.getUTCDate()} ${months[date.getUTCMonth()]!}`;
  return date.getUTCFullYear() === year ? text : `${text} ${date.getUTCFullYear()}`;
}

/** As cron has them. */
export const cronDays = weekdays.map((day) => day.toUpperCase());

/** The week as people write it. */
const fromMonday = [1, 2, 3, 4, 5, 6, 0];

/** `every day`, `every Sunday`, `Mon to Fri` or `Mon, Wed, Fri`; 0 is Sunday. No days are read as all of them. */
export function daysText(days: readonly number[]): string {
  const places = fromMonday.flatMap((day, place) => (days.includes(day) ? [place] : []));
  if (places.length === 0 || places.length === 7) return "every day";
  const [first, last] = [places[0]!, places.at(-1)!];
  if (first === last) return `every ${longWeekdays[fromMonday[first]!]!}`;
  const name = (place: number) => weekdays[fromMonday[place]!]!;
  return places.length > 2 && last - first === places.length - 1
    ? `${name(first)} to ${name(last)}`
    : places.map(name).join(", ");
}
