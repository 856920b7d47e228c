/**
 * `-o jsonpath=EXPRESSION` (RFC 9535): the values that the expression selects of a command's JSON are printed, each
 * on a line of its own. So every command that prints JSON has it.
 */
import type { Call } from "../call/call.ts";
import { jsonPathPrefix } from "./define.ts";
import { wrongInput } from "../call/failure.ts";
import { jsonLine } from "../call/structured.ts";
import { oneLine } from "../output/text.ts";

/** Runs a command through the expression of its `-o`; as it is when it has none. */
export async function throughJsonPath(
  call: Call,
  run: (call: Call) => Promise<number>,
): Promise<number> {
  const { output } = call.options;
  if (!output?.startsWith(jsonPathPrefix)) return run(call);
  const { select } = await selector(output.slice(jsonPathPrefix.length));
  const { stdout } = call.io;
  let printed = "";
  const code = await run({
    ...call,
    options: { ...call.options, output: "json" },
    io: { ...call.io, stdout: { isTTY: false, write: (text) => (printed += String(text)) } },
  });
  if (printed === "") return code;
  for (const value of select(JSON.parse(printed))) stdout.write(`${lineOf(value)}\n`);
  return code;
}

/** As `kubectl` takes it, too: in braces, without the `$`. */
async function selector(typed: string): Promise<{ select: (value: unknown) => unknown[] }> {
  const bare = typed.trim().replace(/^\{(.*)\}$/s, "$1");
  const expression = bare.startsWith("$") ? bare : `$${bare}`;
  // Loaded on demand: few commands need it.
  const { jsonpath } = await import("json-p3");
  try {
    const query = jsonpath.compile(expression);
    return { select: (value) => query.query(value as never).values() };
  } catch (error) {
    throw wrongInput(
      "jsonpath",
      `the expression ${expression} cannot be read: ${(error as Error).message}`,
      `quote it, as in -o ${jsonPathPrefix}'$[*].title'`,
    );
  }
}

/** Texts without quotes, each on one line; everything else as JSON. */
const lineOf = (value: unknown): string =>
  typeof value === "string" ? oneLine(value) : jsonLine(value);
