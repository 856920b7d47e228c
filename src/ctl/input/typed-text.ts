import type { Call } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import { readInput } from "../io.ts";

/**
 * The typed text, or with `-` the text from stdin. `what` and `example` are for the error message when it
 * is empty.
 */
export async function typedText(
  { io }: Pick<Call, "io">,
  words: readonly string[],
  what: string,
  example: string,
): Promise<string> {
  const given = words.join(" ");
  const text = (given === "-" ? (await readInput(io)).toString("utf8") : given).trim();
  if (text === "") throw wrongInput("usage", `${what} is empty`, example);
  return text;
}
