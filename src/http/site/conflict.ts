/** Compares the stored values with the typed ones when a form is saved too late. Pure. */
import type { Field } from "../../dashboard/form-field.ts";
import { html, type Html } from "../../dashboard/html.ts";

type Values = Readonly<Record<string, readonly string[]>>;

/** The fields that differ from the stored ones; null: none. Secrets are not shown. */
export function conflictNote(fields: readonly Field[], typed: Values, stored: Values): Html | null {
  const different = fields.filter(
    ({ name }) => JSON.stringify(typed[name] ?? []) !== JSON.stringify(stored[name] ?? []),
  );
  if (different.length === 0) return null;
  return html`<p>
      It has been changed since you opened it. Your input is still here; saving again replaces what
      is stored now:
    </p>
    <ul>
      ${different.map(
        (field) => html`<li><b>${field.label}</b>: <bdi>${shown(field, stored)}</bdi></li>`,
      )}
    </ul>`;
}

/** The stored value of a field, in the words of its form. */
function shown({ name, input }: Field, stored: Values): string {
  const values = stored[name] ?? [];
  if (input.kind === "secret") return "another secret";
  const options = "options" in input ? input.options : [];
  const words = values.map((value) => options.find((one) => one.value === value)?.label ?? value);
  return words.every((word) => word === "") ? "empty" : words.join(", ");
}
