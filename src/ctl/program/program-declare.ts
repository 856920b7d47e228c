/** Declares the commands for manifests. Each is a file that is loaded when it is called. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { withFiles } from "./call.ts";
import { adder, output, type Start } from "./define.ts";
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
    "write a manifest to begin with, and its schema for editors",
    () => import("../commands/declare/init.ts"),
    new Option("--project <name>", "its project (default: the folder's name)"),
    new Option(
      "--health <url>",
      "the URL to check: a health endpoint, a page, tcp://, tls:// or dns://",
    ),
  );
  addWithFiles(
    "validate [file...]",
    "find every mistake in the files, without a server",
    () => import("../commands/declare/validate.ts"),
    ...sourceOptions(),
    new Option("--strict", "refuse names that are not in these files"),
    output("text", "json", "github"),
  );
  add(
    "apply [file...]",
    "make the server as the files say, or as a saved plan (plan.json) does",
    () => import("../commands/declare/apply.ts"),
    ...fileOptions(),
    ...pruneOptions(),
    strict(),
    new Option("--dry-run", "only show what would change, as plan does"),
    new Option("-y, --yes", "do not ask; also where something is deleted"),
    new Option(
      "--wait [time]",
      "wait until each new health check has a result; exit with 8 when one has none or is down",
    )
      .preset("60s")
      .argParser(waitSeconds),
    new Option("--events-file <path>", "write each event there too, as a line of JSON"),
    output("text", "json", "jsonl"),
  );
  addWithFiles(
    "plan [file...]",
    "show what apply would change, and change nothing",
    () => import("../commands/declare/diff.ts"),
    ...fileOptions(),
    ...pruneOptions(),
    strict(),
    new Option("--summary", "a line for each resource, without its fields"),
    new Option("--show-unchanged", "a line for what stays as it is, too"),
    new Option("--out <file>", "save the plan, for: monitorctl apply FILE"),
    new Option("--exit-code", "exit with 2 when something would change"),
    new Option("--detailed-exitcode", "the same, by Terraform's name").hideHelp(),
    output("text", "json", "md"),
  ).alias("diff");
  add(
    "export",
    "write what is on the server as a manifest",
    () => import("../commands/declare/export.ts"),
    new Option("--project <name>", "of this project (default: the only one)"),
    new Option("--kind <kind>", "only users, alert_groups (ag), …"),
    new Option("--group <id>", "only this alert group, and what belongs to it"),
    new Option("--dir <folder>", "a file for each kind, in this folder"),
    new Option(
      "--patch",
      "write what differs on the server into the files of -f, and leave the rest",
    ),
    ...sourceOptions(),
    output("yaml", "json"),
  );
  add(
    "import <tool> <file>",
    "make a manifest of what uptime-kuma (kuma.db), gatus (config.yaml) or healthchecks (checks.json) watches",
    () => import("../commands/declare/import.ts"),
    new Option("--project <name>", "its project").default("imported"),
    new Option("--out <file>", "write it to a file"),
  );
  addWithFiles(
    "drift [file...]",
    "show what is not as declared, and who changed it; exits with 2 then",
    () => import("../commands/declare/drift.ts"),
    ...sourceOptions(),
    new Option("--project <name>", "against what this project applied last, in place of files"),
    output("text", "json"),
  );
  add(
    "adopt <kind/id...>",
    "make a project the owner of resources",
    () => import("../commands/declare/adopt.ts"),
    new Option("--project <name>", "the project").makeOptionMandatory(),
    new Option("-y, --yes", "do not ask"),
    output("text", "json"),
  );
  add(
    "detach <kind/id...>",
    "keep resources, and make them those of no project",
    () => import("../commands/declare/detach.ts"),
    output("text", "json"),
  );
  add(
    "edit <kind/id>",
    "change a resource in your editor ($VISUAL, $EDITOR): shows the plan, asks, applies",
    () => import("../commands/declare/edit.ts"),
    new Option("-y, --yes", "do not ask"),
  );
  add(
    "rename <kind/id> <new-id>",
    "change an external_id; history, incidents and inbound URL stay",
    () => import("../commands/declare/rename.ts"),
    output("text", "json"),
  );
  add(
    "delete <kind/id...>",
    "delete resources that no project declares",
    () => import("../commands/declare/delete.ts"),
    new Option("-y, --yes", "do not ask"),
    output("text", "json"),
  );
  add(
    "restore [kind/id]",
    "bring back what was deleted in the last 7 days; without a name: list it",
    () => import("../commands/declare/restore.ts"),
    new Option("--as <new-id>", "under another external_id"),
    output("text", "json"),
  );
  add(
    "destroy",
    "delete everything that a project declares",
    () => import("../commands/declare/destroy.ts"),
    new Option("--project <name>", "the project").makeOptionMandatory(),
    new Option("--confirm <name>", "its name once more"),
    output("text", "json"),
  );
  addWithFiles(
    "render [file...]",
    "print what the files come to, secrets masked",
    () => import("../commands/declare/render.ts"),
    ...sourceOptions(),
    new Option("--variables", "list the variables that the files ask for"),
    output("yaml", "json"),
  );
  add(
    "explain [kind] [incident]",
    "say what may stand in a manifest: KIND or KIND.FIELD; of an incident see: why",
    () => import("../commands/incidents/explain.ts"),
    new Option("--at <when>", "of an incident, as things stood then: a date, or how long ago"),
    output("text", "json"),
  );
  add(
    "schema",
    "print the JSON schema of manifests, for editors",
    () => import("../commands/declare/schema.ts"),
    new Option("--out <file>", "write it to a file"),
  );
}

const strict = () =>
  new Option(
    "--strict",
    "refuse what works and will not do what people expect: groups through which nobody is notified, or not at any hour",
  );

/** Lets manifests read any file. */
export const outsideFiles = () =>
  new Option(
    "--allow-outside-files",
    "let include and ${file:…} read files outside the folders of the named files",
  );

const repeated = (value: string, before?: string[]) => [...(before ?? []), value];

/** Where manifests come from. */
function sourceOptions(): Option[] {
  return [
    new Option(
      "-f, --file <path>",
      "a file, a folder, a quoted pattern, or - for the input; may be repeated (default: monitors.yaml, else the folder monitors)",
    ).argParser(repeated),
    new Option(
      "--env-file <path>",
      "variables for ${NAME}, before those of the environment; may be repeated",
    ).argParser(repeated),
    outsideFiles(),
  ];
}

function fileOptions(): Option[] {
  return [...sourceOptions(), new Option("--adopt", "take over what another project declares")];
}

function pruneOptions(): Option[] {
  return [
    new Option("--prune", "delete what this project declared before and does not declare now"),
    new Option(
      "--prune-max <n>",
      "how many may be deleted at most (default: 5, or a quarter of the project)",
    ).argParser(wholeNumber),
    new Option("--detach", "with --prune: detach resources in place of deleting them"),
  ];
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}
