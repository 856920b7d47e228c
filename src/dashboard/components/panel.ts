/** A panel with a heading. Pure. */
import { html, type Html, type Piece } from "../html.ts";

/**
 * `id`: of its heading. `count` stands beside the title, `tools` at the right edge of the head. `boxed`: its rows
 * adapt to its width.
 */
export const panel = (
  of: { id: string; title: Piece; count?: Piece; tools?: Piece; boxed?: boolean },
  body: Piece,
): Html =>
  html`<section class="panel${of.boxed ? " boxed" : ""}" aria-labelledby="${of.id}">
    <div class="ph">
      <h2 id="${of.id}">
        ${of.title}${of.count === undefined ? null : html` <span class="count">${of.count}</span>`}
      </h2>
      ${of.tools}
    </div>
    ${body}
  </section>`;

/** The body of a panel that is text or a form, not rows. */
export const padded = (body: Piece): Html => html`<div class="pb">${body}</div>`;
