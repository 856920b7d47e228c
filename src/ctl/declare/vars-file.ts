/** Reads files of variables: NAME=value per line, like .env files. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { wrongInput } from "../call/failure.ts";
import type { Io } from "../io.ts";

/** Its variables; fails when the file cannot be read, or holds a line that is none. */
export function readVarsFile(io: Io, path: string): Record<string, string | undefined> {
  let text: string;
  try {
    text = readFileSync(resolve(io.cwd, path), "utf8");
  } catch (error) {
    throw wrongInput(
      "no_file",
      `--vars ${path} cannot be read: ${(error as Error).message}`,
      "check the path",
    );
  }
  const variables = parseEnv(text);
  const wrong = text.split("\n").findIndex((line) => /^\s*[^\s#=]+\s*$/.test(line));
  // Within quotes a line may be anything; without any in the file it must be NAME=value.
  if (wrong >= 0 && !/["'`]/.test(text))
    throw wrongInput(
      "vars_file",
      `${path}:${wrong + 1} is not NAME=value`,
      "write one variable on a line, or begin the line with # to leave it out",
    );
  return variables;
}

/** The text of such a file. A value has an apostrophe or a backtick in it, never both: one of them can quote it. */
export function varsText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const quote = value.includes("'") ? "`" : "'";
      return `${name}=${quote}${value}${quote}\n`;
    })
    .join("");
}
