/** The command of the terminal dashboard. */
import { Option, type Command } from "commander";
import type { Run } from "./call.ts";

type Add = (
  usage: string,
  description: string,
  load: () => Promise<{ run: Run }>,
  ...options: Option[]
) => Command;

export function topCommand(add: Add): void {
  add(
    "top",
    "show the dashboard in the terminal; without a terminal, one frame of it",
    () => import("./commands/top.ts"),
    new Option("--once", "print one frame and end"),
    new Option("--by <name>", "who acts (default: the name of the key)"),
  ).alias("dashboard");
}
