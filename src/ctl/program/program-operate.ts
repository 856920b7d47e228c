/**
 * The commands that show and change the state of a server. Each is a file that is loaded when it is
 * called.
 */
import { Option, type Command } from "commander";
import type { Expectation } from "../../resource/health-check-monitor.ts";
import type { IpVersion, Method } from "../../resource/check/request-fields.ts";
import { publicUpdateStates, type IncidentStatus } from "../../core/model/model.ts";
import { type Add, adder, family, listOutput, output, printsAsIs, type Start } from "./define.ts";
import { fromEnvironment, outsideFiles, variables, varsFiles } from "./program-declare.ts";
import { by, repeated, silences, updates } from "./program-quiet.ts";
import { look } from "./program-look.ts";
import { onCall } from "./program-on-call.ts";

/** Adds them to the program. */
export function registerOperate(program: Command, start: Start): void {
  const add = adder(program, start);
  program.commandsGroup("Look:");
  look(add);
  onCall(add, start);
  program.commandsGroup("Answer:");
  answer(add);
  updates(family(program, start, "updates", "Correct and delete public updates of incidents"));
  silences(family(program, start, "silence", "Manage silences and maintenance windows"));
  program.commandsGroup("Try and send:");
  monitors(program, start);
}

/** Choose unresolved incidents in place of those that are named: one request for all of them. */
const chosen = () => [
  new Option("--group <id>", "Unresolved incidents of this alert group"),
  new Option("--project <name>", "Unresolved incidents of this project"),
  new Option("--monitor <kind/id>", "Unresolved incidents of this monitor"),
  new Option("--status <status>", "Only incidents with this status").choices([
    "open",
    "acknowledged",
  ] satisfies IncidentStatus[]),
  new Option(
    "--match <matcher>",
    "Alerts with this label: env=prod, host!=db-*; repeatable",
  ).argParser(repeated),
  new Option("--all", "All unresolved incidents"),
  ...carefully(),
];

const carefully = () => [
  new Option("--dry-run", "Only show the changes"),
  new Option("-y, --yes", "Do not ask, not even for more than 20"),
];

/** Choose monitors in place of those that are named: one request for all of them. */
const chosenMonitors = () => [
  new Option("--group <id>", "Monitors of this alert group"),
  new Option("--project <name>", "Monitors of this project"),
  new Option("--all", "All monitors"),
  ...carefully(),
];

function answer(add: Add): void {
  add(
    "ack [incident...]",
    "Acknowledge incidents, by number or id",
    () => import("../commands/incidents/ack.ts"),
    new Option("--for <duration>", "Snooze: page again after 30m, 1h, 1d unless it is resolved"),
    ...chosen(),
    by(),
  );
  add(
    "unack [incident...]",
    "Unacknowledge incidents",
    () => import("../commands/incidents/unack.ts"),
    ...chosen(),
    by(),
  );
  add(
    "resolve [incident...]",
    "Resolve incidents",
    () => import("../commands/incidents/resolve.ts"),
    new Option("--reason <text>", "Reason, for the timeline"),
    ...chosen(),
    by(),
  );
  add(
    "reopen <incident...>",
    "Reopen resolved incidents whose monitors still fail",
    () => import("../commands/incidents/reopen.ts"),
    by(),
  );
  add(
    "page <incident...>",
    "Page everyone on call about open incidents at any hour, or ask for help",
    () => import("../commands/incidents/page.ts"),
    new Option("--user <user>", "Ask this user to help; repeatable").argParser(repeated),
    new Option("--group <id>", "Ask this alert group to help; repeatable").argParser(repeated),
    by(),
  );
  add(
    "hand-over <incident> [user]",
    "Hand an incident over to a user, or to an alert group",
    () => import("../commands/incidents/hand-over.ts"),
    new Option("--group <id>", "The alert group that gets it"),
    by(),
  );
  add(
    "note <incident> <text...>",
    "Add a note to an incident; - reads stdin",
    () => import("../commands/incidents/note.ts"),
    by(),
  );
  add(
    "publish <incident> <text...>",
    "Publish an incident, or post a public update; - reads stdin",
    () => import("../commands/incidents/publish.ts"),
    new Option("--title <text>", "Public title (default: the systems that it affects)"),
    new Option("--state <state>", "State for the public").choices(publicUpdateStates),
    by(),
  );
  add(
    "unpublish <incident>",
    "Remove an incident from the public status pages",
    () => import("../commands/incidents/unpublish.ts"),
    by(),
  );
  add(
    "pause [kind/id...]",
    "Pause monitors",
    () => import("../commands/silences/pause.ts"),
    new Option("--for <duration>", "Resume automatically after 30m, 2h, 7d"),
    ...chosenMonitors(),
  );
  add(
    "resume [kind/id...]",
    "Resume monitors",
    () => import("../commands/silences/resume.ts"),
    ...chosenMonitors(),
  );
  add(
    "wait <what>",
    "Wait until a monitor or incident reaches a state",
    () => import("../commands/incidents/wait.ts"),
    new Option(
      "--for <goal>",
      "hc: up (or degraded), down (or stale), first-result; wh: quiet, firing, first-result; incident: acked, resolved",
    ),
  );
}

function monitors(program: Command, start: Start): void {
  const check = family(program, start, "check", "Check monitors and URLs now");
  check(
    "run [kind/id...]",
    "Check a monitor or a URL once, without saving the result",
    () => import("../commands/monitors/check-run.ts"),
    new Option("-f, --file <path>", "Check the monitors of a file before it is applied").argParser(
      (path: string, before?: string[]) => [...(before ?? []), path],
    ),
    varsFiles(),
    variables(),
    ...fromEnvironment(),
    outsideFiles(),
    new Option("--only <id>", "With -f: this monitor only"),
    new Option(
      "--expect <answer>",
      "For a URL: expect a health report, or any answer over HTTP",
    ).choices(["health", "http"] satisfies Expectation[]),
    new Option("--method <method>", "Method, for a URL with --expect http").choices([
      "GET",
      "HEAD",
      "POST",
    ] satisfies Method[]),
    new Option("--ip-version <version>", "For a URL: connect only over IPv4 or IPv6").choices([
      "any",
      "ipv4",
      "ipv6",
    ] satisfies IpVersion[]),
  );
  const webhook = family(program, start, "webhook", "Use and rotate webhook URLs");
  webhook(
    "url <kind/id>",
    "Print the webhook URL of a monitor or alert group",
    () => import("../commands/monitors/webhook-url.ts"),
    printsAsIs,
    new Option("--ping", "The ping URL instead, for clients of Healthchecks"),
    new Option("--sentry", "A DSN instead, for SDKs of Sentry"),
  );
  webhook(
    "send <kind/id> [message...]",
    "Post a report, as an application would",
    () => import("../commands/monitors/webhook-send.ts"),
    new Option("-d, --data <json>", "Any JSON: literal, @FILE, or -"),
    new Option("--source <name>", "Source of the report (default: monitorctl)"),
  );
  webhook(
    "try [group]",
    "Show the alerts that a body would make, without saving it",
    () => import("../commands/monitors/webhook-try.ts"),
    new Option("-f, --file <path>", "File with the body, or -"),
    new Option("--delivery <id>", "An inbound event instead of a file"),
    new Option("-m, --mapping <path>", "File with another inbound_mapping, YAML or JSON"),
    output("text", "json", "yaml"),
  );
  webhook(
    "listen <kind/id>",
    "Show events as they arrive, or forward them to a program",
    () => import("../commands/monitors/webhook-listen.ts"),
    new Option("--forward-to <url>", "Also post each body to this URL, and show the answer"),
    output("text", "jsonl"),
  );
  webhook(
    "rotate <kind/id>",
    "Rotate the webhook URL (the old one works for 24 h)",
    () => import("../commands/monitors/webhook-rotate.ts"),
    new Option("--ping-key", "Rotate the ping key of an alert group instead"),
  );
  const inbound = family(program, start, "inbound", "Inspect and replay inbound events");
  inbound(
    "list [kind/id]",
    "List inbound events, newest first",
    () => import("../commands/monitors/inbound-list.ts"),
    ...listOutput(),
  );
  inbound(
    "show <id>",
    "Show an inbound event with headers and body",
    () => import("../commands/monitors/inbound-show.ts"),
    output("text", "json", "yaml"),
  );
  inbound(
    "replay <id...>",
    "Process inbound events again",
    () => import("../commands/monitors/inbound-replay.ts"),
    new Option("--unauthenticated", "Replay events whose sender did not present the secret"),
  );
  adder(program, start)(
    "mark <text...>",
    "Mark a moment in charts, such as a deployment",
    () => import("../commands/monitors/mark.ts"),
    new Option("--link <url>", "Address with details"),
    new Option("--at <when>", "Moment: an age or a date (default: now)"),
    new Option("--monitor <kind/id>", "Only in the charts of this monitor"),
    new Option("--group <id>", "Only in the charts of this alert group"),
    new Option("--by <name>", "Name to record (default: the name of the key)"),
  );
  adder(program, start)(
    "run <kind/id> <command...>",
    "Run a command and report failures, or each run",
    () => import("../commands/monitors/run.ts"),
    printsAsIs,
  ).usage("<kind/id> -- <command...>");
}
