/** Days of the week in words, by their number: 0 is Sunday. Pure. */

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
