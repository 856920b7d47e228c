/** The command of the dashboard in the terminal. */
import { Option, type Command } from "commander";
import { adder, printsAsIs, type Start } from "./define.ts";

/** Adds it to the program. */
export function registerTop(program: Command, start: Start): void {
  program.commandsGroup("Look:");
  adder(program, start)(
    "top",
    "Open the terminal dashboard",
    () => import("../commands/tools/top.ts"),
    new Option("--once", "Print one frame and exit"),
    new Option("--readonly", "Read-only: no key changes anything"),
    new Option("--by <name>", "Who acts (default: the name of the key)"),
    printsAsIs,
  ).alias("dashboard");
}
