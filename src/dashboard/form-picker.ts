/**
 * Some of many in a form: the chosen ones as rows with a button each, and a field in which another one is found by
 * typing a part of its name. Works without a script: a press of a button sends the form. Pure.
 */
import { html, type Html } from "./html.ts";
import { icon } from "./icons.ts";

export interface PickerOption {
  value: string;
  label: string;
}

/** Options that a page lists. Beyond them the server finds the typed name. */
const maxListed = 200;

/** The names that the browser offers for an input with this id. */
export const optionList = (id: string, options: readonly PickerOption[]): Html =>
  html`<datalist id="${id}-options">
    ${options.slice(0, maxListed).map(({ label }) => html`<option>${label}</option>`)}
  </datalist>`;

/** The field that adds one. `find`: the path of the pages of the searched kind, for the script. */
export const adder = (name: string, options: readonly PickerOption[], find: string | null): Html =>
  html`<div class="beside">
      <input
        class="in"
        id="${name}"
        name="${name}.new"
        list="${name}-options"
        autocomplete="off"
        placeholder="Type a part of the name"
        aria-label="Add to the list"
        ${find !== null && options.length > maxListed ? html`data-find="/${find}/"` : null}
      />
      <button class="btn" name="move" value="${name}.add" formnovalidate>Add</button>
    </div>
    ${optionList(name, options)}`;

export function pickerOf(
  name: string,
  options: readonly PickerOption[],
  values: readonly string[],
  find: string | null,
): Html {
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  return html`${
    values.length === 0
      ? null
      : html`<ul class="picked">
          ${values.map((value, i) => {
            const label = labels.get(value) ?? value;
            return html`<li>
              <bdi>${label}</bdi><input type="hidden" name="${name}" value="${value}" /><button
                class="btn icon slim plain"
                name="move"
                value="${name}.drop.${i}"
                aria-label="Remove ${label}"
                formnovalidate
              >
                ${icon("cross", "s12")}
              </button>
            </li>`;
          })}
        </ul>`
  }
  ${adder(
    name,
    options.filter(({ value }) => !values.includes(value)),
    find,
  )}`;
}
