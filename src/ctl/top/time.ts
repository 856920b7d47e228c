/** Formats times in the user's local time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `14:02:11`. */
export function timeText(instant: number, zone: string): string {
  return format(zone, "time").format(instant);
}

/** `2026-11-21 14:02:11`. */
export function dateTimeText(instant: number, zone: string): string {
  return format(zone, "date").format(instant);
}

/** The time alone, and the date before it when that is another one than today's. */
export function whenText(instant: string, now: number, zone: string): string {
  const at = dateTimeText(Date.parse(instant), zone);
  const day = at.slice(0, 10);
  return dateTimeText(now, zone).startsWith(day) ? at.slice(11) : at;
}

function format(zone: string, kind: "time" | "date"): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      ...(kind === "date" ? { dateStyle: "short" } : {}),
      timeStyle: "medium",
    });
    formats.set(key, made);
  }
  return made;
}
