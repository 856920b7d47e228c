import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";

/** Has deliveries handled once more, as if they arrived now. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const client = await call.client();
  const answers: unknown[] = [];
  for (const id of args) {
    answers.push(await client.replayInbound(id));
    if (options.output !== "json")
      io.stdout.write(`${style.green(style.sign.done)} ${id}: replayed\n`);
  }
  if (options.output === "json")
    io.stdout.write(`${JSON.stringify(answers, null, 2)}\n`);
  return exitCodes.done;
};
