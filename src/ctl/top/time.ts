/** Times as they are at the place of whoever looks. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `14:02:11`. */
export function timeText(instant: number, zone: string): string {
  return format(zone, "time").format(instant);
}

/** `2026-11-21 14:02:11`. */
export function dateTimeText(instant: string, zone: string): string {
  return format(zone, "date").format(Date.parse(instant));
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
