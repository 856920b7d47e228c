/** Reads the body of an answer as text, in its character set as browsers find it. Pure. */

/** Where a document names its character set: the first kilobyte. */
const beginning = 1024;

/** The text of a health report, which is UTF-8 also where its header says otherwise, but for a byte order mark. */
export const reportText = (body: Buffer): string => textOf(body, marked(body) ?? "utf-8");

/**
 * The text of a body: by its byte order mark, else the character set of `contentType`, else the one that an HTML or XML
 * document names itself, else UTF-8.
 */
export function pageText(body: Buffer, contentType: string): string {
  const charset =
    marked(body) ??
    /;\s*charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1] ??
    (contentType === "" || /html|xml/i.test(contentType) ? declared(body) : null) ??
    "utf-8";
  return textOf(body, charset);
}

function textOf(body: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) return utf8(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return utf8(body);
  }
}

/** The character set that a byte order mark says; null: none. */
function marked(body: Buffer): string | null {
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return hasMark(body) ? "utf-8" : null;
}

const hasMark = (body: Buffer) => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;

const utf8 = (body: Buffer) => (hasMark(body) ? body.subarray(3) : body).toString("utf8");

/** The character set that a document names in `<meta charset>`, `<meta http-equiv>` or `<?xml encoding>`; null: none. */
function declared(body: Buffer): string | null {
  const head = body.toString("latin1", 0, beginning).replace(/<!--.*?(?:-->|$)/gs, "");
  const [, name = null] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)/i.exec(head) ??
    /<meta\s[^<>]*charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    [];
  // It was read as ASCII, so it cannot be UTF-16.
  return name && /^utf-?16/i.test(name) ? "utf-8" : name;
}
