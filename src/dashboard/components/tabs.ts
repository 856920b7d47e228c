/** Parts of a page, each with its own address. Pure. */
import { html, Html } from "../html.ts";

export interface Tab {
  label: string;
  href: string;
  count?: number;
  chosen: boolean;
}

const here = new Html('aria-current="page"');

/** A row of tabs above the content of a page. */
export const tabs = (label: string, of: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${label}">
    ${of.map(
      (one) =>
        html`<a href="${one.href}" ${one.chosen ? here : null}
          >${one.label}${
            one.count === undefined ? null : html` <span class="quiet">${one.count}</span>`
          }</a
        >`,
    )}
  </nav>`;

/** A choice of a few, for example the range of a chart. */
export const segments = (label: string, of: readonly Tab[]): Html =>
  html`<nav class="seg" aria-label="${label}">
    ${of.map((one) => html`<a href="${one.href}" ${one.chosen ? here : null}>${one.label}</a>`)}
  </nav>`;
