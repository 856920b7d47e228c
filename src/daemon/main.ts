/**
 * `monitord`: only translates the command line. Each command is a file that is loaded when it is called.
 */
import { Command, CommanderError } from "commander";
import { EnvironmentError } from "../store/kit/unavailable.ts";
import { allOptions, variableOf } from "./config/options.ts";
import { flagOf, isHidden } from "../core/model/option.ts";
import type { Invocation } from "./commands/invocation.ts";
import { nearest } from "../core/text/nearest.ts";
import { version } from "../store/migrations/version.ts";

/**
 * Exit codes of monitord. 3 is a mistyped command line, as in monitorctl. 78 is EX_CONFIG of sysexits.h.
 * Supervisors restart on neither.
 */
const exitCodes = { done: 0, failed: 1, usage: 3, configuration: 78 } as const;

type Run = (invocation: Invocation) => Promise<number>;

const program = new Command("monitord")
  .description("Monitors applications and pages people when they fail.")
  .version(version, "-V, --version", "Print the version")
  .helpOption("-h, --help", "Print this help")
  .showHelpAfterError("Run monitord --help to list the commands.")
  .exitOverride();

for (const option of allOptions) {
  const value = isHidden(option) ? "FILE" : option.metavar;
  program.option(
    `--${flagOf(option)} <${value}${option.type.kind === "list" ? "..." : ""}>`,
    `${option.help} [${variableOf(option.name)}${option.secret ? "[_FILE]" : ""}]${
      option.default === null ? "" : ` (default: ${option.default})`
    }`,
  );
}

/** Adds a command; the flags of the program may stand before or after its name. */
function add(
  parent: Command,
  usage: string,
  description: string,
  load: () => Promise<{ run: Run }>,
  options: [string, string][] = [],
): Command {
  const command = parent.command(usage).description(description);
  for (const [flags, text] of options) command.option(flags, text);
  return command.action(async () => {
    const { run } = await load();
    const global = program.opts<Record<string, string | string[]>>();
    process.exitCode = await run({
      flags: Object.fromEntries(allOptions.map((one) => [flagOf(one), global[camel(flagOf(one))]])),
      args: command.args,
      options: command.opts<Record<string, string>>(),
    });
  });
}

/** A command that only holds others. */
const family = (name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .helpCommand("help [command]", "Print help for a command");

const camel = (flag: string) => flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

add(program, "serve", "Run the service (the default)", () => import("./commands/serve.ts"));
program
  .usage("[options] [command]")
  .argument("[word]")
  .action(async (word: string | undefined) => {
    // Without a command it serves; a mistyped one must not.
    if (word === undefined)
      return void (await program.parseAsync(["serve", ...process.argv.slice(2)], {
        from: "user",
      }));
    const meant = nearest(
      word,
      program.commands.map((command) => command.name()),
    );
    program.error(`error: unknown command '${word}'${meant ? `, did you mean '${meant}'?` : ""}`, {
      exitCode: exitCodes.usage,
    });
  });
program
  .command("help [command...]")
  .description("Print help for a command")
  .action((words: string[]) => {
    const command = words.reduce<Command | undefined>(
      (within, word) => within?.commands.find((one) => one.name() === word),
      program,
    );
    if (command) command.outputHelp();
    else
      program.error(`error: unknown command '${words.join(" ")}'`, { exitCode: exitCodes.usage });
  });
const keys = family("keys", "API keys");
const keysModule = () => import("./commands/keys.ts");
add(
  keys,
  "create [name]",
  "Make a key and print it, this once",
  async () => ({ run: (await keysModule()).create }),
  [
    ["--name <name>", "What to call it, in place of the argument"],
    [
      "--scopes <scopes>",
      "Scopes with commas between: read, write, respond, admin (default: read,write)",
    ],
    ["--expires <when>", "When it stops working: a date (2027-12-31) or a duration (90d)"],
    ["--project <list>", "Projects whose resources alone it changes, with commas between them"],
    ["--org <name>", "The organization, if several exist"],
  ],
);
add(keys, "list", "List the keys", async () => ({
  run: (await keysModule()).list,
}));
add(keys, "revoke <id>", "Make a key useless, at once", async () => ({
  run: (await keysModule()).revoke,
}));
add(keys, "generate", "Print a new key without storing it", async () => ({
  run: (await keysModule()).generate,
}));
const users = family("users", "Users");
add(
  users,
  "create <email>",
  "Add a user",
  async () => ({ run: (await import("./commands/users.ts")).create }),
  [
    ["--name <name>", "What people call them"],
    ["--org <name>", "The organization, if several exist"],
  ],
);
const org = family("org", "Organizations");
add(org, "create <name>", "Add an organization", async () => ({
  run: (await import("./commands/org.ts")).create,
}));
add(
  program,
  "setup-code",
  "Print a new one-time link and code",
  () => import("./commands/setup-code.ts"),
  [
    ["--org <name>", "The organization, if several exist"],
    ["--for <email>", "A link for this user, who keeps their role"],
  ],
);
const secrets = family("secrets", "The key of the secrets in the database");
const secretsModule = () => import("./commands/secrets.ts");
add(secrets, "status", "Print the key file, and how many secrets each key encrypts", async () => ({
  run: (await secretsModule()).status,
}));
add(secrets, "rotate", "Make a new key, and seal everything with it", async () => ({
  run: (await secretsModule()).rotate,
}));
const retention = family("retention", "Retention of old rows");
add(retention, "allow", "Delete old rows again, after the clock was checked", async () => ({
  run: (await import("./commands/retention.ts")).allow,
}));
add(
  program,
  "migrate",
  "Bring the database to this version",
  () => import("./commands/migrate.ts"),
);
add(
  program,
  "backup <file>",
  "Copy the database while it is in use",
  () => import("./commands/backup.ts"),
);
add(
  program,
  "restore <file>",
  "Put a backup in place of the database",
  () => import("./commands/restore.ts"),
);
add(
  program,
  "copy",
  "Move everything to another database: from SQLite to PostgreSQL, or back",
  () => import("./commands/copy.ts"),
  [
    ["--from <database>", "sqlite (in --data-dir) or postgres (--database-url)"],
    ["--to <database>", "The other one, which must be empty"],
  ],
);
add(
  program,
  "take-back <database>",
  "Use the old database (sqlite, postgres) again after a copy",
  () => import("./commands/take-back.ts"),
);
add(program, "doctor", "Find problems, and how to fix them", () => import("./commands/doctor.ts"));
add(
  program,
  "healthcheck",
  "Ask the running service whether it is ready",
  () => import("./commands/healthcheck.ts"),
  [["--live", "Ask only whether the process answers"]],
);
const config = family("config", "The configuration");
const configModule = () => import("./commands/config.ts");
add(config, "check", "Find mistakes, without a start", async () => ({
  run: (await configModule()).check,
}));
add(
  config,
  "print",
  "Print the configuration as a file, secrets masked",
  async () => ({ run: (await configModule()).print }),
  [["--origin", "Name the source of each value"]],
);
add(config, "schema", "Print the JSON schema of configuration files, for editors", async () => ({
  run: (await configModule()).schema,
}));
add(
  program,
  "systemd",
  "Print a unit for systemd with these options",
  () => import("./commands/systemd.ts"),
  [["--user <name>", "The user that it runs as (default: monitord)"]],
);
add(
  program,
  "capacity",
  "Print what a load needs: cores, memory, disk",
  () => import("./commands/capacity.ts"),
  [
    ["--monitors <n>", "Health check monitors (default: 100)"],
    ["--interval <seconds>", "Between two checks of each (default: 60)"],
    ["--reports <n>", "Error reports a second, in a busy minute (default: 10)"],
    ["--people <n>", "People with a phone (default: 10)"],
    ["--retention <days>", "How long error reports are kept (default: 30)"],
    ["--database <database>", "sqlite or postgres (default: sqlite)"],
  ],
);
add(
  program,
  "demo",
  "See it at work, in a minute, with no network",
  () => import("./commands/demo.ts"),
);

add(program, "version", "Print the version", () => import("./commands/version.ts"));

// The reader of the output can exit (a log collector that restarts, `| head`). Only the output is lost
// then; monitoring goes on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  else {
    process.stderr.write(`monitord: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode =
      error instanceof EnvironmentError ? exitCodes.configuration : exitCodes.failed;
  }
}
