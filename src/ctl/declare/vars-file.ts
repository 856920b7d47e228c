/** The variables of manifests: those of the environment, of files with a NAME=value per line, and single ones. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Call } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import type { Io } from "../io.ts";

/** All variables; a later source wins: the environment, `--vars`, `--var`. */
export function variablesOf(io: Io, options: Call["options"]): Record<string, string | undefined> {
  const files = (options["vars"] ?? []) as string[];
  const single = (options["var"] ?? []) as string[];
  return Object.assign(
    ofEnvironment(io, options["env"] as string[] | false | undefined),
    ...files.map((path) => readVarsFile(io, path)),
    Object.fromEntries(single.map(pairOf)),
  ) as Record<string, string | undefined>;
}

/** All of the environment, or those that are named: beside a manifest of a stranger it may hold secrets of others. */
const ofEnvironment = ({ env }: Io, names: string[] | false | undefined): Io["env"] =>
  names === undefined ? { ...env } : Object.fromEntries((names || []).map((n) => [n, env[n]]));

function pairOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined)
    throw wrongInput("usage", `--var ${text} is not NAME=value`, "write --var REGION=eu");
  return [name, value!];
}

/** Its variables; fails when the file cannot be read, or holds a line that is none. */
function readVarsFile(io: Io, path: string): Record<string, string | undefined> {
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
  const variables = parseEnv(withWholeValues(text.replace(/^\ufeff/, "")));
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

/** The text with quotes around values that hold a #: Node takes one for the beginning of a comment, also within a word. */
function withWholeValues(text: string): string {
  let open: string | null = null;
  const lines = text.split("\n").map((line) => {
    if (open !== null) {
      if (line.includes(open)) open = null;
      return line;
    }
    const [, before, value] = /^(\s*(?:export\s+)?[\w.-]+\s*=\s*)(.*)$/.exec(line) ?? [];
    const quote = /^["'`]/.exec(value ?? "")?.[0];
    if (quote !== undefined && !value!.includes(quote, 1)) open = quote;
    if (quote !== undefined || !/\S#/.test(value ?? "")) return line;
    const whole = value!.replace(/(?<!\s)\s+#[^]*$/, "").trimEnd();
    const free = ["'", '"', "`"].find((one) => !whole.includes(one));
    return free === undefined ? line : `${before}${free}${whole}${free}`;
  });
  return lines.join("\n");
}
