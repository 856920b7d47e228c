/**
 * A form that was sent after its session had ended. Its fields are carried by the pages of the sign-in and stored
 * nowhere; the signed-in user sends them with a press of a button.
 */
import type { KeptForm } from "../../dashboard/kept-form.ts";

/** Fields, and the characters of all of them, at most: a form that a person fills in has fewer. */
const max = { fields: 300, size: 64_000 };

/** `path`: of this site, below the base. Null: the form is too large to be carried. */
export function keptForm(path: string, form: URLSearchParams): KeptForm | null {
  const fields = [...form].filter(([name]) => name !== "csrf");
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return fields.length > max.fields || size > max.size ? null : { path, fields };
}

/** The form that the sign-in carries. */
export function carriedForm(path: string, signIn: URLSearchParams): KeptForm | null {
  const fields = [...signIn].flatMap(([name, value]): [string, string][] =>
    name.startsWith("kept.") ? [[name.slice("kept.".length), value]] : [],
  );
  return keptForm(path, new URLSearchParams(fields));
}
