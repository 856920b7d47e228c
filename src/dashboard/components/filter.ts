/** Fields of the filter forms above lists: their values are in the address. Pure. */
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";

/** The values of a choice with their words; the empty value chooses nothing. */
export type Choices = readonly (readonly [value: string, text: string])[];

/** The choices beside the search, folded on a phone. `chosen`: one of them is made. */
export const moreFilters = (chosen: boolean, choices: Piece): Html =>
  html`<details class="more-filters" ${chosen ? html`open` : null}>
    <summary class="btn">Filters ${icon("below", "s12")}</summary>
    ${choices}
  </details>`;

/** Finds rows by their titles. `what`: `a monitor`. */
export const searchField = (what: string, value: string): Html =>
  html`<input
    class="in"
    type="search"
    name="search"
    value="${value}"
    placeholder="Find ${what}"
    aria-label="Find ${what} by its title"
  />`;

export const choiceField = (name: string, label: string, of: Choices, chosen = ""): Html =>
  html`<select class="in" name="${name}" aria-label="${label}">
    ${of.map(
      ([value, text]) =>
        html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`,
    )}
  </select>`;
