/**
 * Pages the devices that open incidents are pending for. A forgotten nudge costs half a minute and never a
 * page, because pending devices are read from the tables. Concurrent nodes page once: the
 * subject's row is the lock, and a device that has a page by then is left out.
 */
import { runCommand } from "../subject/run-command.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure, rows } from "../../store/kit/procedure.ts";

/**
 * Queues the missing pages of `limit` open incidents after the one with the id `after` (`""`: from the
 * first). `next`: the `after` that continues; null: these were the last.
 */
export function* page_pending(
  c: Context,
  { after, limit, now }: { after: string; limit: number; now: Instant },
): Procedure<{ next: string | null }> {
  const open = yield* rows(c.q.openIncidents, { after, limit });
  const next = open.length < limit ? null : open.at(-1)!.id;
  if (open.length === 0) return { next };
  const ids = JSON.stringify(open.map(({ id }) => id));
  const pending = [
    ...(yield* rows(c.q.pendingDevices, { ids })),
    ...(yield* rows(c.q.pendingOfEscalation, { ids })),
  ];
  const incidents = Map.groupBy(pending, ({ incident_id }) => incident_id);
  for (const devices of incidents.values()) {
    const [{ source_id, key }] = [devices[0]!];
    yield* runCommand(
      c,
      source_id,
      {
        kind: "page_pending",
        pending: devices.map(({ device_id, group_id }) => ({ device_id, group_id })),
      },
      now,
      key,
    );
    yield* cut();
  }
  return { next };
}
