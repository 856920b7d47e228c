/**
 * `monitorctl`: translates the command line into one call of one command, and its result into text and an
 * exit code. Each command is a file that is loaded only when it is called, so that help and the version
 * load no heavy modules.
 */
import { Command, CommanderError, Option } from "commander";
import type { Call, Options, Target } from "../call/call.ts";
import { programAbove, type Start } from "./define.ts";
import { readDuration } from "../../core/text/read-duration.ts";
import { examplesText } from "./examples.ts";
import { exitCodes, exitCodesText } from "../call/exit.ts";
import { Failure, failureJson, failureOf, failureText, wrongInput } from "../call/failure.ts";
import { withProjectFile } from "../connect/project-file.ts";
import type { Io } from "../io.ts";
import { didYouMean } from "../../core/text/nearest.ts";
import { throughJsonPath } from "./jsonpath.ts";
import { documented, jsonText } from "../call/structured.ts";
import { styleFor } from "../output/style.ts";
import { otherWords } from "./other-words.ts";
import { registerAccess } from "./program-access.ts";
import { registerDeclare } from "./program-declare.ts";
import { registerOperate } from "./program-operate.ts";
import { registerTop } from "./program-top.ts";
import { version } from "../call/version.ts";

/** Runs one command line (without the program's name); answers the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exitCodes.done;
  // For messages about a key that was refused.
  let target: Target | null = null;
  let serverVersion: string | null = null;
  const program = programOf(io, async (load, args, typed) => {
    // A plan that is not shown cannot be confirmed.
    const quiet = typed["quiet"] === true ? { input: false } : {};
    const options: Options = { ...(await withProjectFile(io, args, typed)), ...quiet };
    const targetOnce = async () => {
      const { targetOf } = await import("../connect/target.ts");
      const { prepareConnections } = await import("../connect/certificates.ts");
      if (target) return target;
      target = await targetOf(io, options);
      prepareConnections(io, target.url, target);
      // The runner masks secrets of its environment, but would print a key that is known from elsewhere.
      const isKnown = target.keySource === "MONITORCTL_API_KEY";
      if (target.apiKey !== null && !isKnown && io.env["GITHUB_ACTIONS"] === "true") {
        const { maskInActions } = await import("../tasks/github.ts");
        maskInActions(call, target.apiKey);
      }
      return target;
    };
    const call: Call = {
      io: options["quiet"] === true && isForPeople(options) ? { ...io, stdout: silent(io) } : io,
      argv,
      args,
      options,
      style: styleFor(io.env, io.stdout, options["color"] !== false),
      target: targetOnce,
      client: async () => {
        const { clientOf } = await import("../connect/connect.ts");
        return clientOf(await targetOnce(), options, io, (named) => (serverVersion = named));
      },
    };
    const { run } = await load();
    code = await throughJsonPath(call, run);
  });
  const words = argv.length === 0 ? ["--help"] : [...argv];
  try {
    await program.parseAsync(words, { from: "user" });
    if (serverVersion !== null) {
      const { noteNewer } = await import("../connect/newer-server.ts");
      await noteNewer(io, serverVersion);
    }
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    if (error instanceof CommanderError && error.code === "commander.help") {
      // The name of a command group alone: print its commands.
      named(program, words).command.outputHelp();
      return exitCodes.done;
    }
    const { keySource = null } = (target as Target | null) ?? {};
    const failure =
      error instanceof CommanderError
        ? usageFailure(error, program, argv)
        : failureOf(error, keySource);
    await report(io, argv, failure);
    return failure.exit;
  }
}

function programOf(io: Io, start: Start): Command {
  const program = new Command("monitorctl")
    .description("Manage monitors and respond to incidents.")
    .version(`monitorctl ${version}`, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Print this help")
    .option("--url <url>", "Server [MONITORCTL_URL]")
    .option("--context <name>", "Saved server (see context list)")
    .option("--ca-file <path>", "Also trust the CA in this PEM file [MONITORCTL_CA_FILE]")
    .option("--client-cert <path>", "Client certificate, PEM [MONITORCTL_CLIENT_CERT]")
    .option("--client-key <path>", "Its key, if in another file [MONITORCTL_CLIENT_KEY]")
    .option("--insecure", "Send the key over plain http to a public host")
    .addOption(
      new Option(
        "--timeout <duration>",
        "Longest wait for an answer: 30, 30s, 2m (default: 30s)",
      ).argParser(seconds),
    )
    .option("-q, --quiet", "Print failures only; formats for programs are still printed")
    .option("-v, --verbose", "Show each request and its answer on stderr")
    .option("--no-input", "Never ask; fail where an answer is needed")
    .option("--no-gha", "Omit annotations, summary and outputs in GitHub Actions")
    .option("--no-color", "Omit colors [NO_COLOR]")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Said by `report`, in the shape of every other error.
      writeErr: () => {},
      outputError: () => {},
    })
    .configureHelp({
      subcommandTerm: termOf,
      showGlobalOptions: true,
      visibleGlobalOptions: (command) => (command.parent ? [...programAbove(command).options] : []),
    })
    .addHelpText("beforeAll", ({ command }) => examplesText(pathOf(command).join(" ")))
    .addHelpText("after", epilogue);

  registerDeclare(program, start);
  registerOperate(program, start);
  registerTop(program, start);
  registerAccess(program, start);
  program.commandsGroup("Help:");
  help(program, io);
  program
    .command("__complete [words...]", { hidden: true })
    .option("--marked", "a character before the last word keeps it when it is empty")
    .action((words: string[], { marked }: { marked?: boolean }) =>
      start(
        async () => ({
          run: async (call) => {
            const { completions } = await import("./completion.ts");
            const { namesOf } = await import("./completion-names.ts");
            const typed = marked ? words.with(-1, words.at(-1)!.slice(1)) : words;
            const fit = await completions(program, typed, namesOf(call));
            call.io.stdout.write(fit.map((word) => `${word}\n`).join(""));
            return exitCodes.done;
          },
        }),
        words,
        program.opts(),
      ),
    );
  return program;
}

const isForPeople = ({ output, json }: Options) =>
  json === undefined && (output === undefined || ["text", "table", "wide"].includes(output));

/** An output that stays empty. */
const silent = ({ stdout }: Io): Io["stdout"] => ({ ...stdout, isTTY: false, write: () => {} });

/** `help`, `help COMMAND` and `help exit-codes`. */
function help(program: Command, io: Io): void {
  program.helpCommand(false);
  program
    .command("help [topic...]")
    .description("Print help for a command, or for exit-codes")
    .action((topics: string[]) => {
      if (topics[0] === "exit-codes") return io.stdout.write(exitCodesText());
      const { command, rest } = named(program, topics);
      const [unknown] = rest;
      if (unknown !== undefined)
        throw wrongInput(
          "usage",
          `unknown command "${topics.join(" ")}"${didYouMean(
            unknown,
            command.commands.map((one) => one.name()),
          )}`,
          command === program ? "monitorctl --help" : `monitorctl help ${command.name()}`,
        );
      command.outputHelp();
    });
}

/** The command that the words begin with, and the words after its name. */
function named(
  program: Command,
  words: readonly string[],
): { command: Command; rest: readonly string[] } {
  let command = program;
  for (const [index, word] of words.entries()) {
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (!next) return { command, rest: words.slice(index) };
    command = next;
  }
  return { command, rest: [] };
}

/** `keys create`; empty for the program itself. */
function pathOf(command: Command): string[] {
  return command.parent ? [...pathOf(command.parent), command.name()] : [];
}

/** As the list of commands shows it. That it has options is said by its own help. */
function termOf(command: Command): string {
  const below = command.commands.map((one) => one.name());
  return [
    command.name(),
    ...(below.length > 0 ? [below.join("|")] : []),
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
  ].join(" ");
}

const epilogue = `
More: monitorctl help COMMAND, monitorctl help exit-codes`;

function seconds(text: string): number {
  const value = (readDuration(text, 1000) ?? 0) / 1000;
  if (value > 0 && value <= 86_400) return value;
  throw wrongInput(
    "usage",
    `--timeout ${text} is not a number of seconds, and no duration up to a day`,
    "for example --timeout 30 or --timeout 2m",
  );
}

function usageFailure(error: CommanderError, program: Command, argv: readonly string[]): Failure {
  const message = error.message.replace(/^error: /, "").trim();
  const path = pathOf(named(program, argv).command).join(" ");
  const help = path === "" ? "monitorctl --help" : `monitorctl help ${path}`;
  const isOfNode = message.startsWith("unknown option '--env-file");
  const other = otherWords(argv, message);
  // The right word is known then, and a guess by its letters would lead elsewhere.
  const shown = other === null ? message.replace(/\n\((.*)\)$/, ". $1") : message.split("\n")[0]!;
  return new Failure(shown, {
    exit: exitCodes.input,
    code: "usage",
    next: isOfNode ? "--vars FILE, because Node itself reads --env-file" : (other ?? help),
  });
}

/** Prints the failure where the caller expects it: with `-o json`, as the one document on stdout. */
async function report(io: Io, argv: readonly string[], failure: Failure): Promise<void> {
  if (io.env["GITHUB_ACTIONS"] === "true" && !argv.includes("--no-gha")) {
    const { failedInActions } = await import("../tasks/github.ts");
    failedInActions(io, failure);
  }
  if (wantsJson(argv)) io.stdout.write(jsonText(documented(failureJson(failure))));
  else
    io.stderr.write(
      failureText(failure, styleFor(io.env, io.stderr, !argv.includes("--no-color"))),
    );
  if (io.env["MONITORCTL_DEBUG"] && failure.cause instanceof Error)
    io.stderr.write(`${failure.cause.stack}\n`);
}

/** Read from the words themselves, for a command line that could not be understood. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  return words.some(
    (word, index) =>
      /^(-o=?|--output=)json$|^--json(=|$)/.test(word) ||
      (/^(-o|--output)$/.test(word) && words[index + 1] === "json"),
  );
}
