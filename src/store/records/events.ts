/**
 * What those who look on live are told: events, written in the transaction of what they tell.
 *
 * They are read in the order of `tx` and `seq`, and only up to where nothing can appear any more. On
 * PostgreSQL a sequence alone would not do: who took number 5 may commit after number 6 was read, and 5
 * would never be seen. So a row carries its transaction, and readers stop before the oldest transaction
 * that is still under way. A transaction of somebody else's that writes for minutes on the same server
 * makes events late by as much; it loses none.
 *
 * What says nothing new is no event: a report that is only counted, a check that finds what the last found.
 */
import type {
  Incident,
  IncidentStatus,
  InboundEvent,
  Instant,
  LiveEvent,
  Subject,
} from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";

type Told = Omit<LiveEvent, "position" | "at">;

/** What happens to an incident, from the least to the most: of several in one transaction the last is told. */
const incidentChanges = [
  "timeline",
  "open",
  "acknowledged",
  "opened",
  "resolved",
] as const satisfies (IncidentStatus | "timeline" | "opened")[];
type IncidentChange = (typeof incidentChanges)[number];

/** Gathers what one transaction has to tell: one event for each thing, whatever happened to it. */
export class EventWriter {
  readonly #told = new Map<string, () => Told>();

  /** The status of a subject, as it is when the events are written. */
  status(subject: Subject): void {
    this.#told.set(subject.id, () => ({
      org_id: subject.org_id,
      kind: "status",
      object_id: subject.id,
      about: {
        source: subject.kind,
        status: subject.status,
        paused: subject.paused_at !== null,
        flapping: subject.flapping_since !== null,
      },
    }));
  }

  incident(incident: Pick<Incident, "id" | "org_id">, change: IncidentChange): void {
    const { id, org_id } = incident;
    const before = this.#told.get(id)?.().about["change"] as IncidentChange | undefined;
    if (before !== undefined && incidentChanges.indexOf(before) > incidentChanges.indexOf(change))
      return;
    this.#told.set(id, () => ({
      org_id,
      kind: "incident",
      object_id: id,
      about: { change },
    }));
  }

  delivery(event: Omit<InboundEvent, "replayed_at">): void {
    const { id, org_id, target_id, http_status } = event;
    this.#told.set(id, () => ({
      org_id,
      kind: "delivery",
      object_id: id,
      about: { target_id, http_status },
    }));
  }

  resource(org_id: string, resource: string, object_id: string, action: string): void {
    this.#told.set(object_id, () => ({
      org_id,
      kind: "resource",
      object_id,
      about: { resource, action },
    }));
  }

  *write(c: Context, now: Instant): Procedure<void> {
    for (const event of this.#told.values()) yield* write(c.q.addEvent, { ...event(), at: now });
    if (this.#told.size > 0) c.nudge("events");
  }
}
