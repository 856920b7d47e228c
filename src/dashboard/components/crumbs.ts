/** The way back to the pages above. Pure. */
import { html, type Html } from "../html.ts";

export const crumbs = (of: readonly [href: string, label: string][]): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumb">
    ${of.map(
      ([href, label], i) =>
        html`${i === 0 ? null : html`<span aria-hidden="true">/</span>`}<a href="${href}"
            ><bdi>${label}</bdi></a
          >`,
    )}
  </nav>`;
