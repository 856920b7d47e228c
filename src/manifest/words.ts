/** Words the fault of a field for the author of the file. */
import type { Fault } from "../core/model/fault.ts";

/** Names that people try for the lists, and the ones that are meant. */
const otherNames: Record<string, string> = {
  checks: "health_check_monitors",
  groups: "alert_groups",
  imports: "include",
  includes: "include",
  health_check: "health_check_monitors",
  health_checks: "health_check_monitors",
  monitors: "health_check_monitors",
  people: "users",
  webhook: "webhook_monitors",
  webhooks: "webhook_monitors",
};

/**
 * The fault's sentence with the field's name in it, and separately the name that was probably meant. `value` is
 * the value in the file; `written` is the text of one that came from variables.
 */
export function wording(
  fault: Fault,
  value: unknown,
  written?: string,
): { message: string; hint: string | null } {
  const [, sentence = fault.message, meant] =
    /^(.*?)(?:, (did you mean .*\?))?$/s.exec(fault.message) ?? [];
  const phrase = sentence
    .replace(/\ban array$/, "a list")
    .replace(/\ban object$/, "a mapping of fields");
  const named = /^(must|is|are|has|have|may|leads|needs?|cannot)\b/.test(phrase);
  const message = named ? `${fieldNameOf(fault.field)} ${phrase}` : phrase;
  return { message, hint: meant ?? hintFor(fault, value, written) };
}

/** `health_check_monitors[2].url` → `url`; `alert_groups[0].members[1]` → `members[1]`. */
function fieldNameOf(field: string): string {
  return /^(?:\w+\[\d+\]|defaults\.\w+)\.(.+)$/s.exec(field)?.[1] ?? (field || "the file");
}

function hintFor(fault: Fault, value: unknown, written: string | undefined): string | null {
  if (fault.code === "unknown_field") {
    const meant = otherNames[fault.field.replace(/^defaults\./, "")];
    return meant ? `did you mean "${meant}"?` : null;
  }
  if (fault.code !== "type") return null;
  if (fault.message.endsWith("array") && typeof value === "string")
    return `write a list: [${written ?? value}]`;
  if (fault.message.endsWith("string"))
    return typeof value === "number" || typeof value === "boolean"
      ? `write it in quotes: "${written ?? value}"`
      : null;
  if (written !== undefined) return null;
  if (fault.message.endsWith("boolean") && typeof value === "string") {
    if (/^(yes|on|y)$/i.test(value)) return "write true";
    if (/^(no|off|n)$/i.test(value)) return "write false";
  }
  if (/(integer|number)$/.test(fault.message) && typeof value === "string") {
    const digits = /^\s*(\d+)\s*([a-z]*)\s*$/i.exec(value);
    if (digits)
      return digits[2]
        ? `a plain number; the unit is in the field's name`
        : `write it without quotes: ${digits[1]}`;
  }
  return null;
}
