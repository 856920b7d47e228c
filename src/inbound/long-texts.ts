/**
 * Shortens texts of megabytes before anything reads them: a pattern that repeats over one exhausts its stack, and only a
 * few kilobytes of a text are shown. Pure.
 */

/** Characters that stay at the beginning and at the end, beside the length: two long texts remain different. */
const ends = 64 * 1024;

/** The parsed JSON with short texts and names. Changes it in place: a copy of a large body takes long to make. */
export function withShortTexts(value: unknown): unknown {
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value))
    for (let i = 0; i < value.length; i++) value[i] = withShortTexts(value[i]);
  else if (typeof value === "object" && value !== null) {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const short = shortened(name);
      members[short] = withShortTexts(members[name]);
      if (short !== name) delete members[name];
    }
  }
  return value;
}

function shortened(text: string): string {
  if (text.length <= 2 * ends) return text;
  return `${text.slice(0, ends)}…${text.length}…${text.slice(-ends)}`;
}
