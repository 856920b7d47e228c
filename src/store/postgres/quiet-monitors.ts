/** Monitors that were `quiet` at their last report, and the fields that a decision about the next one needs. */
import type { Subject, WebhookMonitor } from "../../core/model/model.ts";
import { isJudgedByNumber, isQuiet } from "../../core/reports/quiet.ts";

/** A monitor that is judged by the number of its reports, in one version of its fields. */
interface QuietMonitor {
  version: number;
  threshold: number;
}

/** In memory at most, a hundred bytes each. */
const maxMonitors = 20_000;

export class QuietMonitors {
  readonly #known = new Map<string, QuietMonitor>();

  /** Those with these ids that are known. */
  among(ids: readonly string[]): ReadonlyMap<string, QuietMonitor> {
    const among = new Map<string, QuietMonitor>();
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known) among.set(id, known);
    }
    return among;
  }

  /** As they were loaded. */
  learn(subject: Subject, monitor: WebhookMonitor): void {
    if (!isQuiet(subject) || !isJudgedByNumber(monitor)) return;
    const { id, version, error_rate_threshold: threshold } = monitor;
    this.#known.set(id, { version, threshold });
    for (const first of this.#known.keys()) {
      if (this.#known.size <= maxMonitors) break;
      this.#known.delete(first);
    }
  }

  /** It has changed, or is not `quiet` any more. */
  remove(id: string): void {
    this.#known.delete(id);
  }
}
