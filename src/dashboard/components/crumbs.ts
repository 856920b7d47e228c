/** The way back to the pages above, and the name of this one where its title does not say it. Pure. */
import { html, type Html } from "../html.ts";

const between = html`<span aria-hidden="true">/</span>`;

export const crumbs = (
  of: readonly [href: string, label: string][],
  here: string | null = null,
): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumb">
    ${of.map(
      ([href, label], i) =>
        html`${i === 0 ? null : between}<a href="${href}"><bdi>${label}</bdi></a>`,
    )}
    ${here === null ? null : html`${between}<span>${here}</span>`}
  </nav>`;
