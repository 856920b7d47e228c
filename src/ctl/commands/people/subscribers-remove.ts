import type { Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { findOfKind } from "../../input/find-one.ts";
import { wrongInput } from "../../call/failure.ts";
import { quoted } from "../../../core/text/shell.ts";
import { done } from "../../call/structured.ts";

/** Removes a subscriber of a status page, by email or id: the address is deleted. */
export const run: Run = async (call) => {
  const [typed = "", wanted = ""] = call.args;
  const client = await call.client();
  const { id, title } = await findOfKind(client, "status_pages", typed);
  const subscribers = await client.send("GET /status_pages/:id/subscribers", { id });
  const subscriber = subscribers.find(
    (one) => one.id === wanted || one.email.toLowerCase() === wanted.toLowerCase(),
  );
  if (!subscriber)
    throw wrongInput(
      "not_found",
      `"${wanted}" has not subscribed to "${title}"`,
      `list the subscribers with: monitorctl subscribers list ${quoted(typed)}`,
    );
  await confirm(call, `Remove ${subscriber.email} from "${title}"?`);
  await client.send("DELETE /status_pages/:id/subscribers/:subscriber_id", {
    id,
    subscriber_id: subscriber.id,
  });
  return done(
    call,
    { removed: subscriber.id },
    `removed ${subscriber.email}: it gets no more mails of "${title}"`,
  );
};
