/** Days of the week in words. Pure. */

const short = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const long = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The week as people write it. */
const fromMonday = [1, 2, 3, 4, 5, 6, 0];

/** `every day`, `every Sunday`, `Mon to Fri` or `Mon, Wed, Fri`; 0 is Sunday. No days are read as all of them. */
export function daysText(days: readonly number[]): string {
  const places = fromMonday.flatMap((day, place) => (days.includes(day) ? [place] : []));
  if (places.length === 0 || places.length === 7) return "every day";
  const [first, last] = [places[0]!, places.at(-1)!];
  if (first === last) return `every ${long[fromMonday[first]!]!}`;
  const name = (place: number) => short[fromMonday[place]!]!;
  return places.length > 2 && last - first === places.length - 1
    ? `${name(first)} to ${name(last)}`
    : places.map(name).join(", ");
}
