/** The description and the runbook of a monitor, a group or an incident. Pure. */
import type { Guidance } from "../core/incident/guidance.ts";
import { html, type Html } from "./html.ts";

export function guidancePart({ description, runbook_url }: Guidance): Html {
  return html`${description === null ? null : html`<p class="preserve">${description}</p>`}
  ${
    runbook_url === null
      ? null
      : html`<p><a class="btn" href="${runbook_url}" rel="noreferrer noopener">Runbook</a></p>`
  }`;
}
