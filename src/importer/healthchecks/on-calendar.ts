/** Converts OnCalendar expressions of systemd that have an equivalent cron expression. Pure. */
import { cronDays } from "../../core/text/days.ts";

const named: Record<string, string> = {
  minutely: "* * * * *",
  hourly: "0 * * * *",
  daily: "0 0 * * *",
  weekly: "0 0 * * 1",
  monthly: "0 0 1 * *",
  quarterly: "0 0 1 1,4,7,10 *",
  semiannually: "0 0 1 1,7 *",
  yearly: "0 0 1 1 *",
  annually: "0 0 1 1 *",
};

/** A cron expression of five fields; null: none that says the same. */
export function cronOf(expression: string): string | null {
  const text = expression.trim();
  const word = named[text.toLowerCase()];
  if (word !== undefined) return word;
  const match =
    /^(?:([A-Za-z][A-Za-z.,]*)\s+)?(?:(?:\*-)?([\d*,./]+)-([\d*,./]+)\s+)?([\d*,./]+):([\d*,./]+)(?::0{1,2})?$/.exec(
      text,
    );
  if (!match) return null;
  const [, weekdays, month = "*", day = "*", hour, minute] = match;
  const fields = [
    fieldOf(minute!, 0),
    fieldOf(hour!, 0),
    fieldOf(day, 1),
    fieldOf(month, 1),
    weekdays === undefined ? "*" : daysOf(weekdays),
  ];
  // Cron joins a day of the month and a day of the week by "or", systemd by "and".
  if (fields.includes(null) || (fields[2] !== "*" && fields[4] !== "*")) return null;
  return fields.join(" ");
}

/** `*`, `5`, `1,15`, `8..17`, a step of `*` and `0/15`; `least`: the first value of the field. */
function fieldOf(text: string, least: number): string | null {
  const parts = text.split(",").map((part) => {
    const step = /^(\*|\d+)\/(\d+)$/.exec(part);
    if (step) {
      const from = step[1] === "*" ? least : Number(step[1]);
      return from === least ? `*/${Number(step[2])}` : null;
    }
    const range = /^(\d+)\.\.(\d+)$/.exec(part);
    if (range) return `${Number(range[1])}-${Number(range[2])}`;
    if (part === "*") return part;
    return /^\d+$/.test(part) ? String(Number(part)) : null;
  });
  return parts.includes(null) ? null : parts.join(",");
}

function daysOf(text: string): string | null {
  const short = (name: string) =>
    cronDays.find((day) => name.toUpperCase().startsWith(day)) ?? null;
  const parts = text.split(",").map((part) => {
    const [from, to, more] = part.split("..");
    const ends = [short(from!), to === undefined ? undefined : short(to)];
    if (more !== undefined || ends.includes(null)) return null;
    return ends[1] === undefined ? ends[0]! : `${ends[0]}-${ends[1]}`;
  });
  return parts.includes(null) ? null : parts.join(",");
}
