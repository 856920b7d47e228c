/** One field of a form: its label, its input, its help and its faults. Pure. */
import { longWeekdays } from "../core/text/days.ts";
import { unitOf } from "../core/text/read-duration.ts";
import type { Directory } from "../resource/references.ts";
import { html, type Html, type Piece } from "./html.ts";
import { orderOf, type OrderOption } from "./form-order.ts";
import { optionList, pickerOf, type PickerOption } from "./form-picker.ts";
import { icon } from "./icons.ts";

/** One field of a form. Values are text, as forms send them. */
export interface Field {
  name: string;
  label: string;
  help: string;
  required: boolean;
  /** Marked as optional: without a value it has no default. */
  optional: boolean;
  input:
    | { kind: "text" | "url" | "email" | "secret" | "time" | "timezone" }
    | { kind: "number"; min: number | null; max: number | null; unit: string | null }
    | { kind: "flag" }
    | { kind: "instant" }
    | { kind: "choice"; options: readonly { value: string; label: string }[] }
    /** One of many, found by typing a part of its label; the form sends the label. */
    | { kind: "pick"; options: readonly { value: string; label: string }[] }
    /** Some of many, found by typing. `find`: the path of their pages where there can be thousands. */
    | { kind: "several"; options: readonly PickerOption[]; find?: string }
    /** A picture as a `data:` URL; the script makes it a file to choose. `most`: its maximum length, characters. */
    | { kind: "picture"; most: number | null }
    | { kind: "days" }
    | { kind: "yes-no"; options: readonly { value: string; label: string }[] }
    | { kind: "headers" | "priorities" | "queries" | "lines" | "conditions" }
    /** Some of many in an order: buttons move them, without a script too. `note`: below the name. */
    | { kind: "order"; options: readonly OrderOption[]; find?: string }
    /** A line for each entry. `names`: the titles that stand for ids in it; absent: it has no ids. */
    | { kind: "list" | "items"; names?: Directory };
  /** The key of its section. */
  section: string;
}

/** The content of a field, and of its surroundings. */
interface FieldContent {
  values: readonly string[];
  faults: readonly { field: string; message: string }[];
  /** Not shown, because it has no meaning beside the values of the others. */
  absent: boolean;
  /** Beside its input: a button. */
  beside: Piece;
  /** Below its input: the result of the button. */
  found: Piece;
}

export function fieldOf(
  field: Field,
  { values, faults, absent, beside, found }: FieldContent,
): Html {
  const { name, input } = field;
  const described = [
    field.help === "" ? null : `${name}-help`,
    faults.length === 0 ? null : `${name}-fault`,
  ].filter((id) => id !== null);
  const describedBy = described.length > 0 ? html`aria-describedby="${described.join(" ")}"` : null;
  const common = html`id="${name}" name="${name}" ${describedBy}
  ${faults.length > 0 ? html`aria-invalid="true"` : null} ${field.required ? html`required` : null}`;
  const notes = html`${
    field.help === "" ? null : html`<p class="help" id="${name}-help">${field.help}</p>`
  }
  ${
    faults.length === 0
      ? null
      : html`<p class="err" id="${name}-fault">
          ${icon("down")}<span
            >${faults.map((fault) => placeIn(field, fault.field) + fault.message).join("; ")}</span
          >
        </p>`
  }`;
  const box = html`class="fld" id="field-${name}" ${absent ? html`hidden` : null}`;
  if (input.kind === "days")
    return html`<fieldset ${box} ${describedBy}>
      <legend>${field.label}</legend>
      <div class="weekdays">
        ${longWeekdays.map(
          (day, i) =>
            html`<label class="tick"
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
  if (input.kind === "order" || input.kind === "several")
    return html`<fieldset ${box} ${describedBy}>
      <legend>
        ${field.label}${field.optional ? html` <span class="opt">optional</span>` : null}
      </legend>
      ${
        input.kind === "order"
          ? orderOf(name, input.options, values)
          : pickerOf(name, input.options, values, input.find ?? null)
      }
      ${notes}
    </fieldset>`;
  if (input.kind === "flag")
    return html`<div ${box}>
      <label class="tick"
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
  const entry = control(name, input, common, values);
  return html`<div ${box}>
    <label for="${name}"
      >${field.label}${field.optional ? html` <span class="opt">optional</span>` : null}</label
    >
    ${beside === null ? entry : html`<div class="beside">${entry}${beside}</div>`} ${notes} ${found}
  </div>`;
}

/** Whether fields like this one stand side by side. */
export const isShort = ({ input: { kind } }: Field): boolean =>
  kind === "number" || kind === "time";

/** The place of a fault within a field, for people: `Line 2, comparison: `; empty: the field as a whole. */
function placeIn({ input }: Field, path: string): string {
  const [, index, part = ""] = /^[^.[]+(?:\[(\d+)\])?\.?(.*)$/.exec(path) ?? [];
  const hasLines = ["order", "list", "conditions", "items"].includes(input.kind);
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
  queries: "title: event.name",
  lines: "",
  list: "",
  items: "",
  conditions: '/status equals "ok"',
};

function control(
  name: string,
  input: Field["input"],
  common: Html,
  values: readonly string[],
): Piece {
  const value = values[0] ?? "";
  switch (input.kind) {
    case "choice":
    case "yes-no":
      return html`<select class="in" ${common}>
        ${optionsOf(input.options, [value])}
      </select>`;
    case "pick":
      return html`<input
          class="in"
          ${common}
          list="${name}-options"
          autocomplete="off"
          value="${input.options.find((one) => one.value === value)?.label ?? value}"
        />${optionList(name, input.options)}`;
    case "picture":
      return html`<textarea
        class="in"
        ${common}
        rows="3"
        spellcheck="false"
        data-picture
        ${input.most === null ? null : html`maxlength="${input.most}"`}
        placeholder="data:image/png;base64,…"
      >
${value}</textarea>`;
    case "headers":
    case "priorities":
    case "queries":
    case "lines":
    case "list":
    case "items":
    case "conditions":
      return html`<textarea
        class="in"
        ${common}
        rows="3"
        spellcheck="false"
        placeholder="${placeholders[input.kind]}"
      >
${value}</textarea>`;
    case "number": {
      // Durations can have their own unit, as in "2h".
      const isDuration = unitOf(input.unit?.split(" ")[0] ?? "") !== null;
      const number = html`<input
        class="in"
        ${common}
        ${isDuration ? html`autocomplete="off"` : html`inputmode="numeric"`}
        value="${value}"
        ${input.min === null ? null : html`min="${input.min}"`}
        ${input.max === null ? null : html`max="${input.max}"`}
      />`;
      return input.unit === null
        ? number
        : html`<div class="with">${number}<span>${input.unit}</span></div>`;
    }
    case "time": {
      // Browsers show seconds only where the step asks for them.
      const [short, step] = value.endsWith(":00") ? [value.slice(0, 5), 60] : [value, 1];
      return html`<input class="in" ${common} type="time" step="${step}" value="${short}" />`;
    }
    case "instant":
      return html`<input class="in" ${common} type="datetime-local" value="${value}" />`;
    case "timezone":
      return html`<input
        class="in"
        ${common}
        list="zones"
        autocomplete="off"
        spellcheck="false"
        value="${value}"
      />`;
    case "secret":
      return html`<input
        class="in"
        ${common}
        autocomplete="off"
        spellcheck="false"
        value="${value}"
      />`;
    default:
      return html`<input
        class="in"
        ${common}
        type="${types[input.kind] ?? "text"}"
        autocomplete="off"
        value="${value}"
      />`;
  }
}

/** The time zones to choose from, for inputs with the list `zones`. */
export const zoneList = html`<datalist id="zones">
  ${Intl.supportedValuesOf("timeZone").map((zone) => html`<option>${zone}</option>`)}
</datalist>`;

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
