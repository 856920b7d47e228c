import { answeredOne } from "../../tasks/answer.ts";
import type { Run } from "../../call/call.ts";
import { incidentId } from "../../input/incident-id.ts";
import { typedText } from "../../input/typed-text.ts";

/** Writes a note into the timeline of an incident; `-` takes it from the input. */
export const run: Run = async (call) => {
  const [typed = "", ...words] = call.args;
  const id = incidentId(typed);
  const text = await typedText(
    call,
    words,
    "the note",
    `monitorctl note ${typed} "what was found"`,
  );
  return answeredOne(call, "noted", (client, by) =>
    client.send("POST /incidents/:id/notes", { id, body: { text, ...by } }),
  );
};
