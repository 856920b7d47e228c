/** Pauses or resumes several monitors: those of a list of ids, or all that match a filter. */
import type { PausedMonitor } from "../../api/routes/several-bodies.ts";
import type { Actor } from "../../app/audit.ts";
import type { Store } from "../../app/store.ts";
import { mostFaults, type Fault } from "../../core/model/fault.ts";
import type { Instant, MonitorKind } from "../../core/model/model.ts";
import { kindsWith } from "../../resource/resources.ts";
import type { ShownNow } from "../../store/reads/resources.ts";
import { timestampOr } from "../answer/present.ts";
import { invalid } from "../answer/problem.ts";
import { everyRow } from "../every-row.ts";
import { eachOf, eitherOf, refuseMore } from "./several.ts";

interface Which {
  ids?: readonly string[];
  filter?: { alert_group_id?: string; project?: string };
  /** Most monitors that may change. */
  max?: number;
  dry_run?: boolean;
}

/** `until`: the end of a pause; null: until it is resumed. */
type Change = { paused: true; until: Instant | null } | { paused: false };

interface Monitor {
  kind: MonitorKind;
  row: ShownNow<MonitorKind>;
}

const kinds = kindsWith("isMonitor");

/** Throws a `Problem` that names unknown ids, or says that neither ids nor a filter were sent, before it acts. */
export async function pauseSeveral(
  store: Pick<Store, "read" | "run">,
  which: Which,
  change: Change,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<PausedMonitor[]> {
  const all = await chosen(store, actor.org_id, which, now);
  const changing = ({ row: { subject } }: Monitor) =>
    change.paused
      ? subject.paused_at === null || subject.paused_until !== change.until
      : subject.paused_at !== null;
  refuseMore(all.filter(changing).length, "monitor", which.max);
  if (which.dry_run === true) return all.map((one) => shown(one, changing(one)));
  return eachOf(all, async (one) => {
    if (!changing(one)) return [shown(one, false)];
    const { kind, row } = one;
    const { paused } = change;
    const until = change.paused ? change.until : null;
    const input = { actor, kind, id: row.id, paused, until, now };
    if (!(await store.run("pause", input)).ok) return [];
    const after = await store.read.resource(kind, actor.org_id, row.id, now);
    return after ? [shown({ kind, row: after }, true)] : [];
  });
}

const shown = (
  { kind, row: { id, external_id, title, subject } }: Monitor,
  changed: boolean,
): PausedMonitor => ({
  id,
  kind,
  external_id,
  title,
  status: subject.status,
  paused_until: timestampOr(subject.paused_until),
  changed,
});

async function chosen(
  { read }: Pick<Store, "read">,
  org_id: string,
  { ids, filter }: Which,
  now: Instant,
): Promise<Monitor[]> {
  eitherOf("ids", ids, filter);
  const monitors: Monitor[] = [];
  if (filter) {
    for (const kind of kinds) {
      const all = await everyRow<ShownNow<MonitorKind>>(
        (page) => read.resources(kind, { org_id, ...filter, ...page }, now),
        ({ inserted_at }) => inserted_at,
      );
      for (const row of all) monitors.push({ kind, row });
    }
    return monitors;
  }
  const faults: Fault[] = [];
  for (const [at, id] of [...new Set(ids)].entries()) {
    const both = await Promise.all(
      kinds.map(async (kind) => ({ kind, row: await read.resource(kind, org_id, id, now) })),
    );
    const known = both.find(({ row }) => row !== null);
    if (known?.row) monitors.push({ kind: known.kind, row: known.row });
    else
      faults.push({ field: `ids[${at}]`, code: "unknown", message: `no monitor has the id ${id}` });
  }
  if (faults.length > 0) throw invalid(faults.slice(0, mostFaults));
  return monitors;
}
