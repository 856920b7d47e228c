import { answeredOne } from "../../tasks/answer.ts";
import type { Run } from "../../call/call.ts";
import { incidentId } from "../../input/incident-id.ts";

/** Takes an incident off the public status pages. */
export const run: Run = (call) => {
  const id = incidentId(call.args[0] ?? "");
  return answeredOne(call, "taken off the status pages", (client, by) =>
    client.send("POST /incidents/:id/unpublish", { id, body: by }),
  );
};
