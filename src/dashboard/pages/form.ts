/**
 * Forms for declared resources, made from a description of their fields; faults are shown at the fields.
 * Pure.
 */
import { html, type Html, type Piece } from "../html.ts";
import { csrfField, framed, type Frame } from "../layout.ts";

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

/** The section of rarely needed fields; it comes last. */
export const moreSettings = "More settings";

export interface FormModel {
  title: string;
  /** Where it is sent, and where the way back leads, below the base. */
  action: string;
  cancel: string;
  submit: string;
  fields: readonly Field[];
  /** The values of the fields; several for days. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Fields without a meaning beside the values of the others: not shown. Undefined: a form without such fields. */
  absent?: ReadonlySet<string>;
  /** Titles of sections that are unfolded, beside those with a fault. */
  open?: ReadonlySet<string>;
  /** Faults by the name of the field; `""`: of the whole form. */
  faults: readonly { field: string; message: string }[];
  /** The button that was rejected with these faults. Default: `Not saved`. */
  rejected?: "Not tried";
  /** The project that manages it; its next apply undoes changes made here. */
  project: string | null;
  /** The edited version: a concurrent change is not overwritten. */
  version: number | null;
  /** Sent along unseen. */
  hidden?: Readonly<Record<string, string>>;
  /** A second button and its result: a preview, which saves no change. `below`: the result follows the buttons. */
  preview?: { name: string; label: string; shown: Html | null; below?: true };
}

const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function formPage(frame: Frame, model: FormModel): string {
  const { faults, fields, absent = new Set(), open = new Set(), preview } = model;
  const rejected = model.rejected ?? "Not saved";
  const known = new Set(fields.map(({ name }) => name));
  const fieldOfFault = (fault: { field: string }) => fault.field.split(/[.[]/)[0] ?? "";
  const faultsOf = (name: string) => faults.filter((fault) => fieldOfFault(fault) === name);
  // Faults without a field of the form are listed above all fields.
  const others = faults.filter((fault) => !known.has(fieldOfFault(fault)));
  const given = (field: Field) => model.values[field.name] ?? [];
  const shown = (field: Field) =>
    fieldOf(field, given(field), faultsOf(field.name), absent.has(field.name));
  const folded = fields.filter(({ section }) => section !== null);
  const sections = [...Map.groupBy(folded, ({ section }) => section ?? "")].toSorted(
    ([a], [b]) => Number(a === moreSettings) - Number(b === moreSettings),
  );
  const isOpen = (title: string, of: readonly Field[]) =>
    open.has(title) || of.some(({ name }) => faultsOf(name).length > 0);
  return framed(
    frame,
    `${faults.length > 0 ? `${rejected}: ` : ""}${model.title}`,
    html`<p class="quiet"><a href="${frame.base}${model.cancel}">Back</a></p>
      <h1>${model.title}</h1>
      ${
        model.project === null
          ? null
          : html`<p class="note warn">
              <b>Managed by ${model.project}.</b> The next <code>monitorctl apply</code> of that
              project undoes what is changed here. Change its file to keep it.
            </p>`
      }
      ${
        faults.length === 0
          ? null
          : html`<div class="note bad" role="alert">
              <p>
                ${rejected}:
                ${
                  faults.length === 1 ? "one thing is wrong." : `${faults.length} things are wrong.`
                }
              </p>
              ${
                others.length === 0
                  ? null
                  : html`<ul>
                      ${others.map(({ field, message }) => html`<li>${field === "" ? null : `${field}: `}${message}</li>`)}
                    </ul>`
              }
            </div>`
      }
      <form
        class="stacked"
        method="post"
        action="${frame.base}${model.action}"
        novalidate
        ${model.absent ? html`data-shape` : null}
      >
        ${csrfField(frame)}
        ${Object.entries(model.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${
          model.version === null
            ? null
            : html`<input type="hidden" name="version" value="${model.version}" />`
        }
        ${fields.filter(({ section }) => section === null).map(shown)}
        ${
          model.absent
            ? html`<noscript
                ><button name="show" value="true">Show the fields of this choice</button></noscript
              >`
            : null
        }
        ${sections.map(
          ([title, of], at) =>
            html`<details
              id="section-${at}"
              ${isOpen(title, of) ? html`open` : null}
              ${of.every(({ name }) => absent.has(name)) ? html`hidden` : null}
            >
              <summary>${title}</summary>
              ${of.map(shown)}
            </details>`,
        )}
        ${preview?.below ? null : preview?.shown}
        <div class="buttons">
          <button class="primary">${model.submit}</button>
          ${
            preview
              ? html`<button name="${preview.name}" value="true">${preview.label}</button>`
              : null
          }
          <a class="button" href="${frame.base}${model.cancel}">Cancel</a>
        </div>
        ${preview?.below ? preview.shown : null}
      </form>`,
  );
}

function fieldOf(
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
      <div class="days">
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
