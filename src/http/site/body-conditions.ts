/** Conditions on a JSON body as lines of a form, `/status equals "ok"`, and back. Pure. */
import { comparisons, type BodyCondition } from "../../resource/check/body-condition.ts";

/** A line without spaces around it. Each of its blanks belongs to one part: a shared one would be tried in all ways. */
const line = new RegExp(
  `^("(?:[^"\\\\]|\\\\.)*"|\\S+)\\s+(${comparisons.join("|")})(?:\\s+(\\S.*))?$`,
);

/** A longer line cannot be a condition: its pointer and its value have 1,000 characters, each six as JSON writes it. */
const longestLine = 16_384;

/** A monitor has 20 conditions at most: these are enough to be refused. */
const mostLines = 100;

/** One condition per line. A pointer with a space or a quote is written as a JSON string. */
export function conditionLines(conditions: readonly BodyCondition[]): string {
  return conditions
    .map(({ pointer, comparison, value }) =>
      [
        /^[^\s"]+$/.test(pointer) ? pointer : JSON.stringify(pointer),
        comparison,
        ...(value === undefined ? [] : [JSON.stringify(value)]),
      ].join(" "),
    )
    .join("\n");
}

/**
 * The conditions of a text. A value that is not a JSON scalar is a text. A line that is not a condition becomes one
 * without a comparison, which the API rejects.
 */
export function readConditions(text: string): Partial<BodyCondition>[] {
  return text
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .slice(0, mostLines)
    .map((one) => {
      const [, pointer, comparison, value] = (one.length <= longestLine && line.exec(one)) || [];
      if (pointer === undefined) return { pointer: one };
      const quoted = pointer.startsWith('"') ? jsonOf(pointer) : undefined;
      return {
        pointer: typeof quoted === "string" ? quoted : pointer,
        comparison: comparison as BodyCondition["comparison"],
        ...(value ? { value: scalarOf(value) } : {}),
      };
    });
}

function scalarOf(text: string): NonNullable<BodyCondition["value"]> | null {
  const value = jsonOf(text);
  return value === undefined || (typeof value === "object" && value !== null)
    ? text
    : (value as BodyCondition["value"] & {});
}

/** A text parsed as JSON; undefined: it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
