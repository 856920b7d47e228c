/**
 * An apply as lines of JSON, one event each: `version` first, `summary` last, a `diagnostic` with severity `error` where
 * it failed. With `-o jsonl` on stdout, with `--events-file` in a file beside the text for people.
 */
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plan } from "../../api/declaration.ts";
import { documentSchema, jsonLine } from "../call/structured.ts";
import type { Call } from "../call/call.ts";
import { failureJson, failureOf } from "../call/failure.ts";
import { notWritten, writeOut } from "../call/write-file.ts";
import { version } from "../call/version.ts";
import type { Waited } from "./wait.ts";

/** The version of the events' shape: a later one only adds members and types. */

export interface ApplyEvents {
  applied(plan: Plan): void;
  waited(results: readonly Waited[]): void;
  summary(plan: Plan): void;
  failed(error: unknown): void;
}

/** True where stdout has the events, and no text. */
export const wantsEvents = ({ options }: Pick<Call, "options">): boolean =>
  options.output === "jsonl";

/** Begins the events of a call. */
export function applyEvents(call: Call): ApplyEvents {
  const { io, options } = call;
  const named = options["eventsFile"] as string | undefined;
  let file = named ?? null;
  const write = (type: string, event: object) => {
    const line = `${jsonLine({ type, at: new Date(io.now()).toISOString(), ...event })}\n`;
    if (wantsEvents(call)) io.stdout.write(line);
    if (file === null) return;
    try {
      appendFileSync(resolve(io.cwd, file), line);
    } catch (error) {
      // The apply is under way, and its result matters more.
      io.stderr.write(`${notWritten(file, error).message}; the apply continues without it\n`);
      file = null;
    }
  };
  if (file !== null) writeOut(io.cwd, file, "");
  write("version", { schema: documentSchema, monitorctl: version });
  return {
    applied(plan) {
      const type = plan.applied ? "applied" : "planned_change";
      for (const change of plan.changes) if (change.action !== "unchanged") write(type, change);
      for (const message of plan.warnings) write("diagnostic", { severity: "warning", message });
    },
    waited(results) {
      for (const result of results) write("first_result", result);
    },
    summary({ project, applied, changes }) {
      const count = (action: Plan["changes"][number]["action"]) =>
        changes.filter((one) => one.action === action).length;
      write("summary", {
        project,
        applied,
        created: count("create"),
        updated: count("update"),
        deleted: count("delete"),
        detached: count("detach"),
        unchanged: count("unchanged"),
      });
    },
    failed(error) {
      write("diagnostic", { severity: "error", ...failureJson(failureOf(error, null)) });
    },
  };
}
