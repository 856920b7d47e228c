/** The commands that show what a server knows. Each is a file that is loaded when it is called. */
import { Option } from "commander";
import { listOutput, output, type Add } from "./define.ts";

/** Adds them. */
export function look(add: Add): void {
  add(
    "status",
    "Show failing monitors and open incidents, worst first",
    () => import("../commands/monitors/status.ts"),
    new Option("--all", "Healthy monitors, too, and all rows"),
    new Option("--group <id>", "Only this alert group and its monitors"),
    new Option("--project <name>", "Only monitors and groups of this project"),
    new Option("--exit-code", "Exit with 10 if a monitor is failing"),
    new Option("--nodes", "Show cluster nodes and delays"),
    output("text", "json", "yaml"),
  );
  add(
    "report",
    "Report the uptime, incidents and pages of a month",
    () => import("../commands/monitors/report.ts"),
    new Option("--month <month>", "This month: 2026-11 (default: the last one)").conflicts([
      "from",
      "until",
    ]),
    new Option("--from <when>", "From this date on, or this long ago (default: 30d)"),
    new Option("--until <when>", "Until then (default: now)"),
    new Option("--group <id>", "Only this alert group and its monitors"),
    new Option("--project <name>", "Only monitors and groups of this project").conflicts("group"),
    new Option("--monitor <id>", "Only this monitor").conflicts(["group", "project"]),
    new Option("--timezone <name>", "Time zone of days and months (default: this machine's)"),
    output("text", "json", "csv", "md", "html"),
  );
  add(
    "get <kind> [id...]",
    "List resources: users, schedules (sched), alert_groups (ag), health_check_monitors (hc), webhook_monitors (wh), several as hc,wh, or all",
    () => import("../commands/monitors/get.ts"),
    new Option(
      "--status <status>",
      "Only monitors with this status, or one of several: down,stale",
    ),
    new Option("--group <id>", "Only monitors of this alert group"),
    new Option("--project <name>", "Only resources of this project"),
    new Option("--sort <field>", "Sort by this field"),
    new Option("-w, --watch", "Refresh every 2 s"),
    ...listOutput(),
  );
  add(
    "describe <kind/id>",
    "Show one resource in detail",
    () => import("../commands/monitors/describe.ts"),
    new Option("--show-url", "Show its webhook and ping URLs, secrets, too"),
    output("text", "json", "yaml"),
  );
  add(
    "events [kind/id]",
    "Show status changes and incident events: all, or of a monitor or incident",
    () => import("../commands/incidents/events.ts"),
    new Option("--group <id>", "Only of this alert group and its monitors"),
    new Option("--project <name>", "Only of monitors and groups of this project"),
    new Option("--since <when>", "Start: an age or a date (default: 24h; of an incident: all)"),
    new Option("-f, --follow", "Keep running and show new events"),
    output("table", "json", "yaml", "jsonl"),
  );
  add(
    "incidents",
    "List open and acknowledged incidents",
    () => import("../commands/incidents/incidents.ts"),
    new Option("--open", "Only unresolved incidents").conflicts("all").hideHelp(),
    new Option("--all", "Resolved incidents, too"),
    new Option("--since <when>", "Opened since 24h, 7d, or a date"),
    new Option("--group <id>", "Only incidents of this alert group"),
    new Option("--project <name>", "Only incidents of monitors and groups of this project"),
    ...listOutput(),
  );
  add(
    "who <group>",
    "Show who an incident in a group would notify",
    () => import("../commands/people/who.ts"),
    new Option("--at <when>", "At this moment: 2026-12-31T23:00, or from now: 2h"),
    new Option("--priority <level>", "Priority of the incident: 1, 2, 3"),
  );
  add(
    "why <incident>",
    "Explain who was notified of an incident",
    async () => {
      const { run } = await import("../commands/incidents/explain.ts");
      return { run: (call) => run({ ...call, args: ["incident", ...call.args] }) };
    },
    new Option("--at <when>", "As of this time: a date or an age"),
  );
  add(
    "incident <incident>",
    "Show one incident with timeline and notifications",
    () => import("../commands/incidents/incident.ts"),
    output("text", "json", "yaml"),
  );
}
