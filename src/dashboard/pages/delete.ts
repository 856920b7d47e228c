/** The question before something is deleted. Pure. */
import { html } from "../html.ts";
import { csrfField, framed, type Frame } from "../layout.ts";

/** Asks before a deletion, and lists what is deleted with it. */
export function deletePage(
  frame: Frame,
  model: {
    what: string;
    title: string;
    action: string;
    cancel: string;
    project: string | null;
    consequences: string;
    /** Why it was not deleted; null: not tried yet. */
    problem: string | null;
  },
): string {
  return framed(
    frame,
    `Delete ${model.title}`,
    html`<h1>Delete ${model.what} “${model.title}”?</h1>
      ${model.problem === null ? null : html`<p class="note bad" role="alert">${model.problem}</p>`}
      <p>${model.consequences}</p>
      ${
        model.project === null
          ? null
          : html`<p class="note warn">
              <b>Managed by ${model.project}.</b> The next apply of that project recreates it.
            </p>`
      }
      <form method="post" action="${frame.base}${model.action}">
        ${csrfField(frame)}
        <div class="buttons">
          <button class="btn solid-danger">Delete</button>
          <a class="btn" href="${frame.base}${model.cancel}">Keep it</a>
        </div>
      </form>`,
  );
}
