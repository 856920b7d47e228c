/** Revokes the key of a person on this machine, when it is no longer kept here. */
import { ApiProblem } from "../../client/errors.ts";
import type { Options } from "../call/call.ts";
import { clientWith } from "../connect/connect.ts";

/**
 * Revokes the key on its server if it is one of a person. Answers the name of the person; null: a key of the
 * organization, which others may use, or one that does not work any more. Throws when the server does not answer.
 */
export async function revokeOwn(
  url: string,
  key: string,
  options: Options,
): Promise<string | null> {
  const client = clientWith(url, key, options);
  try {
    const { key: own, user } = await client.send("GET /me");
    if (!own || !user) return null;
    await client.send("DELETE /api_keys/:id", { id: own.id });
    return user.name;
  } catch (error) {
    if (error instanceof ApiProblem && [401, 404].includes(error.status)) return null;
    throw error;
  }
}
