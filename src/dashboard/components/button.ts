/** A link that looks like a button. Buttons that change something are forms: `action` in `layout.ts`. Pure. */
import { html, type Html, type Piece } from "../html.ts";
import { icon, type Icon } from "../icons.ts";

/**
 * `primary`: one on a screen. `plain`: without an edge. `danger`: deletes, after another question. `slim`: in rows.
 */
export type ButtonLook = "" | "primary" | "plain" | "danger" | "slim" | "plain slim";

/** A button that leads to another page. */
export const linkButton = (
  href: string,
  label: Piece,
  more: { look?: ButtonLook; icon?: Icon } = {},
): Html =>
  html`<a class="btn ${more.look ?? ""}" href="${href}"
    >${more.icon === undefined ? null : icon(more.icon)}${label}</a
  >`;
