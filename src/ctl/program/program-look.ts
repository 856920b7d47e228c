/** The commands that show what a server knows. Each is a file that is loaded when it is called. */
import { Option } from "commander";
import { listOutput, output, type Add } from "./define.ts";

/** Adds them. */
export function look(add: Add): void {
  add(
    "status",
    "show unresolved incidents and monitors that are not healthy, worst first",
    () => import("../commands/monitors/status.ts"),
    new Option("--all", "healthy monitors too"),
    new Option("--exit-code", "exit with 10 when a monitor is failing"),
    new Option("--nodes", "the daemons themselves: who runs, and how late"),
    output("text", "json", "yaml"),
  );
  add(
    "get <kind> [id...]",
    "show resources: users, alert_groups (ag), health_check_monitors (hc), webhook_monitors (wh), several as hc,wh, or all",
    () => import("../commands/monitors/get.ts"),
    new Option(
      "--status <status>",
      "only monitors with this status, or one of several: down,stale",
    ),
    new Option("--group <id>", "only monitors of this alert group"),
    new Option("--project <name>", "only what this project declares"),
    new Option("--sort <field>", "in the order of this field"),
    new Option("-w, --watch", "look again every 2 s"),
    ...listOutput(),
  );
  add(
    "describe <kind/id>",
    "show all that is known of one resource",
    () => import("../commands/monitors/describe.ts"),
    new Option("--show-url", "its webhook URL too: a secret"),
    output("text", "json", "yaml"),
  );
  add(
    "events [kind/id]",
    "show what happened: changes of status, timelines of incidents",
    () => import("../commands/incidents/events.ts"),
    new Option("--since <when>", "how long ago, or a date").default("24h"),
    new Option("-f, --follow", "go on with what happens"),
    output("table", "json", "yaml", "jsonl"),
  );
  add(
    "incidents",
    "list incidents: those that are not resolved, unless asked for more",
    () => import("../commands/incidents/incidents.ts"),
    new Option("--open", "those that are not resolved").conflicts("all").hideHelp(),
    new Option("--all", "resolved ones too"),
    new Option("--since <when>", "opened since: 24h, 7d, or a date"),
    new Option("--group <id>", "of this alert group"),
    ...listOutput(),
  );
  add(
    "who <group>",
    "show who would be notified of an incident in a group; exit with 10 when nobody would",
    () => import("../commands/people/who.ts"),
    new Option("--at <when>", "at this moment: 2026-12-31T23:00, or in how long: 2h"),
    new Option("--priority <level>", "of this priority: 1, 2, 3"),
    output("text", "json"),
  );
  add(
    "why <incident>",
    "say why an incident told whom, and whom it did not",
    async () => {
      const { run } = await import("../commands/incidents/explain.ts");
      return { run: (call) => run({ ...call, args: ["incident", ...call.args] }) };
    },
    new Option("--at <when>", "as things stood then: a date, or how long ago"),
    output("text", "json"),
  );
  add(
    "incident <incident>",
    "show one incident, by number or id: its timeline, and who was told",
    () => import("../commands/incidents/incident.ts"),
    output("text", "json", "yaml"),
  );
}
