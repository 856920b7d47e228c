/** An error page for signed-in users. Pure. */
import { html } from "../html.ts";
import { framed, type Frame } from "../layout.ts";

/** Something that went wrong, and the way back. */
export function errorPage(frame: Frame, model: { title: string; detail: string }): string {
  return framed(
    frame,
    model.title,
    html`<h1>${model.title}</h1>
      <p role="alert">${model.detail}</p>
      <p><a href="${frame.base}/">Back to the dashboard</a></p>`,
  );
}
