/** The command of the dashboard in the terminal. */
import { Option, type Command } from "commander";
import { adder, type Start } from "./define.ts";

/** Adds it to the program. */
export function registerTop(program: Command, start: Start): void {
  program.commandsGroup("Look:");
  adder(program, start)(
    "top",
    "show the dashboard in the terminal; without a terminal, one frame of it",
    () => import("../commands/tools/top.ts"),
    new Option("--once", "print one frame and end"),
    new Option("--readonly", "for looking only: no key changes anything"),
    new Option("--by <name>", "who acts (default: the name of the key)"),
  ).alias("dashboard");
}
