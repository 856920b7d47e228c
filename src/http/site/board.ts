/** The monitors of lists: their groups, and their rows with a day of history. */
import { cellStateOf, type StateSpan } from "../../dashboard/chart/cells.ts";
import { beginning, monitorSpans, overlay } from "../../dashboard/chart/spans.ts";
import type { Query } from "../../dashboard/board/address.ts";
import { totalOf } from "../../core/status/situation.ts";
import { isTroubled, type GroupModel } from "../../dashboard/board/monitor-groups.ts";
import type { MonitorRow } from "../../dashboard/board/model.ts";
import { worstSpans } from "../../dashboard/board/worst-spans.ts";
import { tileStates } from "../../dashboard/pages/overview.ts";
import { uptimeIn } from "../../dashboard/chart/uptime.ts";
import type { HistoryEntry, Instant } from "../../core/model/model.ts";
import type { BoardMonitor } from "../../store/reads/monitors.ts";
import type { Vitals } from "../../store/reads/vitals.ts";
import type { ActiveSilences } from "./active-silences.ts";
import type { Site } from "./site.ts";
import { day } from "../../core/text/units.ts";

/** Rows of one open group, and of all of them. The list of monitors has the others. */
const maxRows = { group: 25, all: 150 };
/** Groups that are open because something in them fails. */
const maxOpen = 8;
/** Monitors whose changes the bars of groups show at most, and how long bars are kept, ms. */
const bars = { monitors: 5000, kept: 30_000 };

/** Keeps a value for a while: it costs more than a page may. */
export function kept<T>(
  ms: number,
  load: (now: Instant) => Promise<T>,
): (now: Instant) => Promise<T> {
  let last: { at: Instant; value: Promise<T> } | null = null;
  return (now) => {
    if (!last || now - last.at >= ms || now < last.at) {
      const value = load(now);
      last = { at: now, value };
      // The next caller tries again.
      value.catch(() => (last = null));
    }
    return last.value;
  };
}

interface GroupsQuery {
  org_id: string;
  query: Query;
  groups: readonly { id: string; title: string }[];
  own: Vitals;
  silences: ActiveSilences;
  now: Instant;
}

export function boardOf({ store }: Pick<Site, "store">) {
  const groupBars = new Map<string, (now: Instant) => Promise<Map<string, StateSpan[]>>>();

  /** The worst state of each group at each time of the last 24 h. */
  async function barsOf(org_id: string, now: Instant): Promise<Map<string, StateSpan[]>> {
    const since = now - day;
    const { changed, steady } = await store.read.group_changes(org_id, since, bars.monitors);
    const histories = await store.read.histories(
      org_id,
      changed.map(({ id }) => id),
      since,
    );
    const entries = Map.groupBy(histories, ({ subject_id }) => subject_id);
    const spans = [
      ...changed.map(({ id, alert_group_id }) => ({
        alert_group_id,
        spans: monitorSpans(entries.get(id) ?? [], now),
      })),
      ...steady.map(({ alert_group_id, status }) => ({
        alert_group_id,
        spans: [{ from: since, to: now, state: cellStateOf(status) }],
      })),
    ];
    const byGroup = Map.groupBy(spans, ({ alert_group_id }) => alert_group_id);
    return new Map([...byGroup].map(([id, of]) => [id, worstSpans(of.map((one) => one.spans))]));
  }

  /** Monitors with their rows' data: the last day, sub-checks in numbers, the silence in effect. */
  async function rows(
    org_id: string,
    monitors: readonly BoardMonitor[],
    { silences, own, now }: Pick<GroupsQuery, "silences" | "own" | "now">,
  ): Promise<MonitorRow[]> {
    const ids = monitors.map(({ id }) => id);
    const since = now - day;
    const [histories, measured] = await Promise.all([
      store.read.histories(org_id, ids, since),
      store.read.monitor_histories({ org_id, ids, from: since, to: now, step_ms: day }),
    ]);
    const entries = Map.groupBy(histories, ({ subject_id }) => subject_id);
    const points = new Map(measured.map((one) => [one.subject_id, one.points]));
    const gaps = own.blind_periods.filter((gap) => gap.to >= since);
    return monitors.map((monitor) => {
      const changes: Pick<HistoryEntry, "at" | "status">[] = [
        beginning(monitor.kind, monitor.inserted_at),
        ...(entries.get(monitor.id) ?? []),
      ];
      const paused = monitor.paused_at === null ? [] : [{ from: monitor.paused_at, to: null }];
      const spans = overlay(
        overlay(monitorSpans(changes, now), gaps, "unknown", now),
        paused,
        "paused",
        now,
      );
      return {
        ...monitor,
        quiet: silences.ofMonitor(monitor),
        uptime: uptimeIn(spans, since, now),
        spans,
        response_ms:
          points.get(monitor.id)?.findLast(({ p50_ms }) => p50_ms !== null)?.p50_ms ?? null,
      };
    });
  }

  /** The groups with a monitor that the query matches; the open ones with their monitors. */
  async function groups(asked: GroupsQuery): Promise<GroupModel[]> {
    const { org_id, query, own, now } = asked;
    const filter = {
      org_id,
      search: query.search || null,
      statuses:
        query.state in tileStates ? tileStates[query.state as keyof typeof tileStates] : null,
      alert_group_ids: null,
    };
    let bar = groupBars.get(org_id);
    if (!bar) groupBars.set(org_id, (bar = kept(bars.kept, (at) => barsOf(org_id, at))));
    const [counted, spans] = await Promise.all([store.read.group_counts(filter), bar(now)]);
    const counts = Map.groupBy(counted, ({ alert_group_id }) => alert_group_id);
    const filtered = filter.search !== null || filter.statuses !== null;
    const shown = asked.groups
      .filter(({ id }) => counts.has(id))
      .map((group) => {
        const own = counts.get(group.id)!;
        return { ...group, counts: own, troubled: isTroubled(own) };
      })
      .toSorted((a, b) => Number(b.troubled) - Number(a.troubled));
    const only = shown.length === 1;
    const open = new Set(
      shown
        .filter(
          (one, i) =>
            query.open.includes(one.id) || ((one.troubled || filtered || only) && i < maxOpen),
        )
        .map(({ id }) => id),
    );
    const monitors = await store.read.board_monitors({
      ...filter,
      alert_group_ids: [...open],
      per_group: maxRows.group,
      limit: maxRows.all,
      offset: 0,
    });
    const of = Map.groupBy(await rows(org_id, monitors, asked), (one) => one.alert_group_id);
    const unreachable = new Set(own.unreachable_groups.map(({ id }) => id));
    return shown.map(({ id, title, counts }) => ({
      id,
      title,
      counts,
      unreachable: unreachable.has(id) && totalOf(counts) > 0,
      spans: spans.get(id) ?? [],
      monitors: open.has(id) ? (of.get(id) ?? []) : null,
    }));
  }

  return { groups, rows };
}
