/** The store as the service uses it: its verbs are the use cases of this folder. */
import type { AnswerOf, InputOf, Store as StoreOf } from "../store/store.ts";
import type { verbs } from "./verbs.ts";

type Procedures = typeof verbs;

/**
 * The verbs that write, by name. Each is one transaction, all or nothing, and resolves only when it is on
 * disk. Inputs and answers are plain data; `now` is the caller's clock.
 */
export type Verbs = {
  [V in keyof Procedures]: (input: InputOf<Procedures[V]>) => AnswerOf<Procedures[V]>;
};

export type Store = StoreOf<Procedures>;
