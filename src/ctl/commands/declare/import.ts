import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "yaml";
import { fromGatus } from "../../../importer/gatus.ts";
import { fromHealthchecks } from "../../../importer/healthchecks.ts";
import { fromUptimeKuma } from "../../../importer/uptime-kuma.ts";
import type { Imported } from "../../../importer/collected.ts";
import { plural } from "../../../core/text/plural.ts";
import { manifestText, plainValue } from "../../../manifest/text.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";

/** By the name of the tool: reads its file and makes a declaration of it. */
const tools: Record<string, (path: string, project: string) => Promise<Imported> | Imported> = {
  gatus: (path, project) => fromGatus(read(path, parse), project),
  healthchecks: (path, project) => fromHealthchecks(read(path, JSON.parse), project),
  async "uptime-kuma"(path, project) {
    const { readKuma } = await import("../../input/kuma.ts");
    return fromUptimeKuma(readKuma(path), project);
  },
};

/** Converts the configuration of another tool into a manifest, and names settings without a counterpart. */
export const run: Run = async ({ io, args, options }) => {
  const [tool = "", file = ""] = args;
  const make = tools[tool];
  if (!make)
    throw wrongInput(
      "unknown_tool",
      `"${tool}" cannot be imported from`,
      `name one of: ${Object.keys(tools).join(", ")}`,
    );
  const out = options["out"] as string | undefined;
  if (out !== undefined && existsSync(resolve(io.cwd, out)))
    throw wrongInput("exists", `${out} is there already; nothing was written`, "name another file");
  const project = options["project"] as string;
  const imported = await make(resolve(io.cwd, file), project);
  const text = manifestOf(imported, tool);
  if (out === undefined) io.stdout.write(text);
  else writeFileSync(resolve(io.cwd, out), text, { mode: 0o600 });
  io.stderr.write(`${summaryOf(imported, out ?? "monitors.yaml")}\n`);
  return exitCodes.done;
};

function read(path: string, parsed: (text: string) => unknown): unknown {
  try {
    return parsed(readFileSync(path, "utf8"));
  } catch (error) {
    throw wrongInput(
      "unreadable",
      `${path} cannot be read: ${(error as Error).message.split("\n")[0]}`,
      "look at the path, and whether it is the file of this tool",
    );
  }
}

function manifestOf({ declaration, remarks, hasVariables }: Imported, tool: string): string {
  const of = Map.groupBy(remarks, ({ external_id }) => external_id);
  const comments = new Map(
    [...of].flatMap(([id, list]) => (id === null ? [] : [[id, list.map(({ text }) => text)]])),
  );
  const left = (of.get(null) ?? []).map(({ text }) => `- ${text}`);
  const head = [
    `Imported from ${tool}. Groups have no members yet: add users, and their emails as members.`,
    ...(left.length > 0 ? ["Not imported:", ...left] : []),
  ];
  const written = hasVariables ? declaration : (plainValue(declaration) as typeof declaration);
  return manifestText(written, { head, resources: comments });
}

function summaryOf({ declaration, remarks }: Imported, file: string): string {
  const count = (kind: string) => ((declaration[kind] as unknown[] | undefined) ?? []).length;
  const left = remarks.filter(({ external_id }) => external_id === null).length;
  const monitors = count("health_check_monitors") + count("webhook_monitors");
  return [
    `${plural(monitors, "monitor")} and ${plural(count("alert_groups"), "alert group")} imported${left === 0 ? "" : `, ${plural(left, "entry", "entries")} not`}. The comments of the file hold ${plural(remarks.length, "remark")}.`,
    ...(JSON.stringify(declaration).includes("request_headers") ||
    /:\/\/[^"/]*:[^"/]*@/.test(JSON.stringify(declaration))
      ? ["It has headers or passwords in plain text: move secrets to variables (--vars)."]
      : []),
    `Next: add the members, then monitorctl validate -f ${file} && monitorctl plan -f ${file}`,
  ].join("\n");
}
