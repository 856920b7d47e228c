/** Counts that filter: each is a link to its list. Pure. */
import { html, Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { StateLook } from "./state.ts";

export interface Tile {
  look: StateLook;
  label: string;
  /** Its label on a phone, where it differs. */
  short?: string;
  count: number;
  href: string;
  /** Whether the page shows its list. */
  chosen: boolean;
}

/** Zero keeps its place, in gray. A healthy count has no color either. */
export const tiles = (label: string, of: readonly Tile[]): Html =>
  html`<nav class="panel tiles" aria-label="${label}">
    ${of.map(
      (one) =>
        html`<a
          href="${one.href}"
          class="${one.look}${one.count === 0 ? " zero" : one.look === "ok" ? "" : " tone"}"
          ${one.chosen ? new Html('aria-current="true"') : null}
          ><b>${one.count}</b
          ><span
            >${icon(one.look)}${
              one.short === undefined
                ? one.label
                : html`<span class="hide-s">${one.label}</span
                    ><span class="only-s">${one.short}</span>`
            }</span
          ></a
        >`,
    )}
  </nav>`;
