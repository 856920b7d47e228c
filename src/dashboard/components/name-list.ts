/** Names in a sentence. Pure. */
import { listedParts } from "../../core/text/listed.ts";
import { html, type Html } from "../html.ts";

/** `Ada, Bo and Cy`. More than `most` are cut: `Ada, Bo and 3 more`. */
export const nameList = (names: readonly string[], most = Infinity): Html =>
  html`${listedParts(names, most).map(({ before, word, isName }) => html`${before}${isName ? html`<bdi>${word}</bdi>` : word}`)}`;
