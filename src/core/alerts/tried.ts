/** The result of a body that is tried. */
import type { Alert } from "../command/alert.ts";

/** An alert of the body, with its effect in words. */
export type TriedAlert = Pick<
  Alert,
  "title" | "status" | "identity" | "severity" | "labels" | "links"
> & {
  effect: string;
  /** The open incident of the alert; null: none. */
  incident_number: number | null;
  text: string;
  /** The priority of an incident that it opens. */
  priority_level: number;
};

/** An earlier delivery, read with the mapping that is tried. */
export interface TriedDelivery {
  delivery_id: string;
  /** Compared with the mapping of the group: `would make 2 alerts instead of 1`; null: it would make the same. */
  difference: string | null;
}

export interface TriedBody {
  /** Null: it would be refused. */
  format: string | null;
  /** Why it would be refused; null: it would not. */
  reason: string | null;
  alerts: TriedAlert[];
  /** Alerts beyond those that are read. */
  left_out: number;
  remarks: string[];
  /** The last deliveries to the group, newest first, if they were asked for. */
  recent: TriedDelivery[];
}
