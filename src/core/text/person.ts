/** Names of people and resources in texts. Pure. */

/** A person's name, or their e-mail address while they have none. */
export const personName = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? email;

/** The title of a declared resource of any kind; a user is called by name or address. */
export function titleOf(resource: object): string {
  const { title, name, email } = resource as Readonly<Record<string, unknown>>;
  return String(title ?? name ?? email);
}
