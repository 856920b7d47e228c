/** Builds HTML from templates: every value is escaped, unless it is HTML already. Pure. */
import { escape } from "../core/text/escape.ts";

export { escape };

/** Markup that may stand as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const directions: Record<string, string> = {
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
};

/** Foreign text that turns itself around could look like another one: `evil⟪RLO⟫gpj.exe`. */
const withDirections = (text: string) =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (c) => `⟪${directions[c] ?? c}⟫`);

/** A value for a template; null, undefined and false are empty. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

function render(value: Piece): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return value.map(render).join("");
}

/** The formatter indents templates; the page is sent without that indentation. Values stay as they are. */
const tight = new WeakMap<TemplateStringsArray, string[]>();
function partsOf(template: TemplateStringsArray): string[] {
  let parts = tight.get(template);
  if (!parts) {
    parts = template.map((part) => part.replace(/\n\s*/g, "\n"));
    tight.set(template, parts);
  }
  return parts;
}

/**
 * A tagged template: html`<p>${anything}</p>`. Lists are put together without anything between. Characters that
 * change the direction of text are visible in `<bdi>`.
 */
export function html(template: TemplateStringsArray, ...values: Piece[]): Html {
  const parts = partsOf(template);
  let text = parts[0] ?? "";
  values.forEach((value, i) => {
    const isForeign = typeof value === "string" && (parts[i] ?? "").endsWith("<bdi>");
    text += render(isForeign ? withDirections(value) : value) + (parts[i + 1] ?? "");
  });
  return new Html(text);
}

/** The address of a link that came from outside, if it is one of the web; null: show it as text. */
export function safeLink(address: string): string | null {
  const url = URL.parse(address.trim());
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : null;
}
