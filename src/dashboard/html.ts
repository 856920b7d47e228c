/** HTML from text: what is put into a template is escaped, unless it is HTML already. Pure. */

/** Markup that may stand as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A tagged template: html`<p>${anything}</p>`. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  let text = parts[0] ?? "";
  values.forEach((value, i) => {
    text +=
      (value instanceof Html
        ? value.text
        : String(value).replace(/[&<>"']/g, (c) => escapes[c] ?? c)) +
      (parts[i + 1] ?? "");
  });
  return new Html(text);
}

/** A whole page. `base` is the path that the service is reached under. */
export function page(base: string, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · monitord</title>
        <link rel="stylesheet" href="${base}/assets/style.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text;
}
