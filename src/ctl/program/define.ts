/** Declares commands: name and arguments, description, options, and the file that is loaded to run it. */
import { Option, type Command } from "commander";
import type { Options, Run } from "../call/call.ts";

/** Runs a command with its arguments and options. */
export type Start = (
  load: () => Promise<{ run: Run }>,
  args: string[],
  options: Options,
) => Promise<void>;

export type Add = (
  usage: string,
  description: string,
  load: () => Promise<{ run: Run }>,
  ...options: (Option | typeof printsAsIs)[]
) => Command;

/** For commands that print one thing alone. */
export const printsAsIs = "prints as is";

/**
 * Adds commands below `parent`. One that names no format of its own (`output`) prints text, or the same as JSON; `printsAsIs`
 * in place of an option: it has no `-o`.
 */
export function adder(parent: Command, start: Start): Add {
  return (usage, description, load, ...options) => {
    const command = parent.command(usage).description(description);
    for (const option of options) if (option !== printsAsIs) command.addOption(option);
    if (!options.includes(printsAsIs) && !command.options.some(({ long }) => long === "--output"))
      command.addOption(output("text", "json"));
    command.action(() => {
      const values = command.optsWithGlobals<Options>();
      refuseForeignOptions(command);
      refuseForeignFormat(command, values.output);
      return start(load, command.args, values);
    });
    return command;
  };
}

/** The program, whose options every command takes. */
export const programAbove = (command: Command): Command =>
  command.parent ? programAbove(command.parent) : command;

/** Ends with a usage error when the command above took an option that this one does not have. */
function refuseForeignOptions({ parent, options }: Command): void {
  if (!parent?.parent) return;
  const own = new Set(options.map(({ long }) => long));
  const refused = parent.options.find(
    (option) =>
      !own.has(option.long) && parent.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (refused) parent.error(`error: unknown option '${refused.long}'`);
}

/** Ends with a usage error when the command above took a format that this one does not print. */
function refuseForeignFormat(command: Command, format: unknown): void {
  const own = command.options.find(({ long }) => long === "--output");
  const formats = own?.argChoices ?? [];
  if (own === undefined || typeof format !== "string" || formats.length === 0) return;
  if (formats.includes(format) || format.startsWith(jsonPathPrefix)) return;
  command.error(
    `error: option '${own.flags}' argument '${format}' is invalid. Allowed choices are ${formats.join(", ")}.`,
    { code: "commander.invalidArgument" },
  );
}

/** How a format of `-o` begins that prints a part of the JSON (`program/jsonpath`). */
export const jsonPathPrefix = "jsonpath=";

/** `-o`; the first format is the default. Every command that prints JSON can print a part of it. */
export function output(...formats: [string, ...string[]]): Option {
  const option = new Option("-o, --output <format>", "Output format")
    .choices(formats)
    .default(formats[0]);
  if (!formats.includes("json")) return option;
  const oneOf = option.parseArg!;
  option.description += "; jsonpath=EXPRESSION: a part of the json";
  return option.argParser((value, previous) =>
    value.startsWith(jsonPathPrefix) ? value : (oneOf(value, previous as never) as string),
  );
}

/** The formats of every list. */
const listFormats = ["table", "wide", "json", "yaml", "name", "jsonl"] as const;

/** `-o` and `--json` of a list. */
export function listOutput(): Option[] {
  return [
    output(...listFormats),
    new Option("--json <fields>", "Only these fields, as JSON; '?' lists them"),
  ];
}

/** A command that only holds others. */
export function family(program: Command, start: Start, name: string, description: string): Add {
  const parent = program
    .command(name)
    .description(description)
    .usage("<command>")
    .helpCommand(false);
  return adder(parent, start);
}
