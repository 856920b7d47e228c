/** Reads forms, and other texts that are not JSON and hold JSON: as the JSON that is meant. */
import { withoutNaN } from "../../core/text/json-text.ts";
import { isForm } from "../../inbound/not-json.ts";
import { limits } from "../../api/schema.ts";
import { Problem } from "../answer/problem.ts";

/** Fields of a form; real ones have a dozen. */
const mostFields = 1_000;

/**
 * The JSON that is meant by a text that is not JSON itself; null: none. Many values on lines of their own are a list. A
 * form is its member that is JSON, or else an object of its fields. Python's numbers without a value are null.
 */
export const meantJson = (text: string): string | null =>
  isForm(text) ? formAsJson(text) : (linesAsJson(text) ?? withoutNaN(text));

/** The form has more than text can say, such as files: each part stands between boundaries. */
export const isMultipart = (type: string | undefined): type is string =>
  /^\s*multipart\/form-data\s*;/i.test(type ?? "");

/** A form in parts as JSON; throws a `malformed` problem for one that is broken. */
export async function partsAsJson(body: Buffer, type: string): Promise<Buffer> {
  if (body.length > limits.inboundBody)
    throw new Problem(
      "too-large",
      "A form may have 1 MiB. Send JSON, with Content-Type: application/json.",
    );
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData()
    .catch(() => {
      throw new Problem("malformed", "The body is not the form that its Content-Type says.");
    });
  const fields: [string, string][] = [];
  for (const [name, value] of form)
    fields.push([name, typeof value === "string" ? value : await value.text()]);
  return Buffer.from(fieldsAsJson(fields.slice(0, mostFields)) ?? "");
}

function formAsJson(text: string): string | null {
  const fields = text.length > limits.inboundBody ? [] : text.trim().split("&", mostFields + 1);
  if (fields.length === 0 || fields.length > mostFields) return null;
  return fieldsAsJson(new URLSearchParams(fields.join("&")));
}

/** null: Graylog writes lists and maps as Java prints them, which cannot be read back. */
function fieldsAsJson(form: Iterable<[string, string]>): string | null {
  const fields = [...form];
  if (fields.some(([name]) => name === "event_definition_id")) return null;
  const json = fields.find(([, value]) => /^\s*(?:\{\s*"|\[\s*\{)/.test(value));
  return json ? json[1] : JSON.stringify(Object.fromEntries(fields));
}

/** Lines of one body: more than the alerts, or the reports, that are read of one. */
const mostLines = 20_000;

function linesAsJson(text: string): string | null {
  const lines = text.trim();
  const first = lines.slice(0, Math.max(0, lines.indexOf("\n"))).trimEnd();
  const isValue = /^\{/.test(first)
    ? first.endsWith("}")
    : /^\[/.test(first) && first.endsWith("]");
  if (!isValue) return null;
  let line = 0;
  for (let at = -1; (at = lines.indexOf("\n", at + 1)) >= 0;) if (++line > mostLines) return null;
  return `[${lines.replaceAll(/[\r\n]+/g, ",")}]`;
}
