/** An ordered list in a form: rows that buttons move, and a choice to add one. Each press sends the form. Pure. */
import { face } from "./components/face.ts";
import { adder } from "./form-picker.ts";
import { html, type Html, type Piece } from "./html.ts";
import { icon, type Icon } from "./icons.ts";

/** A choice of an ordered list. `look`: of its row. */
export interface OrderOption {
  value: string;
  label: string;
  note?: Piece;
  look?: "now" | "new";
}

export function orderOf(
  name: string,
  options: readonly OrderOption[],
  values: readonly string[],
): Html {
  const known = new Map(options.map((one) => [one.value, one]));
  return html`<ol class="order">
      ${values.map((value, i) => row(name, known.get(value) ?? { value, label: value }, i, values.length))}
    </ol>
    ${adder(name, options, null)}`;
}

function row(
  name: string,
  { value, label, note, look }: OrderOption,
  i: number,
  count: number,
): Html {
  const button = (verb: string, shape: Icon, title: string, off: boolean): Piece =>
    html`<button
      class="btn icon slim plain"
      name="move"
      value="${name}.${verb}.${i}"
      aria-label="${title}"
      formnovalidate
      ${off ? html`disabled` : null}
    >
      ${icon(shape, "s12")}
    </button>`;
  return html`<li class="${look ?? ""}">
    <span class="nthp">${i + 1}</span> ${face(label)}
    <div>
      <bdi class="strong">${label}</bdi>
      ${note === undefined ? null : html`<small>${note}</small>`}
      <input type="hidden" name="${name}" value="${value}" />
    </div>
    <div class="acts">
      ${button("up", "above", `Move ${label} up`, i === 0)}
      ${button("down", "below", `Move ${label} down`, i === count - 1)}
      ${button("drop", "cross", `Remove ${label}`, false)}
    </div>
  </li>`;
}
