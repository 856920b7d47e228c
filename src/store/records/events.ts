/**
 * Writes the live events of a transaction, in that transaction.
 *
 * They are read in the order of `tx` and `seq`, and only up to the point before which no row can appear any
 * more. On PostgreSQL a sequence alone is not enough: number 5 may be committed after number 6 was read, and
 * would never be seen. So a row carries its transaction, and readers stop before the oldest transaction
 * that is still under way. A foreign transaction that writes for minutes on the same server delays events
 * by as much; it loses none.
 *
 * A report that is only counted, or a check with the result of the last one, is not an event.
 */
import type {
  Incident,
  IncidentStatus,
  InboundEvent,
  Instant,
  LiveEvent,
  Subject,
} from "../../core/model/model.ts";
import { writeAll, type Procedure } from "../kit/procedure.ts";
import type { Context } from "../queries/context.ts";

type NewEvent = Omit<LiveEvent, "position" | "at">;

/** Changes of an incident, least important first: of several in one transaction, the last one is written. */
const incidentChanges = [
  "timeline",
  "open",
  "acknowledged",
  "opened",
  "resolved",
] as const satisfies (IncidentStatus | "timeline" | "opened")[];
type IncidentChange = (typeof incidentChanges)[number];

/** Gathers the live events of one transaction: one event per object. */
export class EventWriter {
  readonly #events = new Map<string, () => NewEvent>();

  /** Adds the status of a subject, read when the events are written. */
  status(subject: Subject): void {
    this.#events.set(subject.id, () => ({
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
    const before = this.#events.get(id)?.().about["change"] as IncidentChange | undefined;
    if (before !== undefined && incidentChanges.indexOf(before) > incidentChanges.indexOf(change))
      return;
    this.#events.set(id, () => ({
      org_id,
      kind: "incident",
      object_id: id,
      about: { change },
    }));
  }

  delivery(event: Omit<InboundEvent, "replayed_at">): void {
    const { id, org_id, target_id, http_status } = event;
    this.#events.set(id, () => ({
      org_id,
      kind: "delivery",
      object_id: id,
      about: { target_id, http_status },
    }));
  }

  resource(org_id: string, resource: string, object_id: string, action: string): void {
    this.#events.set(object_id, () => ({
      org_id,
      kind: "resource",
      object_id,
      about: { resource, action },
    }));
  }

  *write(c: Context, now: Instant): Procedure<void> {
    const events = [...this.#events.values()].map((event) => ({ ...event(), at: now }));
    yield* writeAll(c.q.addEvents, events);
    if (this.#events.size > 0) c.nudge("events");
  }
}
