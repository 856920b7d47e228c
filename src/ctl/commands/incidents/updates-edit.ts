import { answeredOne } from "../../tasks/answer.ts";
import type { Run } from "../../call/call.ts";
import { wrongInput } from "../../call/failure.ts";
import type { PublicUpdateState } from "../../../core/model/model.ts";
import { publicUpdate } from "../../input/public-update.ts";
import { typedText } from "../../input/typed-text.ts";

/** Corrects a public update, or the public title alone; `-` takes the text from the input. */
export const run: Run = async (call) => {
  const [incident = "", number = "", ...words] = call.args;
  const { title, state } = call.options;
  const example = `monitorctl updates edit ${incident} ${number} "We are looking into it."`;
  if (words.length === 0 && title === undefined && state === undefined)
    throw wrongInput("usage", "nothing to correct", example);
  const body = {
    ...(words.length > 0 && { message: await typedText(call, words, "the text", example) }),
    ...(typeof title === "string" && { title: title.trim() || null }),
    ...(typeof state === "string" && {
      state: state === "none" ? null : (state as PublicUpdateState),
    }),
  };
  return answeredOne(call, "corrected", async (client, by) =>
    client.send("PUT /incidents/:id/updates/:update_id", {
      ...(await publicUpdate(client, incident, number)),
      body: { ...body, ...by },
    }),
  );
};
