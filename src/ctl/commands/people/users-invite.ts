import type { Role } from "../../../resource/user.ts";
import { roles } from "../../../resource/user.ts";
import { findOfKind } from "../../input/find-one.ts";
import { jsonText, wantsJson } from "../../call/structured.ts";
import { oneLine } from "../../output/text.ts";
import { personName } from "../../../core/text/person.ts";
import { exitCodes } from "../../call/exit.ts";
import type { Run } from "../../call/call.ts";
import { wrongInput } from "../../call/failure.ts";

/** Prints a link by which a user signs in to the dashboard, once. With `--role` it sets the user's role first. */
export const run: Run = async (call) => {
  const { args, io, options, style } = call;
  const role = roleOf(options["role"]);
  const client = await call.client();
  const user = await findOfKind(client, "users", args[0]!);
  if (role === null && user.role === null)
    throw wrongInput(
      "no_role",
      `${personName(user)} has no role yet, and could do nothing: ${roles.join(", ")}`,
      `monitorctl users invite ${args[0]} --role responder`,
    );
  if (role !== null && role !== user.role)
    await client.send("PUT /users/:id", { id: user.id, body: { role } });
  const link = await client.send("POST /users/:user_id/sign_in_links", { user_id: user.id });
  if (wantsJson(call)) {
    io.stdout.write(jsonText(link));
    return exitCodes.done;
  }
  if (link.warning !== null)
    io.stderr.write(`${style.yellow(style.sign.warn)} ${link.warning}\n\n`);
  io.stdout.write(
    `Send this to ${oneLine(personName(user))}:\n  ${link.url}\nIt signs in one browser as ${role ?? user.role}, once, within 24 h.\n`,
  );
  return exitCodes.done;
};

function roleOf(typed: unknown): Role | null {
  if (typed === undefined) return null;
  const role = roles.find((known) => known === typed);
  if (role) return role;
  throw wrongInput(
    "usage",
    `unknown role "${typed as string}": ${roles.join(", ")}`,
    "monitorctl users invite USER --role responder",
  );
}
