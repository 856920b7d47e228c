/** Shared by `members add` and `members remove`: one group, and the users that enter or leave it. */
import type { Member } from "../../api/alert-groups.ts";
import type { Answered, Client } from "../../client/client.ts";
import { personName } from "../../core/text/person.ts";
import type { Options, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { printedAsJson, wantsJson } from "../call/structured.ts";
import { findOfKind } from "../input/find-one.ts";
import { memberRules } from "../output/member.ts";
import { doneLine } from "../output/style.ts";
import { oneLine } from "../output/text.ts";

interface Change {
  /** Whether the users are members afterwards. */
  joins: boolean;
  /** The rules that the options set, also of present members. Absent: the command takes none. */
  rules?: (options: Options) => Record<string, unknown>;
  send: (
    client: Client,
    group_id: string,
    user: Answered["users"],
    rules: Record<string, unknown>,
  ) => Promise<Member | void>;
  /** The words between the user and the group: after the change, and when it was so already. */
  done: string;
  already: string;
}

/** All names are resolved before the first change. Users that are so already are named, and left alone unless the options set their rules. */
export function changesMembers({ joins, rules, send, done, already }: Change): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    const ownRules = rules?.(options) ?? {};
    const hasRules = Object.keys(ownRules).length > 0;
    const [typed = "", ...users] = args;
    const client = await call.client();
    const [group, ...people] = await Promise.all([
      findOfKind(client, "alert_groups", typed.replace(/^ag\//, "")),
      ...[...new Set(users)].map((user) =>
        findOfKind(client, "users", user.replace(/^users?\//, "")),
      ),
    ]);
    const path = { id: group.id };
    const before = await client.send("GET /alert_groups/:id/members", path);
    for (const user of people) {
      const changes = before.some(({ user_id }) => user_id === user.id) !== joins;
      const member = changes || hasRules ? await send(client, group.id, user, ownRules) : undefined;
      const own = hasRules && member ? `, notified: ${memberRules(member)}` : "";
      const line = `${oneLine(personName(user))} ${changes ? done : already} "${oneLine(group.title)}"${own}`;
      if (!wantsJson(call)) io.stdout.write(doneLine(style, line));
    }
    if (wantsJson(call))
      printedAsJson(call, await client.send("GET /alert_groups/:id/members", path));
    if (group.project !== null)
      io.stderr.write(
        `Project ${group.project} declares the group: its next apply sets the members that the manifest names, if it names any.\n`,
      );
    return exitCodes.done;
  };
}
