/** Forms that were sent after the session had ended: the sign-in keeps their fields. Pure. */
import { html, type Html } from "./html.ts";

export interface KeptForm {
  /** Where it is sent to, below the base. */
  path: string;
  fields: [name: string, value: string][];
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** In the form of the sign-in. */
export const carriedFields = ({ path, fields }: KeptForm): Html =>
  html`${hidden("kept", path)}${fields.map(([name, value]) => hidden(`kept.${name}`, value))}`;

/** After the sign-in the user presses the button again: the form may have been sent by another site. */
export const sendKept = (base: string, { path, fields }: KeptForm, csrf: string): Html =>
  html`<form class="stack" method="post" action="${base}${path}">
    ${hidden("csrf", csrf)}${fields.map(([name, value]) => hidden(name, value))}
    <button class="btn primary">Send them</button>
    <a href="${base}/">Discard them</a>
  </form>`;
