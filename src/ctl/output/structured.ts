/** Values for programs: JSON and YAML, exactly as the API has them. */
import { stringify } from "yaml";

/** The value as one document of `format`; null: it is a format for people. */
export function structured(
  value: unknown,
  format: string | undefined,
): string | null {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  if (format === "yaml") return stringify(value);
  return null;
}
