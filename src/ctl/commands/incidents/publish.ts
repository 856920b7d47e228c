import { answeredOne } from "../../tasks/answer.ts";
import { meaning } from "../../call/failure.ts";
import type { PublicUpdateState } from "../../../core/model/model.ts";
import type { Run } from "../../call/call.ts";
import { incidentId } from "../../input/incident-id.ts";
import { typedText } from "../../input/typed-text.ts";

const withoutPage = meaning({
  409: { code: "conflict", next: "monitorctl edit sp/NAME, and add a system for it" },
});

/** Puts an incident on the public status pages that show its source; `-` takes the text from the input. */
export const run: Run = async (call) => {
  const [typed = "", ...words] = call.args;
  const id = incidentId(typed);
  const message = await typedText(
    call,
    words,
    "what the public is to read",
    `monitorctl publish ${typed} "We are looking into it."`,
  );
  const { title, state } = call.options;
  return answeredOne(call, "published", (client, by) =>
    client
      .send("POST /incidents/:id/publish", {
        id,
        body: {
          message,
          ...(typeof title === "string" ? { title } : {}),
          ...(typeof state === "string" ? { state: state as PublicUpdateState } : {}),
          ...by,
        },
      })
      .catch(withoutPage),
  );
};
