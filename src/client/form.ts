/**
 * Whether an answer has the form that its route promises: another program at the address answers JSON, too, with 200
 * and about itself.
 */
import type { Route } from "../api/routes/table.ts";

/** The part of a JSON schema that is compared. */
interface Form {
  type?: string;
  items?: Form;
  required?: readonly string[];
}

/**
 * Compares the outermost part: a list where a list is promised, and objects that have an id, or one of the promised
 * members. Versions of monitord, and servers with a part of its API, differ in the other members. Loads the schemas,
 * so that callers ask only about answers without monitord's mark.
 */
export async function hasForm(route: Route, answer: unknown): Promise<boolean> {
  const { routes } = await import("../api/routes/table.ts");
  return fits(routes[route].answer.form as Form, answer);
}

function fits({ type, items = {}, required = [] }: Form, value: unknown): boolean {
  if (type === "array") return Array.isArray(value) && value.every((entry) => fits(items, entry));
  if (type !== "object") return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const known = required.includes("id") ? ["id"] : required;
  return known.length === 0 || known.some((name) => Object.hasOwn(value, name));
}
