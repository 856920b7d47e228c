/**
 * Splits long lists into JSON texts of some hundred items each. Threads pass texts on in a fraction of the
 * time that objects take, and no single part takes long.
 */
import { cut, type Procedure } from "../../store/kit/procedure.ts";

/** A list of `T`, in parts. */
export type Parts<T> = readonly (string & { readonly items?: T[] })[];

/** Items in one part. */
export const inPart = 250;

export function toParts<T>(list: readonly T[]): Parts<T> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += inPart)
    parts.push(JSON.stringify(list.slice(from, from + inPart)));
  return parts;
}

export function fromParts<T>(parts: Parts<T>): T[] {
  return parts.flatMap((part) => JSON.parse(part) as T[]);
}

/** The same lists, with a cut after each part. */
export function* writtenInParts<T>(list: readonly T[]): Procedure<Parts<T>> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += inPart) {
    parts.push(...toParts(list.slice(from, from + inPart)));
    yield* cut();
  }
  return parts;
}

export function* readInParts<T>(parts: Parts<T>): Procedure<T[]> {
  const all: T[] = [];
  for (const part of parts) {
    all.push(...(JSON.parse(part) as T[]));
    yield* cut();
  }
  return all;
}

/** Runs a generator, with a cut at each of its yields. */
export function* withCuts<T>(steps: Generator<void, T>): Procedure<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield* cut();
  }
}
