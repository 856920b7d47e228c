/** One command for several incidents: those of a list of numbers, or all unresolved ones that match a filter. */
import type { ActedOn } from "../../api/routes/incident-bodies.ts";
import type { IncidentCommand } from "../../app/incident/incident.ts";
import type { Actor } from "../../app/audit.ts";
import type { Store } from "../../app/store.ts";
import { mostFaults, type Fault } from "../../core/model/fault.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { incidentId } from "./incident-id.ts";
import { nextTurn } from "../turns.ts";
import { invalid } from "../answer/problem.ts";

/** Incidents that are read at once. */
const pageSize = 1000;

interface Which {
  numbers?: readonly number[];
  filter?: { alert_group_id?: string; source_id?: string };
}

/** Throws a `Problem` that names unknown numbers, or says that neither numbers nor a filter were sent, before it acts. */
export async function actOnSeveral(
  store: Pick<Store, "read" | "run">,
  which: Which,
  command: IncidentCommand,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<ActedOn[]> {
  const { org_id } = actor;
  const acted: ActedOn[] = [];
  for (const { id, number, title, status, acknowledged_at } of await chosen(store, org_id, which)) {
    const outcome = await store.run("incident", { org_id, incident_id: id, command, actor, now });
    if (outcome.ok) {
      const after = outcome.value;
      const changed = after.status !== status || after.acknowledged_at !== acknowledged_at;
      acted.push({ id, number, title, status: after.status, changed });
    }
    await nextTurn();
  }
  return acted;
}

async function chosen(
  store: Pick<Store, "read">,
  org_id: string,
  { numbers, filter }: Which,
): Promise<Incident[]> {
  if ((numbers === undefined) === (filter === undefined))
    throw invalid([
      { field: "numbers", code: "required", message: "send either numbers or a filter" },
    ]);
  return filter ? matching(store, org_id, filter) : numbered(store, org_id, numbers!);
}

async function matching(
  store: Pick<Store, "read">,
  org_id: string,
  filter: NonNullable<Which["filter"]>,
): Promise<Incident[]> {
  const incidents: Incident[] = [];
  for (;;) {
    const last = incidents.at(-1);
    const page = await store.read.incidents({
      org_id,
      statuses: ["open", "acknowledged"],
      alert_group_id: filter.alert_group_id,
      source_id: filter.source_id,
      limit: pageSize,
      after: last ? { inserted_at: last.opened_at, id: last.id } : null,
    });
    incidents.push(...page);
    if (page.length < pageSize) return incidents;
  }
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
