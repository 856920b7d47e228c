/** Commands of silences and of public updates. */
import { Option } from "commander";
import { publicUpdateStates } from "../../core/model/model.ts";
import { type Add, listOutput } from "./define.ts";

export const repeated = (text: string, before?: string[]) => [...(before ?? []), text];

export const by = () => new Option("--by <name>", "Name to record (default: the name of the key)");

export function updates(add: Add): void {
  add(
    "list <incident>",
    "List the public updates of an incident",
    () => import("../commands/incidents/updates-list.ts"),
    ...listOutput(),
  );
  add(
    "edit <incident> <number> [text...]",
    "Correct a public update, or the public title; - reads stdin",
    () => import("../commands/incidents/updates-edit.ts"),
    new Option("--title <text>", "Public title; '' names the systems that it affects"),
    new Option("--state <state>", "State for the public").choices([...publicUpdateStates, "none"]),
    by(),
  );
  add(
    "delete <incident> <number>",
    "Delete a public update",
    () => import("../commands/incidents/updates-delete.ts"),
  );
}

export function silences(add: Add): void {
  add(
    "add",
    "Silence notifications",
    () => import("../commands/silences/silence-add.ts"),
    new Option("--reason <text>", "Reason (required)").makeOptionMandatory(),
    new Option("--monitor <kind/id>", "Silence this monitor"),
    new Option("--group <id>", "Silence this alert group"),
    new Option(
      "--project <name>",
      "Silence the monitors and alert groups that this project has now",
    ),
    new Option(
      "--match <matcher>",
      "Silence alerts with this label: env=prod, host!=db-*; repeatable",
    ).argParser(repeated),
    new Option("--everything", "Silence everything"),
    new Option("--for <duration>", "Duration: 30m, 2h, 7d").conflicts("until"),
    new Option("--until <when>", "End of the silence"),
    new Option("--from <when>", "Start of the silence (default: now)"),
    new Option("--until-recovered", "Only incidents open now, until they resolve"),
    new Option("--cron <expression>", "Recurring window, cron expression: 0 2 * * SUN").conflicts([
      "for",
      "from",
      "untilRecovered",
    ]),
    new Option("--duration <duration>", "With --cron: duration of each window"),
    new Option("--timezone <name>", "With --cron: its time zone (default: UTC)"),
    by(),
  );
  add(
    "list",
    "List active and scheduled silences",
    () => import("../commands/silences/silence-list.ts"),
    new Option("--all", "Ended silences, too"),
    ...listOutput(),
  );
  add(
    "edit <silence>",
    "Correct the reason of a silence",
    () => import("../commands/silences/silence-edit.ts"),
    new Option("--reason <text>", "Reason (required)").makeOptionMandatory(),
  );
  add(
    "end <silence...>",
    "End silences and send notifications on hold",
    () => import("../commands/silences/silence-end.ts"),
  );
}
