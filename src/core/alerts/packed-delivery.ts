/**
 * A delivery as text, which threads pass on in half of the time that its objects take. Made as soon as it is read: its
 * objects would outlive the wait for the commit. Pure.
 */
import type { Arrival, Delivery } from "../model/command.ts";
import type { Instant } from "../model/model.ts";

export interface PackedDelivery {
  /** Its arrival, as of which it is decided. */
  at: Instant;
  /** How many alerts it has. */
  alerts: number;
  /** All but its arrival's time and body, as JSON. */
  text: string;
  body: string;
}

export function packDelivery({ delivered, arrival }: Delivery): PackedDelivery {
  const { received_at, body, ...rest } = arrival;
  return {
    at: received_at,
    alerts: delivered.alerts.length,
    text: JSON.stringify({ delivered, arrival: rest }),
    body,
  };
}

export function unpackDelivery({ at, text, body }: PackedDelivery): Delivery {
  const { delivered, arrival } = JSON.parse(text) as Pick<Delivery, "delivered"> & {
    arrival: Omit<Arrival, "received_at" | "body">;
  };
  return { delivered, arrival: { ...arrival, received_at: at, body } };
}

/** Alerts that are decided between two cuts: some ten statements each. */
export const partSize = 10;

/** Whether a delivery is decided in parts. */
export const isLarge = ({ alerts }: Pick<PackedDelivery, "alerts">) => alerts > partSize;
