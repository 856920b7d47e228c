/**
 * The monitors that this node checks: the fields that their checks follow, and their last check. So a claim
 * need not carry whole monitors from the database, and a report that says the same again is recognized.
 */
import type { DueCheck } from "../../app/subject/claim-checks.ts";
import type { Store } from "../../app/store.ts";
import type { Checked } from "../../core/health/checked.ts";
import type { LastCheck } from "../../core/health/unchanged-check.ts";

export interface Known {
  monitor: Checked;
  last: LastCheck | null;
}

/** More than a node can check; a kilobyte each. */
const most = 20_000;

export class CheckedMonitors {
  readonly #known = new Map<string, Known>();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads those that are not known in their current version. */
  async load(due: readonly DueCheck[]): Promise<void> {
    const missing = due
      .filter(({ subject_id, version }) => this.get(subject_id)?.monitor.version !== version)
      .map(({ subject_id }) => subject_id);
    if (missing.length === 0) return;
    for (const id of missing) this.#known.delete(id);
    for (const monitor of await this.#store.read.checkedMonitors(missing))
      this.#known.set(monitor.id, { monitor, last: null });
    for (const id of this.#known.keys()) {
      if (this.#known.size <= most) break;
      this.#known.delete(id);
    }
  }

  /** Undefined: it was deleted. */
  get(id: string): Known | undefined {
    return this.#known.get(id);
  }
}
