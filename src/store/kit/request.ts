/** A request to a store: plain data, so that it crosses threads. */
export interface Request {
  /** The name of a verb. */
  verb: string;
  input: unknown;
}
