/** Says whether people on call are there, the same everywhere. Pure. */

/** A person on call. */
export interface Answerer {
  name: string;
  /** When they pressed "I am here", in the form in which the reader sees times; null: not yet. */
  since: string | null;
}

/** `here since Mon 09:02` or `not confirmed`; each with its name where several people differ. */
export function hereText(people: readonly Answerer[]): string {
  const texts = people.map(({ since }) =>
    since === null ? "not confirmed" : `here since ${since}`,
  );
  return new Set(texts).size <= 1
    ? (texts[0] ?? "")
    : people.map(({ name }, i) => `${name} ${texts[i]!}`).join(", ");
}
