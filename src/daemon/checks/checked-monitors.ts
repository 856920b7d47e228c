/**
 * The monitors that this node checks: the fields that their checks follow, and their last check. So a claim
 * need not carry whole monitors from the database, and a report that says the same again is recognized.
 */
import type { DueCheck } from "../../app/subject/claim-checks.ts";
import type { Store } from "../../app/store.ts";
import type { Checked } from "../../core/health/checked.ts";
import type { LastCheck } from "../../core/health/unchanged-check.ts";

export interface CheckedMonitor {
  monitor: Checked;
  last: LastCheck | null;
}

/** Beyond this the monitor whose check is longest ago is dropped, and read again for its next check; a kilobyte each. */
const maxMonitors = 100_000;

export class CheckedMonitors {
  readonly #known = new Map<string, CheckedMonitor>();
  readonly #store: Pick<Store, "read">;
  readonly #max: number;

  constructor(store: Pick<Store, "read">, max = maxMonitors) {
    this.#store = store;
    this.#max = max;
  }

  /** Reads those that are not known in their current version. */
  async load(due: readonly DueCheck[]): Promise<void> {
    const missing: string[] = [];
    for (const { subject_id, version } of due) {
      const known = this.#known.get(subject_id);
      // Put behind all others, so that none that is due now is dropped for another.
      this.#known.delete(subject_id);
      if (known?.monitor.version === version) this.#known.set(subject_id, known);
      else missing.push(subject_id);
    }
    if (missing.length === 0) return;
    for (const monitor of await this.#store.read.checkedMonitors(missing))
      this.#known.set(monitor.id, { monitor, last: null });
    for (const id of this.#known.keys()) {
      if (this.#known.size <= this.#max) break;
      this.#known.delete(id);
    }
  }

  /** Undefined: it was deleted. */
  get(id: string): CheckedMonitor | undefined {
    return this.#known.get(id);
  }
}
