/** Words the fault of a field for the author of the file. */
import type { Fault } from "../core/model/fault.ts";
import { splitSuggestion } from "../core/text/nearest.ts";
import { hintFor } from "./hints.ts";

/**
 * The fault's sentence with the field's name in it, and separately the name that was probably meant. `value` is
 * the value in the file, `spelled` its text; `written` is the text of one that came from variables.
 */
export function wording(
  fault: Fault,
  value: unknown,
  written?: string,
  spelled?: string,
): { message: string; hint: string | null } {
  const [sentence, meant] = splitSuggestion(fault.message);
  const phrase = sentence
    .replace(/\ban array$/, "a list")
    .replace(/\ban object$/, "a mapping of fields");
  const named = /^(must|is|are|has|have|may|leads|needs?|cannot)\b/.test(phrase);
  const field = fieldNameOf(fault.field);
  const subject = fault.code === "cycle" ? field.replace(/\[\d+\]$/, "") : field;
  const message = named ? `${subject} ${phrase}` : phrase;
  const hint = hintFor(fault, { value, written, spelled, meant });
  // The list of all names helps only those without a better hint.
  return { message: hint === null ? message : message.replace(/; known: .*$/s, ""), hint };
}

/** `health_check_monitors[2].url` → `url`; `alert_groups[0].contact_days[1]` → `contact_days[1]`. */
function fieldNameOf(field: string): string {
  return /^(?:\w+\[\d+\]|defaults\.\w+)\.(.+)$/s.exec(field)?.[1] ?? (field || "the file");
}
