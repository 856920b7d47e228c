/** The commands of people on call. Each is a file that is loaded when it is called. */
import { Option } from "commander";
import { adder, output, type Add, type Start } from "./define.ts";

/** Adds them. */
export function onCall(add: Add, start: Start): void {
  // Commander reads `oncall report -o csv` with the option of `oncall`; each command refuses formats of others.
  const format = output("text", "json", "csv");
  format.argParser(output("text", "json", "csv", "md").parseArg!);
  const now = add(
    "oncall [schedule]",
    "Show the people on call",
    () => import("../commands/on-call/oncall.ts"),
    new Option(
      "--at <when>",
      "At this moment: 2026-12-31T23:00 on the clocks of the schedule, or from now: 2h",
    ),
    new Option("--week", "The shifts of seven days, of one schedule"),
    format,
  );
  const below = adder(now, start);
  const times = () => [
    new Option("--for <duration>", "For 3h, 5d").conflicts("until"),
    new Option(
      "--until <when>",
      "Until this moment, on the clocks of the schedule; a date is its midnight",
    ),
    new Option("--from <when>", "From this moment on (default: now)"),
    ...dry(),
  ];
  const dry = () => [
    new Option("--reason <text>", "Reason, for the others"),
    new Option("--dry-run", "Only show the shifts"),
  ];
  below(
    "take <schedule> [user]",
    "Put a user (default: you) on call alone, for a time",
    () => import("../commands/on-call/take.ts"),
    ...times(),
  );
  below(
    "join <schedule> [user]",
    "Put a user (default: you) on call with the others",
    () => import("../commands/on-call/join.ts"),
    ...times(),
  );
  below(
    "cover <schedule> <absent> [user]",
    "Put a user (default: you) on call in place of another one",
    () => import("../commands/on-call/cover.ts"),
    ...times(),
  );
  below(
    "swap <schedule> <shift> <other>",
    "Swap two shifts, each named as USER@DATE or me@DATE",
    () => import("../commands/on-call/swap.ts"),
    ...dry(),
  );
  below(
    "away <user> <from> <until>",
    'Enter an absence of a user, or of you as "me"',
    () => import("../commands/on-call/away.ts"),
    new Option("--timezone <zone>", "Time zone of dates (default: that of the user's schedules)"),
    ...dry(),
  );
  below(
    "end <override>",
    "End an override or an absence",
    () => import("../commands/on-call/end.ts"),
  );
  below(
    "feed [schedule]",
    "Create a calendar feed of the shifts of a schedule or a user",
    () => import("../commands/on-call/feed.ts"),
    new Option("--user <user>", "The shifts of this user in all schedules"),
    new Option("--qr", "Print it as a QR code, too"),
  );
  below(
    "report",
    "Report how on-call duty was shared, and its pages",
    () => import("../commands/on-call/oncall-report.ts"),
    new Option("--month <month>", "This month, UTC: 2026-11").conflicts(["from", "until"]),
    new Option("--from <when>", "From this date on, or this long ago (default: 28d)"),
    new Option("--until <when>", "Until then (default: now)"),
    output("text", "json", "csv", "md"),
  );
}
