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
  .version(version, "-V, --version", "print the version")
  .helpOption("-h, --help", "print this help")
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

const camel = (flag: string) => flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

add(program, "serve", "run the service (the default)", () => import("./commands/serve.ts"));
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
  .description("print help for a command")
  .action((words: string[]) => {
    const command = words.reduce<Command | undefined>(
      (within, word) => within?.commands.find((one) => one.name() === word),
      program,
    );
    if (command) command.outputHelp();
    else
      program.error(`error: unknown command '${words.join(" ")}'`, { exitCode: exitCodes.usage });
  });
const keys = program.command("keys").description("API keys");
const keysModule = () => import("./commands/keys.ts");
add(
  keys,
  "create [name]",
  "make a key and print it, this once",
  async () => ({ run: (await keysModule()).create }),
  [
    ["--name <name>", "what to call it, in place of the argument"],
    ["--scopes <scopes>", "read, write, admin; commas between (default: read,write)"],
    ["--expires <when>", "when it stops working: a date (2027-12-31) or a duration (90d)"],
    ["--project <list>", "projects whose resources alone it changes, with commas between them"],
    ["--org <name>", "the organization, if several exist"],
  ],
);
add(keys, "list", "list the keys", async () => ({
  run: (await keysModule()).list,
}));
add(keys, "revoke <id>", "make a key useless, at once", async () => ({
  run: (await keysModule()).revoke,
}));
add(keys, "generate", "print a new key without storing it", async () => ({
  run: (await keysModule()).generate,
}));
const users = program.command("users").description("users");
add(
  users,
  "create <email>",
  "add a user",
  async () => ({ run: (await import("./commands/users.ts")).create }),
  [
    ["--name <name>", "what people call them"],
    ["--org <name>", "the organization, if several exist"],
  ],
);
const org = program.command("org").description("organizations");
add(org, "create <name>", "add an organization", async () => ({
  run: (await import("./commands/org.ts")).create,
}));
add(
  program,
  "setup-code",
  "print a new one-time link and code",
  () => import("./commands/setup-code.ts"),
  [
    ["--org <name>", "the organization, if several exist"],
    ["--for <email>", "a link for this user, who keeps their role"],
  ],
);
const secrets = program.command("secrets").description("the key of the secrets in the database");
const secretsModule = () => import("./commands/secrets.ts");
add(secrets, "status", "print the key file, and how many secrets each key encrypts", async () => ({
  run: (await secretsModule()).status,
}));
add(secrets, "rotate", "make a new key, and seal everything with it", async () => ({
  run: (await secretsModule()).rotate,
}));
const retention = program.command("retention").description("retention of old rows");
add(retention, "allow", "delete old rows again, after the clock was checked", async () => ({
  run: (await import("./commands/retention.ts")).allow,
}));
add(
  program,
  "migrate",
  "bring the database to this version",
  () => import("./commands/migrate.ts"),
);
add(
  program,
  "backup <file>",
  "copy the database while it is in use",
  () => import("./commands/backup.ts"),
);
add(
  program,
  "restore <file>",
  "put a backup in place of the database",
  () => import("./commands/restore.ts"),
);
add(
  program,
  "copy",
  "move everything to another database: from SQLite to PostgreSQL, or back",
  () => import("./commands/copy.ts"),
  [
    ["--from <database>", "sqlite (in --data-dir) or postgres (--database-url)"],
    ["--to <database>", "the other one, which must be empty"],
  ],
);
add(
  program,
  "take-back <database>",
  "use the old database (sqlite, postgres) again after a copy",
  () => import("./commands/take-back.ts"),
);
add(program, "doctor", "find problems, and how to fix them", () => import("./commands/doctor.ts"));
add(
  program,
  "healthcheck",
  "ask the running service whether it is ready",
  () => import("./commands/healthcheck.ts"),
  [["--live", "ask only whether the process answers"]],
);
const config = program.command("config").description("the configuration");
const configModule = () => import("./commands/config.ts");
add(config, "check", "find mistakes, without a start", async () => ({
  run: (await configModule()).check,
}));
add(
  config,
  "print",
  "print the configuration as a file, secrets masked",
  async () => ({ run: (await configModule()).print }),
  [["--origin", "name the source of each value"]],
);
add(config, "schema", "print the JSON schema of configuration files, for editors", async () => ({
  run: (await configModule()).schema,
}));
add(
  program,
  "systemd",
  "print a unit for systemd with these options",
  () => import("./commands/systemd.ts"),
  [["--user <name>", "the user that it runs as (default: monitord)"]],
);
add(
  program,
  "capacity",
  "print what a load needs: cores, memory, disk",
  () => import("./commands/capacity.ts"),
  [
    ["--monitors <n>", "health check monitors (default: 100)"],
    ["--interval <seconds>", "between two checks of each (default: 60)"],
    ["--reports <n>", "error reports a second, in a busy minute (default: 10)"],
    ["--people <n>", "people with a phone (default: 10)"],
    ["--retention <days>", "how long error reports are kept (default: 30)"],
    ["--database <database>", "sqlite or postgres (default: sqlite)"],
  ],
);
add(
  program,
  "demo",
  "see it at work, in a minute, with no network",
  () => import("./commands/demo.ts"),
);

add(program, "version", "print the version", () => import("./commands/version.ts"));

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
