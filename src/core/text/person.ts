/** Names of people and resources in texts. Pure. */

/** A person's name, or their e-mail address while they have none. */
export const personName = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? email;

/** A user that was deleted, where a name is expected. */
export const deletedUser = "a deleted user";

/** The name of a user that may have been deleted since. */
export const knownName = (
  user: { name: string | null; email: string } | null | undefined,
): string => (user ? personName(user) : deletedUser);

/** The name of a device, or its kind while it has none. */
export const deviceName = ({ name, kind }: { name: string | null; kind: string }): string =>
  name ?? kind;

/** The one user that goes by a name or an address; null: none or several do. */
export function userNamed<U extends { name: string | null; email: string }>(
  users: readonly U[],
  text: string,
): U | null {
  const wanted = text.toLowerCase();
  const matches = users.filter(
    ({ name, email }) => name?.toLowerCase() === wanted || email.toLowerCase() === wanted,
  );
  return matches.length === 1 ? matches[0]! : null;
}

/** Names as a phrase: `Ada, Bob`; of more than `most`: `Ada, Bob and 2 more`. */
export function namesText(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The title of a declared resource of any kind; a user is called by name or address. */
export const titleOf = (resource: object): string => String(knownTitle(resource));

/** The same of any object; null: it has none. */
export function knownTitle(object: object): string | null {
  const { title, name, email } = object as Readonly<Record<string, unknown>>;
  const known = title ?? name ?? email;
  return typeof known === "string" ? known : null;
}
