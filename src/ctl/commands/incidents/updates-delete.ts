import { answeredOne } from "../../tasks/answer.ts";
import { meaning } from "../../call/failure.ts";
import type { Run } from "../../call/call.ts";
import { publicUpdate } from "../../input/public-update.ts";

/** Deletes a public update. */
export const run: Run = (call) => {
  const [incident = "", number = ""] = call.args;
  return answeredOne(call, "update deleted", async (client) =>
    client
      .send(
        "DELETE /incidents/:id/updates/:update_id",
        await publicUpdate(client, incident, number),
      )
      .catch(meaning({ 409: { code: "conflict", next: `monitorctl unpublish ${incident}` } })),
  );
};
