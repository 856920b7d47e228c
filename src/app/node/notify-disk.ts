import { diskNotification, isNews, type NotedState } from "../../core/disk/notice.ts";
import type { Instant } from "../../core/model/model.ts";
import type { PushText } from "../../core/paging/bundle.ts";
import type { Context } from "../../store/queries/context.ts";
import { first, rows, type Procedure } from "../../store/kit/procedure.ts";
import { writePushes } from "../../store/records/outbox.ts";

/** Notifies the operators of the disk's state, once per state. */
export function* notify_disk(
  c: Context,
  { state, text, now }: { state: NotedState; text: PushText; now: Instant },
): Procedure<null> {
  const last = yield* first(c.q.lastDiskNotice);
  if (!isNews(state, last?.key ?? null)) return null;
  for (const device of yield* rows(c.q.operatorDevices))
    yield* writePushes(c, device.org_id, [diskNotification(device, state, text, now)], now);
  return null;
}
