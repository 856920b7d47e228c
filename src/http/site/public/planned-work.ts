/** Finds the planned work of the next days on the systems of a public page. Reasons are not public. */
import type { Instant, Silence } from "../../../core/model/model.ts";
import { concerned, windowsOf } from "../../../core/silence/silenced.ts";
import { isPlanned } from "../../../core/status/status-page.ts";
import { day } from "../../../core/text/units.ts";
import type { PublicModel } from "../../../dashboard/public/model.ts";

/** How far ahead it is shown, ms; the times of one silence, and those of all. */
const limits = { ahead: 7 * day, ofSilence: 8, all: 10 };

type Planned = PublicModel["planned"];

/** Times that have not begun, soonest first; those at the same time are one. `systems`: each with the monitors behind it. */
export function plannedWork(
  silences: readonly Silence[],
  systems: readonly { name: string; behind: readonly { id: string; alert_group_id: string }[] }[],
  now: Instant,
): Planned {
  const all = silences.filter(isPlanned).flatMap((silence) => {
    const names = systems
      .filter(({ behind }) =>
        behind.some(({ id, alert_group_id }) => {
          const about = { source_id: id, alert_group_id, key: "", opened_at: now, labels: null };
          return concerned([silence], about).length > 0;
        }),
      )
      .map(({ name }) => name);
    return names.length === 0
      ? []
      : timesOf(silence, now)
          .filter(({ from }) => from > now && from <= now + limits.ahead)
          .map((time) => ({ ...time, names }));
  });
  return [...Map.groupBy(all, ({ from, until }) => `${from} ${until}`).values()]
    .map((same) => ({
      from: same[0]!.from,
      until: same[0]!.until,
      systems: systems
        .map(({ name }) => name)
        .filter((name) => same.some(({ names }) => names.includes(name))),
    }))
    .toSorted((a, b) => a.from - b.from || a.until - b.until)
    .slice(0, limits.all);
}

const timesOf = (silence: Silence, now: Instant) =>
  silence.cron === null
    ? [{ from: silence.from, until: silence.until! }]
    : windowsOf(silence, now, limits.ofSilence);
