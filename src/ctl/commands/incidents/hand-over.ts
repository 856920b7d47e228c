import { wrongInput } from "../../call/failure.ts";
import { findOne } from "../../input/find-one.ts";
import { incidentId } from "../../input/incident-id.ts";
import type { Run } from "../../call/call.ts";
import { oneLine } from "../../output/text.ts";
import { titleOf } from "../../../core/text/person.ts";
import { answeredOne } from "../../tasks/answer.ts";
import { withoutDevice } from "../../tasks/without-device.ts";

/** Hands an incident over: to a person, that takes it by acknowledging, or with `--group` to an alert group, which is paged. */
export const run: Run = async (call) => {
  const [number, user] = call.args;
  const { group } = call.options;
  if ((user === undefined) === (typeof group !== "string"))
    throw wrongInput("usage", "name a user, or --group with an alert group", "hand-over 12 bob");
  const client = await call.client();
  const id = incidentId(number!);
  if (typeof group === "string") {
    const { resource } = await findOne(client, group, ["alert_groups"] as const);
    const outcome = `handed over to ${oneLine(resource.title)}, which is paged now`;
    return answeredOne(call, outcome, (_, by) =>
      client.send("POST /incidents/:id/hand-over", {
        id,
        body: { ...by, alert_group_id: resource.id },
      }),
    );
  }
  const { resource } = await findOne(client, user!, ["users"] as const);
  const name = oneLine(titleOf(resource));
  const isReachable = (await withoutDevice(client, [resource.id])).size === 0;
  const outcome = isReachable
    ? `${name} is asked to take it over`
    : `${name} can take it over, but has no device to be notified on: tell them yourself`;
  return answeredOne(call, outcome, (_, by) =>
    client.send("POST /incidents/:id/hand-over", { id, body: { ...by, user_id: resource.id } }),
  );
};
