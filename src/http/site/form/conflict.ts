/** Compares a form that is saved too late with the stored values: both beside each other. Pure. */
import { longWeekdays } from "../../../core/text/days.ts";
import type { Field } from "../../../dashboard/form-field.ts";
import { html, type Html } from "../../../dashboard/html.ts";

type Values = Readonly<Record<string, readonly string[]>>;

/** The fields that differ from the stored ones; null: none. Secrets are not shown. */
export function conflictNote(fields: readonly Field[], typed: Values, stored: Values): Html | null {
  const different = fields.filter(
    (field) => plainText(field, typed[field.name]) !== plainText(field, stored[field.name]),
  );
  if (different.length === 0) return null;
  return html`<p>
      Another user has saved it since you opened it. Your input is still here. Saving again replaces
      the stored values:
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Stored now</th>
          <th scope="col">Your input</th>
        </tr>
      </thead>
      <tbody>
        ${different.map(
          (field) =>
            html`<tr>
              <th scope="row"><a href="#${field.name}">${field.label}</a></th>
              <td><bdi>${shown(field, stored)}</bdi></td>
              <td><bdi>${shown(field, typed)}</bdi></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** Values that mean the same are equal: an empty field and none, both ends of a line, `09:00` and `09:00:00`. */
function plainText({ input }: Field, values: readonly string[] = []): string {
  const texts = values.map((text) => text.replaceAll("\r\n", "\n").trim());
  const isOff = input.kind === "flag" && !texts.includes("true");
  if (isOff || texts.every((text) => text === "")) return "";
  if (input.kind === "time") return texts.map((text) => text.slice(0, 8).padEnd(8, ":00")).join("");
  return JSON.stringify(input.kind === "days" ? texts.toSorted() : texts);
}

/** The value of a field, in the words of its form. */
function shown(field: Field, of: Values): string {
  const { name, input } = field;
  const values = of[name] ?? [];
  if (input.kind === "secret") return "a secret";
  if (input.kind === "flag") return values.includes("true") ? "on" : "off";
  if (input.kind === "days")
    return values.map((day) => longWeekdays[Number(day)] ?? day).join(", ");
  const options = "options" in input ? input.options : [];
  const words = values.map((value) => options.find((one) => one.value === value)?.label ?? value);
  const unit = input.kind === "number" && input.unit !== null ? ` ${input.unit}` : "";
  return words.every((word) => word === "") ? "empty" : words.join(", ") + unit;
}
