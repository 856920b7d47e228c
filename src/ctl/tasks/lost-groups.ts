/** Groups that are not reached without a user. */
import type { Client } from "../../client/client.ts";
import { oneLine } from "../output/text.ts";

/** A sentence for each group whose only member with a device is the user, with the groups that escalate to it. */
export async function lostGroups(client: Client, user_id: string): Promise<string[]> {
  const groups = await client.send("GET /alert_groups");
  const sentences = await Promise.all(
    groups.map(async ({ id, title }) => {
      const members = await client.send("GET /alert_groups/:id/members", { id });
      const others = members.filter((one) => one.user_id !== user_id && one.devices > 0);
      if (others.length > 0 || !members.some((one) => one.user_id === user_id)) return [];
      const from = groups.filter(({ escalate_to }) => escalate_to === id);
      const escalating = from.map((one) => `"${oneLine(one.title)}"`).join(", ");
      return [
        `nobody of "${oneLine(title)}" can be reached any more${escalating === "" ? "" : `, and ${escalating} escalates to it`}`,
      ];
    }),
  );
  return sentences.flat();
}
