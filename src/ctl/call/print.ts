/** Prints the result of a command in the requested format, with the same data in each. */
import type { Call } from "./call.ts";
import { exitCodes } from "./exit.ts";
import { wrongInput } from "./failure.ts";
import { didYouMean } from "../../core/text/nearest.ts";
import { jsonLine, jsonText, structured } from "./structured.ts";

export interface Printable<T> {
  /** For `-o name`: the name that other commands accept. */
  name?: (value: T) => string;
  /** For people. */
  text: (values: readonly T[], wide: boolean) => string;
  /** Printed on stderr when the result is empty. */
  empty: string;
  /** The fields that `--json` may name; asked for only when it is used. */
  fields?: () => Promise<readonly string[]>;
}

/** Prints one value. */
export const printOne = <T extends object>(
  call: Call,
  value: T,
  text: (value: T) => string,
): Promise<number> => print(call, [value], { text: ([one]) => text(one!), empty: "" }, true);

/** Prints a list, or with `single` the one value of it. The exit code is that of success. */
export async function print<T extends object>(
  call: Call,
  values: readonly T[],
  how: Printable<T>,
  single = false,
): Promise<number> {
  const { io, options } = call;
  const fields = options["json"];
  if (typeof fields === "string") {
    const picked = await pick(call, values, fields, how);
    if (picked) io.stdout.write(jsonText(single ? picked[0] : picked));
    return exitCodes.done;
  }
  const format = options.output;
  const written = await structured(single ? values[0] : values, format);
  if (written !== null) io.stdout.write(written);
  else if (format === "jsonl") for (const value of values) io.stdout.write(`${jsonLine(value)}\n`);
  else if (format === "name" && how.name)
    for (const value of values) io.stdout.write(`${how.name(value)}\n`);
  else if (values.length > 0) io.stdout.write(how.text(values, format === "wide"));
  else io.stderr.write(`${how.empty}\n`);
  return exitCodes.done;
}

/** The fields that were named, of each value; null: they were only listed. */
async function pick<T extends object>(
  call: Call,
  values: readonly T[],
  wanted: string,
  how: Printable<T>,
): Promise<Partial<T>[] | null> {
  const known = new Set([
    ...((await how.fields?.()) ?? []),
    ...values.flatMap((value) => Object.keys(value)),
  ]);
  if (wanted === "?") {
    call.io.stdout.write(`${[...known].join("\n")}\n`);
    return null;
  }
  const names = wanted.split(",").map((name) => name.trim());
  for (const name of names) {
    if (known.has(name)) continue;
    const hint = didYouMean(name, [...known]);
    throw wrongInput(
      "unknown_field",
      `unknown field "${name}"${hint}`,
      "list the fields with: --json '?'",
    );
  }
  return values.map(
    (value) =>
      Object.fromEntries(names.map((name) => [name, value[name as keyof T] ?? null])) as Partial<T>,
  );
}
