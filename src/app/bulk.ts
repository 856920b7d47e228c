/**
 * Decides which requests are refused while the disk is full: those that bring the most data and can be sent
 * again. Checks, incidents, acknowledgements and pushes continue in the reserve.
 */
import type { Command } from "../core/command/command.ts";
import type { Request } from "../store/kit/request.ts";
import type { Verbs } from "./store.ts";

const bulkVerbs: readonly (keyof Verbs)[] = ["report", "deliver", "deliver_once", "apply"];
const bulkCommands: readonly Command["kind"][] = ["reported", "refused"];

/** True for error reports, inbound events and whole declarations. */
export function isBulk({ verb, input }: Request): boolean {
  if (verb !== "command") return (bulkVerbs as readonly string[]).includes(verb);
  return bulkCommands.includes((input as { command: Command }).command.kind);
}
