/** A priority, 1 to 3: by weight, never by color. Pure. */
import { html, type Html } from "../html.ts";

export const prio = (level: number): Html =>
  html`<span class="prio p${level}"><span class="unseen">Priority </span>P${level}</span>`;
