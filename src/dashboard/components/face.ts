/** The initials of a person in place of a picture. Pure. */
import { html, type Html } from "../html.ts";

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();

export const face = (name: string): Html =>
  html`<span class="face" aria-hidden="true">${initials(name)}</span>`;
