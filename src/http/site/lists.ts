/** Resources for lists and for choices: as many as these can bear. */
import type { Store } from "../../app/store.ts";
import type { BoardMonitor } from "../../store/reads/monitors.ts";
import type { Deps } from "../deps.ts";

type Reading = Pick<Deps, "store" | "clock">;

const query = (org_id: string) => ({ org_id, limit: 1000, after: null });

/** By their titles. */
export async function allGroups({ store, clock }: Reading, org_id: string) {
  const groups = await store.read.resources("alert_groups", query(org_id), clock.now());
  return groups.toSorted((a, b) => a.title.localeCompare(b.title));
}

export const allUsers = ({ store, clock }: Reading, org_id: string) =>
  store.read.resources("users", query(org_id), clock.now());

/** The monitors of a group, or of all of them (null), the worst first. */
export const monitorsOf = (
  store: Store,
  org_id: string,
  alert_group_id: string | null,
  limit: number,
): Promise<BoardMonitor[]> =>
  store.read.board_monitors({
    org_id,
    search: null,
    statuses: null,
    alert_group_ids: alert_group_id === null ? null : [alert_group_id],
    limit,
    offset: 0,
  });
