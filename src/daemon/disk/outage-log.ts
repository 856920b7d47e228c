/**
 * Logs an unavailable database once when writes begin to fail and once when they succeed again, however many
 * loops fail in between, each every second.
 */
import { plural } from "../../core/text/plural.ts";
import type { Log } from "../log.ts";

export class OutageLog {
  readonly #log: Pick<Log, "info" | "error">;
  #failures = 0;
  #failing = false;

  constructor(log: Pick<Log, "info" | "error">) {
    this.#log = log;
  }

  /** Writes begin to fail, with the reason, or succeed again, with null. */
  change(why: string | null): void {
    if (why !== null) this.#log.error(`the database takes no writes: ${why}`);
    else if (this.#failing)
      this.#log.info(
        `the database takes writes again; ${plural(this.#failures, "failure")} of background work in between`,
      );
    this.#failing = why !== null;
    this.#failures = 0;
  }

  /** Background work failed because the database is unavailable. */
  count(): void {
    this.#failures += 1;
  }
}
