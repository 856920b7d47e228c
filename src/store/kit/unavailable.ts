/**
 * The database did not take a write, or the result is unknown: the request may not be acknowledged, and
 * the caller may try again (`503`).
 */
export class StoreUnavailable extends Error {
  readonly code = "STORE_UNAVAILABLE";
  override readonly name = "StoreUnavailable";
}

/** The database did not take a write, for this reason. */
export function unavailable(why: string | null): StoreUnavailable {
  return new StoreUnavailable(`The database did not take it: ${why}`);
}
