/** One field of a form: its label, its input, its help and its faults. Pure. */
import { html, type Html, type Piece } from "./html.ts";

/** One field of a form. Values are text, as forms send them. */
export interface Field {
  name: string;
  label: string;
  help: string;
  required: boolean;
  input:
    | { kind: "text" | "url" | "email" | "secret" | "time" | "timezone" }
    | { kind: "number"; min: number | null; max: number | null }
    | { kind: "flag" }
    | { kind: "instant" }
    | { kind: "choice"; options: readonly { value: string; label: string }[] }
    | { kind: "several"; options: readonly { value: string; label: string }[] }
    | { kind: "days" }
    | { kind: "yes-no" }
    | { kind: "headers" | "priorities" | "lines" | "list" | "conditions" };
  /** Title of the folded section that has it; null: shown at once. */
  section: string | null;
}

const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `absent`: not shown, because it has no meaning beside the values of the others. */
export function fieldOf(
  field: Field,
  values: readonly string[],
  faults: readonly { field: string; message: string }[],
  absent: boolean,
): Html {
  const { name, input } = field;
  const described = [
    field.help === "" ? null : `${name}-help`,
    faults.length === 0 ? null : `${name}-fault`,
  ].filter((id) => id !== null);
  const common = html`id="${name}" name="${name}"
  ${described.length > 0 ? html`aria-describedby="${described.join(" ")}"` : null}
  ${faults.length > 0 ? html`aria-invalid="true"` : null} ${field.required ? html`required` : null}`;
  const notes = html`${
    field.help === "" ? null : html`<p class="help" id="${name}-help">${field.help}</p>`
  }
  ${
    faults.length === 0
      ? null
      : html`<p class="fault" id="${name}-fault">
          ${faults.map((fault) => placeIn(field, fault.field) + fault.message).join("; ")}
        </p>`
  }`;
  const box = html`id="field-${name}" ${absent ? html`hidden` : null}`;
  if (input.kind === "days")
    return html`<fieldset
      class="field"
      ${box}
      ${described.length > 0 ? html`aria-describedby="${described.join(" ")}"` : null}
    >
      <legend>${field.label}</legend>
      <div class="weekdays">
        ${dayNames.map(
          (day, i) =>
            html`<label
              ><input
                type="checkbox"
                name="${name}"
                value="${i}"
                ${values.includes(String(i)) ? html`checked` : null}
              />
              ${day}</label
            >`,
        )}
      </div>
      ${notes}
    </fieldset>`;
  if (input.kind === "flag")
    return html`<div class="field" ${box}>
      <label class="flag"
        ><input
          type="checkbox"
          ${common}
          value="true"
          ${values.includes("true") ? html`checked` : null}
        />
        ${field.label}</label
      >
      ${notes}
    </div>`;
  return html`<div class="field" ${box}>
    <label for="${name}"
      >${field.label}${field.required ? null : html` <span class="quiet">optional</span>`}</label
    >
    ${control(input, common, values)} ${notes}
  </div>`;
}

/** The place of a fault within a field, for people: `Line 2, comparison: `; empty: the field as a whole. */
function placeIn({ input }: Field, path: string): string {
  const [, index, part = ""] = /^[^.[]+(?:\[(\d+)\])?\.?(.*)$/.exec(path) ?? [];
  const hasLines = input.kind === "list" || input.kind === "conditions";
  const line = index !== undefined && hasLines ? `Line ${Number(index) + 1}` : "";
  const places = [line, part].filter((place) => place !== "");
  return places.length === 0 ? "" : `${places.join(", ")}: `;
}

const types: Partial<Record<Field["input"]["kind"], string>> = {
  url: "url",
  email: "email",
};

const placeholders = {
  headers: "Authorization: Bearer …",
  priorities: "critical: 1",
  lines: "",
  list: "",
  conditions: '/status equals "ok"',
};

const yesNo = [
  { value: "", label: "default" },
  { value: "true", label: "yes" },
  { value: "false", label: "no" },
];

function control(input: Field["input"], common: Html, values: readonly string[]): Piece {
  const value = values[0] ?? "";
  switch (input.kind) {
    case "choice":
      return html`<select ${common}>
        ${optionsOf(input.options, [value])}
      </select>`;
    case "several":
      return html`<select ${common} multiple size="6">
        ${optionsOf(input.options, values)}
      </select>`;
    case "yes-no":
      return html`<select ${common}>
        ${optionsOf(yesNo, [value])}
      </select>`;
    case "headers":
    case "priorities":
    case "lines":
    case "list":
    case "conditions":
      return html`<textarea
        ${common}
        rows="3"
        spellcheck="false"
        placeholder="${placeholders[input.kind]}"
      >
${value}</textarea>`;
    case "number":
      return html`<input
        ${common}
        inputmode="numeric"
        value="${value}"
        ${input.min === null ? null : html`min="${input.min}"`}
        ${input.max === null ? null : html`max="${input.max}"`}
      />`;
    case "time":
      return html`<input ${common} type="time" step="1" value="${value}" />`;
    case "instant":
      return html`<input ${common} type="datetime-local" value="${value}" />`;
    case "secret":
      return html`<input ${common} autocomplete="off" spellcheck="false" value="${value}" />`;
    default:
      return html`<input
        ${common}
        type="${types[input.kind] ?? "text"}"
        autocomplete="off"
        value="${value}"
      />`;
  }
}

function optionsOf(
  options: readonly { value: string; label: string }[],
  selected: readonly string[],
): Html[] {
  return options.map(
    ({ value, label }) =>
      html`<option value="${value}" ${selected.includes(value) ? html`selected` : null}>
        ${label}
      </option>`,
  );
}
