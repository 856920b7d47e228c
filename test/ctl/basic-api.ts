/** Another service with a small part of the API, which answers with fewer fields. */
import { problem, type Answer, type Answers } from "./fake-api.ts";

const other = (body: unknown, status = 200): Answer => ({ from: "another service", status, body });

/**
 * Makes it a server with lists of these kinds and members alone, which keeps what is posted to it. Addresses
 * `…@example.com` are those of users there.
 */
export function answerBasically(
  answers: Answers,
  kinds: readonly string[],
): Record<string, Record<string, unknown>[]> {
  for (const route of Object.keys(answers)) delete answers[route];
  const kept: Record<string, Record<string, unknown>[]> = {};
  const members: Record<string, string[]> = {};
  let ids = 0;
  for (const kind of kinds) {
    const list = (kept[kind] = [] as Record<string, unknown>[]);
    answers[`GET /${kind}`] = () => other(list);
    answers[`POST /${kind}`] = ({ body }) => {
      const given = body as Record<string, unknown>;
      const old = list.find((r) => r["external_id"] === given["external_id"]);
      if (old) return other(Object.assign(old, given));
      const id = `id-${++ids}`;
      const made = {
        id,
        ...(kind === "webhook_monitors"
          ? { webhook_url: `http://mon.example/api/webhook/${id}` }
          : {}),
        ...given,
      };
      list.push(made);
      if (kind === "alert_groups") addMembers(id);
      return other(made, 201);
    };
  }
  const addMembers = (group: string) => {
    const emails = (members[group] = [] as string[]);
    const shown = (email: string) => ({ user_id: `u-${email}`, email });
    answers[`GET /alert_groups/${group}/members`] = () => other(emails.map(shown));
    answers[`POST /alert_groups/${group}/members`] = ({ body }) => {
      const { email } = body as { email: string };
      if (!email.endsWith("@example.com"))
        return problem(422, "No such user.", [
          { field: "email", code: "unknown_user", message: "is nobody" },
        ]);
      emails.push(email);
      const path = encodeURIComponent(`u-${email}`);
      answers[`DELETE /alert_groups/${group}/members/${path}`] = () => {
        emails.splice(emails.indexOf(email), 1);
        return other(undefined, 204);
      };
      return other(shown(email), 201);
    };
  };
  return kept;
}
