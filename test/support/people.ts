/** People of a service that a test asks over HTTP, and its clock. */
import type { HttpSide } from "./http.ts";

/** Moves the clock to a moment, `2026-12-01T12:00:00Z`; nothing is waited for. */
export const clockTo = ({ clock }: HttpSide, moment: string): Promise<void> =>
  clock.jump(Date.parse(moment) - clock.now(), () => true);

/** Adds users, with addresses made of their names; answers their ids by name. */
export async function addPeople(
  http: HttpSide,
  names: readonly string[],
  more: object = {},
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of names) {
    const user = { email: `${name.toLowerCase()}@example.com`, name, ...more };
    ids[name] = (await http.api("POST", "/users", user)).json.id;
  }
  return ids;
}
