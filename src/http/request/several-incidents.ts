/** One command for several incidents: those of a list of numbers, or all unresolved ones that match a filter. */
import type { ActedOn } from "../../api/routes/incident-bodies.ts";
import type { IncidentCommand } from "../../app/incident/incident.ts";
import type { Actor } from "../../app/audit.ts";
import type { Store } from "../../app/store.ts";
import { mostFaults, type Fault } from "../../core/model/fault.ts";
import type { Incident, IncidentStatus, Instant } from "../../core/model/model.ts";
import { matches, parseMatcher } from "../../core/silence/matcher.ts";
import { labelsOf } from "../../core/silence/silenced.ts";
import { incidentId } from "./incident-id.ts";
import { timestampOr } from "../answer/present.ts";
import { invalid } from "../answer/problem.ts";
import { everyRow } from "../every-row.ts";
import { eachOf, eitherOf, refuseMore } from "./several.ts";

interface Which {
  numbers?: readonly number[];
  filter?: Filter;
  /** Most incidents that may change. */
  max?: number;
  dry_run?: boolean;
}

interface Filter {
  alert_group_id?: string;
  source_id?: string;
  project?: string;
  status?: "open" | "acknowledged";
  matchers?: readonly string[];
}

/** Throws a `Problem` that names unknown numbers, or says that neither numbers nor a filter were sent, before it acts. */
export async function actOnSeveral(
  store: Pick<Store, "read" | "run">,
  which: Which,
  command: IncidentCommand,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<ActedOn[]> {
  const { org_id } = actor;
  const all = await chosen(store, org_id, which);
  refuseMore(all.filter((one) => wouldChange(one, command)).length, "incident", which.max);
  if (which.dry_run === true) return all.map((one) => actedOn(one, wouldChange(one, command)));
  const act = async (before: Incident): Promise<ActedOn[]> => {
    const outcome = await store.run("incident", {
      org_id,
      incident_id: before.id,
      command,
      actor,
      now,
    });
    if (!outcome.ok) return [];
    const after = outcome.value;
    const changed = compared.some((field) => after[field] !== before[field]);
    return [actedOn(after, changed)];
  };
  return eachOf(all, act);
}

/** The fields that a command for several can change. */
const compared = ["status", "acknowledged_at", "snoozed_until"] as const;

/** The states in which a command has an effect. */
const from: Partial<Record<IncidentCommand["kind"], readonly IncidentStatus[]>> = {
  acknowledged: ["open"],
  unacknowledged: ["acknowledged"],
  resolved: ["open", "acknowledged"],
};

const wouldChange = ({ status }: Incident, { kind }: IncidentCommand): boolean =>
  from[kind]?.includes(status) ?? false;

const actedOn = (
  { id, number, title, status, acknowledged_by, snoozed_until, pages_again }: Incident,
  changed: boolean,
): ActedOn => ({
  id,
  number,
  title,
  status,
  changed,
  acknowledged_by,
  snoozed_until: timestampOr(snoozed_until),
  pages_again,
});

async function chosen(
  store: Pick<Store, "read">,
  org_id: string,
  { numbers, filter }: Which,
): Promise<Incident[]> {
  eitherOf("numbers", numbers, filter);
  return filter ? matching(store, org_id, filter) : numbered(store, org_id, numbers!);
}

async function matching(
  store: Pick<Store, "read">,
  org_id: string,
  { matchers = [], status, ...filters }: Filter,
): Promise<Incident[]> {
  const fits = labelsFitting(matchers);
  const statuses = status === undefined ? (["open", "acknowledged"] as const) : [status];
  const incidents = await everyRow(
    (page) => store.read.incidents({ org_id, statuses, ...filters, ...page }),
    ({ opened_at }) => opened_at,
  );
  return incidents.filter(fits);
}

/** Whether all matchers fit the labels of an incident; those of monitors have none. */
function labelsFitting(matchers: readonly string[]): (incident: Incident) => boolean {
  const parsed = matchers.map(parseMatcher);
  const faults = parsed.flatMap((one, at): Fault[] =>
    typeof one === "string"
      ? [{ field: `filter.matchers[${at}]`, code: "format", message: one }]
      : [],
  );
  if (faults.length > 0) throw invalid(faults);
  const all = parsed.filter((one) => typeof one !== "string");
  return (incident) => {
    const labels = labelsOf(incident);
    return all.length === 0 || (labels !== null && all.every((one) => matches(one, labels)));
  };
}

async function numbered(
  store: Pick<Store, "read">,
  org_id: string,
  numbers: readonly number[],
): Promise<Incident[]> {
  const incidents: Incident[] = [];
  const faults: Fault[] = [];
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  for (const number of sorted) {
    const row = await store.read.incident(org_id, await incidentId(store, org_id, String(number)));
    if (row) incidents.push(row.incident);
    else
      faults.push({
        field: `numbers[${numbers.indexOf(number)}]`,
        code: "unknown_incident",
        message: `no incident has the number ${number}`,
      });
  }
  if (faults.length > 0) throw invalid(faults.slice(0, mostFaults));
  return incidents;
}
