/**
 * The commands that show and change the state of a server. Each is a file that is loaded when it is
 * called.
 */
import { Option, type Command } from "commander";
import type { Expectation, Method } from "../../resource/health-check-monitor.ts";
import { adder, family, listOutput, output, type Add, type Start } from "./define.ts";
import { outsideFiles } from "./program-declare.ts";
import { look } from "./program-look.ts";

/** Adds them to the program. */
export function registerOperate(program: Command, start: Start): void {
  const add = adder(program, start);
  program.commandsGroup("Look:");
  look(add);
  program.commandsGroup("Answer:");
  answer(add);
  silences(family(program, start, "silence", "silences and maintenance windows"));
  program.commandsGroup("Try and send:");
  monitors(program, start);
}

const by = () => new Option("--by <name>", "who does it (default: the name of the key)");

function answer(add: Add): void {
  add(
    "ack <incident...>",
    "acknowledge incidents, by number or id",
    () => import("../commands/incidents/ack.ts"),
    by(),
    output("text", "json"),
  );
  add(
    "unack <incident...>",
    "give incidents back: they are open again",
    () => import("../commands/incidents/unack.ts"),
    by(),
    output("text", "json"),
  );
  add(
    "resolve <incident...>",
    "end incidents",
    () => import("../commands/incidents/resolve.ts"),
    new Option("--reason <text>", "why: for those who look later"),
    by(),
    output("text", "json"),
  );
  add(
    "reopen <incident...>",
    "reopen resolved incidents whose monitors still fail",
    () => import("../commands/incidents/reopen.ts"),
    by(),
    output("text", "json"),
  );
  add(
    "page <incident...>",
    "page everybody on call now, whatever their contact hours",
    () => import("../commands/incidents/page.ts"),
    by(),
    output("text", "json"),
  );
  add(
    "note <incident> <text...>",
    "write into the timeline of an incident; - takes the text from the input",
    () => import("../commands/incidents/note.ts"),
    by(),
    output("text", "json"),
  );
  add(
    "publish <incident> <text...>",
    "put an incident on the public status page of its group, or add an update; - takes the text from the input",
    () => import("../commands/incidents/publish.ts"),
    new Option(
      "--title <text>",
      "what the public reads as its title (default: that of the monitor)",
    ),
    by(),
    output("text", "json"),
  );
  add(
    "unpublish <incident>",
    "take an incident off the public status page",
    () => import("../commands/incidents/unpublish.ts"),
    by(),
    output("text", "json"),
  );
  add(
    "pause <kind/id...>",
    "pause monitors: they open no incident",
    () => import("../commands/silences/pause.ts"),
    new Option("--for <duration>", "resume by itself after: 30m, 2h, 7d"),
    output("text", "json"),
  );
  add(
    "resume <kind/id...>",
    "resume monitors",
    () => import("../commands/silences/resume.ts"),
    output("text", "json"),
  );
  add(
    "wait <what>",
    "wait for a monitor or an incident; exit with 8 when it takes longer than --timeout (2m)",
    () => import("../commands/incidents/wait.ts"),
    new Option(
      "--for <goal>",
      "hc: up (or degraded), down (or stale), first-result; wh: quiet, firing, first-result; incident: acked, resolved",
    ),
    output("text", "json"),
  );
}

function silences(add: Add): void {
  add(
    "add",
    "silence a monitor, a group, alerts with certain labels, or everything",
    () => import("../commands/silences/silence-add.ts"),
    new Option("--reason <text>", "why").makeOptionMandatory(),
    new Option("--monitor <kind/id>", "of this monitor"),
    new Option("--group <id>", "of this alert group"),
    new Option(
      "--match <matcher>",
      "of alerts with this label: env=prod, host!=db-*; may be repeated",
    ).argParser((text: string, before?: string[]) => [...(before ?? []), text]),
    new Option("--everything", "of all there is"),
    new Option("--for <duration>", "how long: 30m, 2h, 7d").conflicts("until"),
    new Option("--until <when>", "when it ends"),
    new Option("--from <when>", "when it begins (default: now)"),
    new Option("--until-recovered", "of what is wrong now alone, until it is over"),
    new Option("--cron <expression>", "again and again: 0 2 * * SUN").conflicts([
      "for",
      "from",
      "untilRecovered",
    ]),
    new Option("--duration <duration>", "with --cron: how long each time"),
    new Option("--timezone <name>", "with --cron: its time zone (default: UTC)"),
    by(),
    output("text", "json"),
  );
  add(
    "list",
    "list the silences that are or will be",
    () => import("../commands/silences/silence-list.ts"),
    new Option("--all", "those that are over too"),
    ...listOutput(),
  );
  add(
    "end <silence...>",
    "end silences, by id or the last part of one: what they held back goes out",
    () => import("../commands/silences/silence-end.ts"),
    output("text", "json"),
  );
}

function monitors(program: Command, start: Start): void {
  const check = family(program, start, "check", "check at once");
  check(
    "run [kind/id...]",
    "let the server check a monitor or a URL and store nothing; exit with 10 when it is down",
    () => import("../commands/monitors/check-run.ts"),
    new Option("-f, --file <path>", "what a file declares, before it is applied").argParser(
      (path: string, before?: string[]) => [...(before ?? []), path],
    ),
    outsideFiles(),
    new Option("--only <id>", "with -f: this monitor alone"),
    new Option("--expect <answer>", "of a URL: a health report, or any answer over HTTP").choices([
      "health",
      "http",
    ] satisfies Expectation[]),
    new Option("--method <method>", "of a URL with --expect http").choices([
      "GET",
      "HEAD",
      "POST",
    ] satisfies Method[]),
    output("text", "json"),
  );
  const webhook = family(program, start, "webhook", "inbound URLs");
  webhook(
    "url <kind/id>",
    "print the inbound URL of a webhook monitor or alert group",
    () => import("../commands/monitors/webhook-url.ts"),
  );
  webhook(
    "send <kind/id> [message...]",
    "post a report there, as an application would",
    () => import("../commands/monitors/webhook-send.ts"),
    new Option("-d, --data <json>", "any JSON: as it is, @FILE, or -"),
    new Option("--source <name>", "who reports (default: monitorctl)"),
    output("text", "json"),
  );
  webhook(
    "listen <kind/id>",
    "show what arrives there, as it arrives; with --forward-to, send it on to a program under development",
    () => import("../commands/monitors/webhook-listen.ts"),
    new Option("--forward-to <url>", "post each body there too, and show its answer"),
    output("text", "jsonl"),
  );
  webhook(
    "rotate <kind/id>",
    "give it a new URL; the one before works for another 24 h",
    () => import("../commands/monitors/webhook-rotate.ts"),
    output("text", "json"),
  );
  const inbound = family(program, start, "inbound", "what arrived at inbound URLs and was kept");
  inbound(
    "list [kind/id]",
    "list deliveries, newest first",
    () => import("../commands/monitors/inbound-list.ts"),
    ...listOutput(),
  );
  inbound(
    "show <id>",
    "show one with its headers and body",
    () => import("../commands/monitors/inbound-show.ts"),
    output("text", "json", "yaml"),
  );
  inbound(
    "replay <id...>",
    "have them handled once more",
    () => import("../commands/monitors/inbound-replay.ts"),
    new Option("--unauthenticated", "replay deliveries whose sender did not present the secret"),
    output("text", "json"),
  );
  adder(program, start)(
    "mark <text...>",
    "mark a moment in charts, such as a deployment",
    () => import("../commands/monitors/mark.ts"),
    new Option("--link <url>", "address with more about it"),
    new Option("--at <when>", "when it happened: how long ago, or a date (default: now)"),
    new Option("--monitor <kind/id>", "in the charts of this monitor alone"),
    new Option("--group <id>", "in the charts of this alert group alone"),
    new Option("--by <name>", "name to record (default: that of the key)"),
    output("text", "json"),
  );
  adder(program, start)(
    "run <kind/id> <command...>",
    "run a command, and report it to a webhook monitor when it fails; to one that expects runs, each end",
    () => import("../commands/monitors/run.ts"),
  ).usage("<kind/id> -- <command...>");
}
