/** Text in HTML. Pure. */

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand between tags and in quoted attributes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c]!);
