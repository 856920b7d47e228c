/** Reads the reach of the silence that is typed in a form. */
import { reachOf, windowsOf } from "../../core/silence/silenced.ts";
import type { SilenceAside } from "../../dashboard/silence-aside.ts";
import type { Deps } from "../deps.ts";
import { allGroups, monitorsOf } from "./lists.ts";
import { isChosen, typedSilence } from "./silence-form.ts";

/** Monitors and open incidents that are counted, and windows that are shown. */
const limits = { monitors: 20_000, open: 2000, windows: 3 };

/** Null: its target is not chosen yet. */
export async function silenceReach(
  deps: Pick<Deps, "store" | "clock">,
  org_id: string,
  form: URLSearchParams,
): Promise<SilenceAside | null> {
  if (!isChosen(form)) return null;
  const { store, clock } = deps;
  const now = clock.now();
  const silence = typedSilence(form, now);
  const [monitors, groups, { incidents }] = await Promise.all([
    monitorsOf(store, org_id, silence.alert_group_id, limits.monitors),
    allGroups(deps, org_id),
    store.read.open_incidents(org_id, limits.open),
  ]);
  const reach = reachOf(silence, { monitors, groups, open: incidents });
  return {
    monitors: reach.monitors.map(({ title }) => title),
    alertsOf: reach.groups.map(({ title }) => title),
    matchers: silence.matchers,
    isOneAlert: silence.key !== null,
    open: reach.open,
    windows: silence.cron === null ? null : windowsOf(silence, now, limits.windows),
    timezone: silence.timezone,
  };
}
