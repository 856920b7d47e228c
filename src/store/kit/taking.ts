/**
 * Builds statements with typed placeholders. Statement and caller share one type, so that an unknown name
 * compiles in neither.
 */
import { sql, type Placeholder } from "drizzle-orm";

declare const parameters: unique symbol;

/** Marks a statement that takes the parameters `P`; the mark exists in types only. */
export interface Takes<P> {
  readonly [parameters]: (params: P) => void;
}

/** The parameters of a statement of the type `S`. */
export type ParamsOf<S> = S extends Takes<infer P> ? [params: P] : [];

/** Makes the placeholders of a statement that is run with `P`. */
export interface Placeholders<P> {
  (name: keyof P & string): Placeholder;
}

/** The statement that `build` makes, run with `P`. */
export function taking<P, S extends object>(build: (p: Placeholders<P>) => S): S & Takes<P> {
  return build((name) => sql.placeholder(name)) as S & Takes<P>;
}
