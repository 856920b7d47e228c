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

export interface TriedBody {
  /** Null: it would be refused. */
  format: string | null;
  /** Why it would be refused; null: it would not. */
  reason: string | null;
  alerts: TriedAlert[];
  /** Alerts beyond those that are read. */
  left_out: number;
  remarks: string[];
}
