/** The button that checks a monitor now. Pure. */
import { html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";

/** Asks for a check; without the script the answer is a page of its own. */
export const checkButton = (frame: Frame, path: string) =>
  html`<form method="post" action="${frame.base}${path}/check" data-into="checked">
    ${csrfField(frame)}<button class="btn">Check now</button>
  </form>`;

/** The place of the result on the page of the monitor, where the script puts it. */
export const checkedPlace = html`<div id="checked"></div>`;
