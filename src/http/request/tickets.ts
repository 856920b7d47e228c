/**
 * Forms of the dashboard are requests to the API in another coat: they are put to its routes within the
 * process, so that there is one place that checks, saves and says what is wrong. A ticket says for whom; it
 * is good for one call.
 */
import { randomBytes } from "node:crypto";
import type { Caller } from "./auth.ts";

export class Tickets {
  readonly #issued = new Map<string, Caller>();

  issue(caller: Caller): string {
    const ticket = randomBytes(32).toString("base64url");
    this.#issued.set(ticket, caller);
    return ticket;
  }

  /** Whom it was issued to; undefined: nobody, or it was used. */
  take(ticket: string): Caller | undefined {
    const caller = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return caller;
  }
}
