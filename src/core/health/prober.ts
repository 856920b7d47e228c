/** What fetches health endpoints, as the core sees it. */
import type { HealthCheckMonitor } from "../model/model.ts";

/** Fetches a health endpoint; a bad target is an answer, never an exception. */
export interface Prober {
  fetch(
    monitor: Pick<HealthCheckMonitor, "url" | "request_headers" | "timeout_seconds">,
  ): Promise<Fetched>;
  close(): Promise<void>;
}

export type Fetched =
  | { kind: "answer"; http_status: number; body: string }
  | {
      kind: "failure";
      reason: string;
      /** Nothing of it was heard: no name, no connection, no answer in time. */
      unreachable?: true;
    };
