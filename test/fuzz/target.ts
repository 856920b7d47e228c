/** What a parser promises, to be asked of any text. */
export interface Target {
  name: string;
  /** The longest text that it is given: what the door before it lets through. */
  most: number;
  /** Texts that it reads, to begin with. */
  seeds: readonly string[];
  /** What means something to it. */
  words?: readonly string[];
  /** It is read by a program that has nothing else to do meanwhile: its turns may be of any length. */
  alone?: true;
  /**
   * Reads a text, and throws what it must not: `Broken`, or whatever the parser throws beside its documented faults. The
   * answer names the way that it took: a text that takes a new one is worth keeping.
   */
  run(text: string): unknown;
}

/** A promise that was not kept. */
class Broken extends Error {
  override name = "Broken";
}

export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Broken(sentence);
}

/** The result, or the documented fault in its place; another error goes on. */
export function unless<T, E extends Error>(
  fault: new (...given: never[]) => E,
  read: () => T,
): T | E {
  try {
    return read();
  } catch (error) {
    if (error instanceof fault) return error;
    throw error;
  }
}

/** Every text in a value can be stored: no U+0000, no half of a pair. */
export function isClean(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\u0000") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, one]) => isClean(name) && isClean(one));
}

/** The bytes of a text whose characters are bytes. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");
export const textOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
