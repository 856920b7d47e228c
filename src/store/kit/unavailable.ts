/**
 * The error for a write that the database did not confirm, or whose result is unknown: the request must not be
 * acknowledged, and the caller may retry (`503`).
 */
export class StoreUnavailable extends Error {
  readonly code = "STORE_UNAVAILABLE";
  override readonly name = "StoreUnavailable";
  /** The reason as a sentence for the sender of the request; null: it is only for the log. */
  readonly sentence: string | null;
  constructor(message: string, sentence: string | null = null) {
    super(message);
    this.sentence = sentence;
  }
}

/** The database did not take a write, for this reason; `sentence`: the same for the sender of the request. */
export function unavailable(why: string | null, sentence: string | null = null): StoreUnavailable {
  return new StoreUnavailable(`The database did not confirm the write: ${why}`, sentence);
}

/**
 * The machine, or a file or database that was given, keeps a start from succeeding, and another attempt would fail in
 * the same way (exit code 78).
 */
export class EnvironmentError extends Error {
  override readonly name: string = "EnvironmentError";
}
