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

/** The button of an incident that was pressed, such as `Acknowledge incident #6`; null: it is another form. */
export function keptPress({ path, fields }: KeptForm): string | null {
  const verb = /^\/incidents\/[^/]+\/(acknowledge|unacknowledge|resolve)$/.exec(path)?.[1];
  if (verb === undefined) return null;
  const page = new Map(fields).get("back") ?? "";
  const number = /^\/incidents\/(\d{1,9})$/.exec(page)?.[1];
  const incident = number === undefined ? "the incident" : `incident #${number}`;
  return `${verb[0]!.toUpperCase()}${verb.slice(1)} ${incident}`;
}

/** After the sign-in the user presses the button again: the form may have been sent by another site. */
export function sendKept(base: string, kept: KeptForm, csrf: string): Html {
  const press = keptPress(kept);
  return html`<form class="stack" method="post" action="${base}${kept.path}">
    ${hidden("csrf", csrf)}${kept.fields.map(([name, value]) => hidden(name, value))}
    <button class="btn primary">${press ?? "Send them"}</button>
    <a href="${base}/">${press === null ? "Discard them" : "Cancel"}</a>
  </form>`;
}
