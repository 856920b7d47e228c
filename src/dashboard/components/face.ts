/** The initials of a person in place of a picture. Pure. */
import { html, type Html } from "../html.ts";

/** The first letters of two words, past quotes, brackets and emoji; of a name without letters its first sign. */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word) ?? []);
  const [sign = ""] = name;
  return (letters.slice(0, 2).join("") || sign).toUpperCase();
}

export const face = (name: string): Html =>
  html`<span class="face" aria-hidden="true">${initials(name)}</span>`;
