/** Declares the commands for manifests. Each is a file that is loaded when it is called. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { withFiles } from "../call/call.ts";
import { adder, output, printsAsIs, type Start } from "./define.ts";
import { waitSeconds } from "../tasks/wait.ts";

/** Adds all of them, in the order in which people meet them. */
export function registerDeclare(program: Command, start: Start): void {
  const add = adder(program, start);
  const addWithFiles = adder(program, (load, args, options) =>
    start(load, [], withFiles(options, args)),
  );
  program.commandsGroup("Declare:");
  add(
    "init",
    "Create a starter manifest and its JSON schema",
    () => import("../commands/declare/init.ts"),
    new Option("--project <name>", "Its project (default: the folder's name)"),
    new Option(
      "--health <url>",
      "The URL to check: a health endpoint, a page, wss://, tcp://, tls://, icmp:// or dns://",
    ),
    printsAsIs,
  );
  addWithFiles(
    "validate [file...]",
    "Check manifests offline",
    () => import("../commands/declare/validate.ts"),
    ...sourceOptions(),
    new Option("--strict", "Reject references to resources outside these files"),
    output("text", "json", "github", "code-quality", "sarif"),
  );
  addWithFiles(
    "fmt [file...]",
    "Format manifests, in place",
    () => import("../commands/declare/fmt.ts"),
    filesOption(),
    new Option("--check", "Write nothing; exit with 2 if a file is not formatted"),
    new Option("--diff", "Write nothing; print the changes"),
    printsAsIs,
  );
  add(
    "apply [file...]",
    "Apply manifests or a saved plan (plan.json)",
    () => import("../commands/declare/apply.ts"),
    ...fileOptions(),
    ...pruneOptions(),
    strict(),
    new Option("--dry-run", "Only preview the changes, as plan does"),
    new Option("-y, --yes", "Do not ask, not even before deletions"),
    new Option(
      "--wait [time]",
      "Wait for the first result of each new health check; exit with 8 without one, or if one is down",
    )
      .preset("60s")
      .argParser(waitSeconds),
    new Option("--show-urls", "Print all new webhook URLs, also in CI and if more than 10"),
    new Option("--events-file <path>", "Also write each event to this file, as a line of JSON"),
    output("text", "json", "jsonl"),
  );
  addWithFiles(
    "plan [file...]",
    "Preview what apply would change",
    () => import("../commands/declare/diff.ts"),
    ...fileOptions(),
    ...pruneOptions(),
    strict(),
    new Option("--summary", "One line per resource, without its fields"),
    new Option("--show-unchanged", "One line per unchanged resource, too"),
    new Option("--out <file>", "Save the plan, for: monitorctl apply FILE"),
    new Option("--exit-code", "Exit with 2 if the plan has changes"),
    new Option("--detailed-exitcode", "Same as --exit-code, as in Terraform").hideHelp(),
    output("text", "json", "md", "gitlab"),
  ).alias("diff");
  add(
    "export",
    "Export server resources as a manifest",
    () => import("../commands/declare/export.ts"),
    new Option(
      "--project <name>",
      "Project to export (default: that of --group, else unmanaged resources)",
    ),
    new Option("--kind <kind>", "Only users, alert_groups (ag), …"),
    new Option("--group <id>", "Only this alert group and its resources"),
    new Option("--dir <folder>", "One file per kind, in this folder"),
    new Option("--patch", "Write drift into the files of -f, and keep the rest of their text"),
    ...sourceOptions(),
    output("yaml", "json"),
  );
  add(
    "import <tool> <file>",
    "Convert monitors of uptime-kuma (kuma.db), gatus (config.yaml), healthchecks (checks.json), better-stack, checkly or uptimerobot (a state of Terraform, or JSON of their API) into a manifest",
    () => import("../commands/declare/import.ts"),
    new Option("--project <name>", "Its project").default("imported"),
    new Option("--out <file>", "Write it to a file, and its secrets to FILE.vars"),
    new Option("--vars-out <file>", "Write its secrets to this file"),
    new Option("--overwrite", "Replace files that exist"),
    printsAsIs,
  );
  addWithFiles(
    "drift [file...]",
    "Show drift from the manifest, and who caused it",
    () => import("../commands/declare/drift.ts"),
    ...sourceOptions(),
    new Option("--project <name>", "Compare with the last apply of this project, instead of files"),
  );
  add(
    "adopt [kind/id...]",
    "Move resources into a project",
    () => import("../commands/declare/adopt.ts"),
    new Option("--project <name>", "The project").makeOptionMandatory(),
    new Option("--all", "All unmanaged resources"),
    new Option("--group <id>", "This alert group and its monitors, if unmanaged"),
    new Option("--from <name>", "All resources of this project").conflicts("all"),
    new Option("--kind <kind>", "With these flags: only hc,wh, …"),
    new Option("--dry-run", "Only show the resources"),
    new Option("-y, --yes", "Do not ask"),
  );
  add(
    "detach <kind/id...>",
    "Detach resources from their project, without deleting them",
    () => import("../commands/declare/detach.ts"),
  );
  add(
    "edit <kind/id>",
    "Edit a resource in your editor, review the plan, apply it",
    () => import("../commands/declare/edit.ts"),
    new Option("-y, --yes", "Do not ask"),
    printsAsIs,
  );
  add(
    "rename <kind/id> <new-id>",
    "Change an external_id; history and webhook URL stay",
    () => import("../commands/declare/rename.ts"),
  );
  add(
    "delete <kind/id...>",
    "Delete unmanaged resources",
    () => import("../commands/declare/delete.ts"),
    new Option("-y, --yes", "Do not ask"),
  );
  add(
    "restore [kind/id...]",
    "Restore resources deleted in the last 7 days, or list them",
    () => import("../commands/declare/restore.ts"),
    new Option("--project <name>", "Everything that this project declared"),
    new Option("--kind <kind>", "All of a kind: users, alert_groups (ag), …"),
    new Option("--since <when>", "Everything deleted since: 1h, or a date"),
    new Option("--all", "Everything that can be restored"),
    new Option("--as <new-id>", "Under another external_id"),
    new Option("--dry-run", "Only show the resources that would be restored"),
    new Option("-y, --yes", "Do not ask, not even for more than 20"),
  );
  add(
    "destroy",
    "Delete all resources of a project",
    () => import("../commands/declare/destroy.ts"),
    new Option("--project <name>", "The project").makeOptionMandatory(),
    new Option("--confirm <name>", "The name of the project again, to confirm"),
  );
  addWithFiles(
    "render [file...]",
    "Print resolved manifests, secrets masked",
    () => import("../commands/declare/render.ts"),
    ...sourceOptions(),
    new Option("--variables", "List the variables that the files ask for"),
    output("yaml", "json"),
  );
  add(
    "explain [kind] [incident]",
    "Describe manifest fields: KIND or KIND.FIELD",
    () => import("../commands/incidents/explain.ts"),
    new Option("--at <when>", "Explain an incident as of this time: a date, or how long ago"),
  );
  add(
    "schema",
    "Print the JSON schema of manifests, for editors",
    () => import("../commands/declare/schema.ts"),
    new Option("--out <file>", "Write it to a file"),
    printsAsIs,
  );
}

const strict = () =>
  new Option(
    "--strict",
    "Reject manifests with warnings, such as a group that notifies nobody or not at any hour",
  );

/** Lets manifests read any file. */
export const outsideFiles = () =>
  new Option(
    "--allow-outside-files",
    "Allow include and ${file:…} to read files outside the folders of the given files",
  );

/** The files of variables. Node itself reads `--env-file`, also behind the script, and obeys NODE_OPTIONS in the file. */
export const varsFiles = () =>
  new Option(
    "--vars <path>",
    "Variables for ${NAME}, before those of the environment; may be repeated",
  ).argParser(repeated);

/** Single variables. */
export const variables = () =>
  new Option(
    "--var <name=value>",
    "A variable for ${NAME}, before those of --vars; may be repeated",
  ).argParser(repeated);

/** The variables of the environment that manifests may use. */
export const fromEnvironment = () => [
  new Option(
    "--env <name>",
    "Let ${NAME} use this variable of the environment, and no other; may be repeated",
  ).argParser(repeated),
  new Option("--no-env", "Let ${NAME} use no variable of the environment"),
];

/** `before`: false after the negation of a flag. */
const repeated = (value: string, before?: string[] | false) => [...(before || []), value];

/** Where manifests come from. */
function filesOption(): Option {
  return new Option(
    "-f, --file <path>",
    "a file, a folder, a quoted pattern, or - for the input; may be repeated (default: monitors.yaml, else the folder monitors)",
  ).argParser(repeated);
}

function sourceOptions(): Option[] {
  return [filesOption(), varsFiles(), variables(), ...fromEnvironment(), outsideFiles()];
}

function fileOptions(): Option[] {
  return [
    ...sourceOptions(),
    new Option("--adopt", "Take over resources that another project declares"),
  ];
}

function pruneOptions(): Option[] {
  return [
    new Option("--prune", "Delete resources that this project no longer declares"),
    new Option(
      "--prune-max <n>",
      "Delete at most this many resources (default: 5, or a quarter of the project)",
    ).argParser(wholeNumber),
    new Option("--detach", "With --prune: detach resources instead of deleting them"),
  ];
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}
