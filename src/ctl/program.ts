/**
 * `monitorctl`: translates the command line into one call of one command, and whatever comes out of it
 * into text and an exit code. Each command is a file that is loaded only when it is called, so that help
 * and the version load nothing heavy.
 */
import { Command, CommanderError, Option } from "commander";
import type { Call, Options, Run } from "./call.ts";
import { exitCodes, exitCodesText } from "./exit.ts";
import {
  Failure,
  failureJson,
  failureOf,
  failureText,
  wrongInput,
} from "./failure.ts";
import type { Io } from "./io.ts";
import { topCommand } from "./program-top.ts";
import { styleFor } from "./output/style.ts";
import type { Target } from "./target.ts";
import { version } from "./version.ts";

/** Runs one command line (without the program's name); answers the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exitCodes.done;
  // For messages about a key that was refused.
  let target: Target | null = null;
  const program = programOf(io, async (load, args, options) => {
    const targetOnce = async () => {
      const { targetOf } = await import("./target.ts");
      return (target ??= targetOf(io, options));
    };
    const call: Call = {
      io,
      args,
      options,
      style: styleFor(io.env, io.stdout.isTTY),
      target: targetOnce,
      client: async () => {
        const { clientOf } = await import("./connect.ts");
        return clientOf(await targetOnce(), options);
      },
    };
    const { run } = await load();
    code = await run(call);
  });
  try {
    const words = argv.length === 0 ? ["--help"] : [...argv];
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0)
      return exitCodes.done;
    const { keySource = null } = (target as Target | null) ?? {};
    const failure =
      error instanceof CommanderError
        ? usageFailure(error)
        : failureOf(error, keySource);
    report(io, argv, failure);
    return failure.exit;
  }
}

type Start = (
  load: () => Promise<{ run: Run }>,
  args: string[],
  options: Options,
) => Promise<void>;

function programOf(io: Io, start: Start): Command {
  const program = new Command("monitorctl")
    .description("Declares monitors, and shows and answers what they say.")
    .version(`monitorctl ${version}`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("--url <url>", "the server [MONITORCTL_URL]")
    .option("--context <name>", "a server that was signed in to")
    .option("--insecure", "send the key over plain http to a public host")
    .addOption(
      new Option("--timeout <seconds>", "how long to wait for an answer")
        .default(30)
        .argParser(seconds),
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Said by `report`, in the shape of every other error.
      writeErr: () => {},
      outputError: () => {},
    })
    .addHelpText("after", epilogue);
  const add = (
    usage: string,
    description: string,
    load: () => Promise<{ run: Run }>,
    ...options: Option[]
  ) => {
    const command = program.command(usage).description(description);
    for (const option of options) command.addOption(option);
    command.action(() =>
      start(load, command.args, command.optsWithGlobals<Options>()),
    );
    return command;
  };

  add(
    "apply",
    "make the server as the files say",
    () => import("./commands/apply.ts"),
    ...fileOptions(),
    new Option("-y, --yes", "do not ask"),
    output("text", "json"),
  );
  add(
    "diff",
    "show what apply would change",
    () => import("./commands/diff.ts"),
    ...fileOptions(),
    new Option("--exit-code", "exit with 2 when something would change"),
    output("text", "json"),
  );
  add(
    "status",
    "show what is wrong, worst first",
    () => import("./commands/status.ts"),
    new Option("--exit-code", "exit with 10 when something is down"),
    new Option("--nodes", "the daemons themselves: who runs, and how late"),
    output("text", "json"),
  );
  topCommand(add);
  add(
    "incidents",
    "list incidents",
    () => import("./commands/incidents.ts"),
    new Option("--open", "those that are not resolved (the default)"),
    new Option("--all", "resolved ones too").conflicts("open"),
    output("table", "json", "yaml"),
  );
  add(
    "ack <incident...>",
    "acknowledge incidents, by number or id",
    () => import("./commands/ack.ts"),
    new Option("--by <name>", "who takes it (default: the name of the key)"),
    output("text", "json"),
  );
  add(
    "get <kind> [id]",
    "show resources: users, alert_groups (ag), health_check_monitors (hc), webhook_monitors (wh)",
    () => import("./commands/get.ts"),
    output("table", "json", "yaml", "name"),
  );
  add(
    "login [url]",
    "sign in with the code that monitord printed",
    () => import("./commands/login.ts"),
    new Option("--code <code>", "the code"),
    new Option("--with-key", "read an API key from the input").conflicts(
      "code",
    ),
    output("text", "json"),
  );
  add(
    "logout",
    "forget the key of a server",
    () => import("./commands/logout.ts"),
    output("text", "json"),
  );
  add(
    "whoami",
    "show the server, the key and what it may do",
    () => import("./commands/whoami.ts"),
    output("text", "json"),
  );
  add("version", "print the version", () => import("./commands/version.ts"));
  help(program, io);
  return program;
}

/** `help`, `help COMMAND` and `help exit-codes`. */
function help(program: Command, io: Io): void {
  program.helpCommand(false);
  program
    .command("help [topic]")
    .description("print help for a command, or for exit-codes")
    .action((topic: string | undefined) => {
      if (topic === undefined) return program.outputHelp();
      if (topic === "exit-codes") return io.stdout.write(exitCodesText());
      const command = program.commands.find(
        (c) => c.name() === topic || c.aliases().includes(topic),
      );
      if (!command)
        throw wrongInput(
          "usage",
          `there is no command "${topic}"`,
          "monitorctl --help",
        );
      return command.outputHelp();
    });
}

const epilogue = `
Examples:
  monitorctl login http://127.0.0.1:8620
  monitorctl apply -f monitors.yaml
  monitorctl status
  monitorctl ack 12

More: monitorctl help COMMAND, monitorctl help exit-codes`;

function fileOptions(): Option[] {
  return [
    new Option(
      "-f, --file <path>",
      "a file, a folder, or - for the input; may be repeated (default: monitors.yaml)",
    ).argParser((path: string, before?: string[]) => [...(before ?? []), path]),
    new Option("--adopt", "take over what another project declares"),
  ];
}

function output(...formats: [string, ...string[]]): Option {
  return new Option("-o, --output <format>", "how to print it")
    .choices(formats)
    .default(formats[0]);
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 3600) return value;
  throw wrongInput(
    "usage",
    `--timeout ${text} is not a number of seconds from 1 to 3600`,
    "for example --timeout 30",
  );
}

function usageFailure(error: CommanderError): Failure {
  const message = error.message.replace(/^error: /, "").trim();
  return new Failure(message.replace(/\n\((.*)\)$/, ". $1"), {
    exit: exitCodes.input,
    code: "usage",
    next: "monitorctl --help",
  });
}

/** Says what went wrong where the caller looks for it: with `-o json`, as the one document on stdout. */
function report(io: Io, argv: readonly string[], failure: Failure): void {
  if (wantsJson(argv))
    io.stdout.write(`${JSON.stringify(failureJson(failure), null, 2)}\n`);
  else io.stderr.write(failureText(failure, styleFor(io.env, io.stderr.isTTY)));
  if (io.env["MONITORCTL_DEBUG"] && failure.cause instanceof Error)
    io.stderr.write(`${failure.cause.stack}\n`);
}

/** Read from the words themselves, for a command line that could not be understood. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      /^(-o=?|--output=)json$/.test(word) ||
      (/^(-o|--output)$/.test(word) && argv[index + 1] === "json"),
  );
}
