/** Fields of the filter forms above lists: their values are in the address. Pure. */
import { html, type Html } from "../html.ts";

/** The values of a choice with their words; the empty value chooses nothing. */
export type Choices = readonly (readonly [value: string, text: string])[];

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
