/**
 * The headers of an answer. A server can send each of them on several lines, and undici then gives a list where there
 * usually is a text: so no other file sees the headers of undici, and each reader of a header says which of the two is wanted.
 */
import type { IncomingHttpHeaders } from "node:http";

type Received = IncomingHttpHeaders | Readonly<Record<string, string[]>>;

export class AnswerHeaders {
  readonly #received: Received;

  /** Names in lower case. */
  constructor(received: Received) {
    this.#received = received;
  }

  /** The value of a header that has one: of several lines the first. null: none. */
  first(name: string): string | null {
    return this.lines(name)[0] ?? null;
  }

  /** The items of a header that is a list, however many lines it takes (RFC 9110, 5.3); empty: none. */
  list(name: string): string[] {
    return this.lines(name)
      .flatMap((line) => line.split(","))
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }

  /** The lines of a header, each as it was sent; empty: none. */
  lines(name: string): readonly string[] {
    if (!Object.hasOwn(this.#received, name)) return [];
    const value = (this.#received as IncomingHttpHeaders)[name];
    return typeof value === "string" ? [value] : (value ?? []);
  }
}
