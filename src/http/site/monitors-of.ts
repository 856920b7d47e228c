/** The monitors of a group, or of all of them (null), the worst first. */
import type { MonitorLine } from "../../core/model/monitor-line.ts";
import type { Store } from "../../app/store.ts";

export const monitorsOf = (
  store: Store,
  org_id: string,
  alert_group_id: string | null,
  limit: number,
): Promise<MonitorLine[]> =>
  store.read.board_monitors({
    org_id,
    search: null,
    statuses: null,
    alert_group_ids: alert_group_id === null ? null : [alert_group_id],
    limit,
    offset: 0,
  });
