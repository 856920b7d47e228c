/** Values for programs: JSON and YAML, exactly as the API has them. */

/** The value as one document of `format`; null: it is a format for people. */
export async function structured(
  value: unknown,
  format: string | undefined,
): Promise<string | null> {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  // Loaded when it is wanted: it costs more than all the rest of a command.
  if (format === "yaml") return (await import("yaml")).stringify(value);
  return null;
}
