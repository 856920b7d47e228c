/** The extra fields that a source sent with an incident. Pure. */
import type { Reader } from "./chart/times.ts";
import { html, type Html } from "./html.ts";
import { linked } from "./words.ts";

/** The fields as names and values, as far as the values fit on a line. */
export function details(given: Record<string, unknown>, reader: Reader): Html | null {
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== "");
  if (entries.length === 0) return null;
  const phrase = (value: unknown) =>
    typeof value === "string"
      ? linked(value, reader)
      : typeof value === "number" || typeof value === "boolean"
        ? String(value)
        : html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
  return html`<details id="details">
    <summary>Details</summary>
    <dl>
      ${entries.map(
        ([name, value]) =>
          html`<dt>${name.replaceAll("_", " ")}</dt>
            <dd>${phrase(value)}</dd>`,
      )}
    </dl>
  </details>`;
}
