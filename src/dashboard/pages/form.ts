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
    | { kind: "headers" | "priorities" | "lines" };
  /** Rarely needed: folded away until it is set or invalid. */
  advanced: boolean;
}

export interface FormModel {
  title: string;
  /** Where it is sent, and where the way back leads, below the base. */
  action: string;
  cancel: string;
  submit: string;
  fields: readonly Field[];
  /** The values of the fields; several for days. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Faults by the name of the field; `""`: of the whole form. */
  faults: readonly { field: string; message: string }[];
  /** The project that manages it; its next apply undoes changes made here. */
  project: string | null;
  /** The edited version: a concurrent change is not overwritten. */
  version: number | null;
  /** Sent along unseen. */
  hidden?: Readonly<Record<string, string>>;
  /** A second button and its result: a preview, which saves no change. */
  preview?: { name: string; label: string; shown: Html | null };
}

const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function formPage(frame: Frame, model: FormModel): string {
  const { faults, fields } = model;
  const known = new Set(fields.map(({ name }) => name));
  const fieldOfFault = (fault: { field: string }) => fault.field.split(/[.[]/)[0] ?? "";
  const faultsOf = (name: string) => faults.filter((fault) => fieldOfFault(fault) === name);
  // Faults without a field of the form are listed above all fields.
  const others = faults.filter((fault) => !known.has(fieldOfFault(fault)));
  const given = (field: Field) => model.values[field.name] ?? [];
  const shown = (field: Field) => fieldOf(field, given(field), faultsOf(field.name));
  const advanced = fields.filter((field) => field.advanced);
  const open = advanced.some(({ name }) => faultsOf(name).length > 0);
  return framed(
    frame,
    `${faults.length > 0 ? "Not saved: " : ""}${model.title}`,
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
                Not saved:
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
      <form class="stacked" method="post" action="${frame.base}${model.action}" novalidate>
        ${csrfField(frame)}
        ${Object.entries(model.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${
          model.version === null
            ? null
            : html`<input type="hidden" name="version" value="${model.version}" />`
        }
        ${fields.filter((field) => !field.advanced).map(shown)}
        ${
          advanced.length === 0
            ? null
            : html`<details id="more" ${open ? html`open` : null}>
                <summary>More settings</summary>
                ${advanced.map(shown)}
              </details>`
        }
        ${model.preview?.shown ?? null}
        <div class="buttons">
          <button class="primary">${model.submit}</button>
          ${model.preview ? html`<button name="${model.preview.name}" value="true">${model.preview.label}</button>` : null}
          <a class="button" href="${frame.base}${model.cancel}">Cancel</a>
        </div>
      </form>`,
  );
}

function fieldOf(
  field: Field,
  values: readonly string[],
  faults: readonly { message: string }[],
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
          ${faults.map(({ message }) => message).join("; ")}
        </p>`
  }`;
  if (input.kind === "days")
    return html`<fieldset
      class="field"
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
    return html`<div class="field">
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
  return html`<div class="field">
    <label for="${name}"
      >${field.label}${field.required ? null : html` <span class="quiet">optional</span>`}</label
    >
    ${control(input, common, values)} ${notes}
  </div>`;
}

const types: Partial<Record<Field["input"]["kind"], string>> = {
  url: "url",
  email: "email",
};

const placeholders = {
  headers: "Authorization: Bearer …",
  priorities: "critical: 1",
  lines: "env=prod",
};

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
    case "headers":
    case "priorities":
    case "lines":
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
