/**
 * Lets forms of the dashboard call the API: they are sent to its routes within the process, so that one
 * place validates, saves and reports faults. A ticket identifies the caller and is valid for one call.
 */
import { randomBytes } from "node:crypto";
import type { Caller } from "../../store/reads/access.ts";

export class Tickets {
  readonly #issued = new Map<string, Caller>();

  issue(caller: Caller): string {
    const ticket = randomBytes(32).toString("base64url");
    this.#issued.set(ticket, caller);
    return ticket;
  }

  /** The caller it was issued to; undefined: unknown or used. */
  take(ticket: string): Caller | undefined {
    const caller = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return caller;
  }
}
