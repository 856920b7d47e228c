import { deliver } from "../inbound/deliver.ts";
import { runCommand } from "./run-command.ts";
import type { Command } from "../../core/model/command.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Decides one command about a monitor or group and writes the changes. Answers the new status, or null: there is no such subject. */
export function* command(
  c: Context,
  input: {
    subject_id: string;
    command: Command;
    now: Instant;
  },
): Procedure<{ status: Subject["status"] } | null> {
  const { command, ...about } = input;
  const subject =
    command.kind === "alerted"
      ? yield* deliver(c, { ...about, command })
      : yield* runCommand(c, input);
  return subject && { status: subject.status };
}
