/** Reads bodies from the command line: literal, `@FILE`, or `-` for stdin. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { wrongInput } from "../call/failure.ts";
import { readInput, type Io } from "../io.ts";

/** The text; fails when it is not JSON, and says where. */
export async function jsonBody(io: Io, given: string): Promise<string> {
  const text = await givenText(io, given);
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw wrongInput(
      "usage",
      `the body is not JSON: ${(error as Error).message}`,
      `give JSON, @FILE or -, for example -d '{"message": "it broke"}'`,
    );
  }
}

async function givenText(io: Io, given: string): Promise<string> {
  if (given === "-") return (await readInput(io)).toString("utf8");
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(resolve(io.cwd, given.slice(1)), "utf8");
  } catch (error) {
    throw wrongInput(
      "no_file",
      `${given.slice(1)} cannot be read: ${(error as Error).message}`,
      "check the path after the @",
    );
  }
}
