/** Judges bodies that are not JSON. Pure. */

/** The message to the sender of a body that is not JSON. */
export function whyNotJson(text: string): string {
  const body = text.trim();
  if (body === "")
    return "The body is empty: the notification must be sent as JSON, with POST or PUT.";
  // Graylog's form writes lists and maps as Java prints them, which cannot be read back.
  return isForm(body)
    ? "The body is a form: choose JSON (application/json) as the content type of the notification."
    : "The body is not JSON.";
}

/** Longer names do not make a form: a pattern that repeats over megabytes exhausts its stack. */
const mostOfName = 1_000;

/** True for a text that begins with `name=value`, and then its end or the next name. */
export function isForm(body: string): boolean {
  if (!isFormName(body.slice(0, mostOfName))) return false;
  const end = body.search(/[&\s]/);
  return end < 0 || isFormName(body.slice(end + 1, end + 1 + mostOfName), body[end]);
}

const isFormName = (text: string, before = "&"): boolean =>
  before === "&" && /^[\w.%+-]+=/.test(text);
