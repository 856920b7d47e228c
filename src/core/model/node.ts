/** A running daemon. */
export interface Node {
  /** A UUID of its own at every start. */
  id: string;
  /** For people: the host. */
  name: string;
  version: string;
}
