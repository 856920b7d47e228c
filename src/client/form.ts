/**
 * Whether an answer has the form that its route promises: another program at the address answers JSON, too, with 200
 * and about itself.
 */
import type { Route } from "../api/routes/table.ts";

/** The part of a JSON schema that is compared. */
interface Form {
  type?: string;
  items?: Form;
  properties?: Readonly<Record<string, unknown>>;
  required?: readonly string[];
}

/**
 * Compares the outermost part: a list where a list is promised, of objects with a promised member each, and an object with an
 * id, where one is promised, or a member that it must have. Versions of monitord, and servers with a part of its API, differ
 * in the other members. Loads the schemas, so that callers ask only about answers without monitord's mark.
 */
export async function hasForm(route: Route, answer: unknown): Promise<boolean> {
  const { routes } = await import("../api/routes/table.ts");
  return fits(routes[route].answer.form as Form, answer);
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fits({ type, items = {}, required = [] }: Form, value: unknown): boolean {
  if (type === "array") return Array.isArray(value) && value.every((entry) => isOne(items, entry));
  if (type !== "object") return true;
  return isObject(value) && hasOneOf(required.includes("id") ? ["id"] : required, value);
}

const isOne = ({ type, properties = {} }: Form, entry: unknown): boolean =>
  type !== "object" || (isObject(entry) && hasOneOf(Object.keys(properties), entry));

/** An object without members may come from a server with a part of the API. */
const hasOneOf = (names: readonly string[], value: object): boolean =>
  names.length === 0 ||
  Object.keys(value).length === 0 ||
  names.some((name) => Object.hasOwn(value, name));
