import { existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import {
  betterStackEntries,
  betterStackOf,
  fromBetterStack,
} from "../../../importer/hosted/better-stack.ts";
import { checklyEntries, checklyOf, fromCheckly } from "../../../importer/hosted/checkly.ts";
import { fromGatus, gatusEntries } from "../../../importer/gatus/gatus.ts";
import { fromHealthchecks, healthchecksOf } from "../../../importer/healthchecks/healthchecks.ts";
import { fromUptimeKuma, kumaEntries } from "../../../importer/kuma/uptime-kuma.ts";
import {
  fromUptimeRobot,
  uptimeRobotEntries,
  uptimeRobotOf,
} from "../../../importer/hosted/uptimerobot.ts";
import type { Imported } from "../../../importer/collected.ts";
import { plural } from "../../../core/text/plural.ts";
import { manifestText } from "../../../manifest/text.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { notWritten, writeOut } from "../../call/write-file.ts";
import { varsText } from "../../declare/vars-file.ts";
import { readGatus, readJson } from "../../input/foreign-file.ts";
import { importTools } from "../../input/import-tools.ts";

/** A file of another tool, read. */
interface Source {
  /** The monitors in it. */
  entries: number;
  imported: () => Imported;
  /** The content of a file, to name it in a refusal. */
  said?: unknown;
}

interface Tool {
  read: (path: string, project: string) => Source | Promise<Source>;
  /** The next step for a file without monitors. */
  next: string;
}

/** By the name of the tool. */
const tools: Record<(typeof importTools)[number], Tool> = {
  gatus: {
    read(path, project) {
      const config = readGatus(path);
      return {
        entries: gatusEntries(config),
        imported: () => fromGatus(config, project),
        said: config.config,
      };
    },
    next: "name config.yaml of Gatus, or the folder of its configuration",
  },
  healthchecks: {
    read: json(
      (answer) => answer,
      (answer) => healthchecksOf(answer).length,
      fromHealthchecks,
    ),
    next: "save the answer of GET /api/v3/checks/, with a key of its project",
  },
  "uptime-kuma": {
    async read(path, project) {
      const { readKuma } = await import("../../input/kuma.ts");
      const tables = readKuma(path);
      return { entries: kumaEntries(tables), imported: () => fromUptimeKuma(tables, project) };
    },
    next: "name kuma.db of the data folder of Uptime Kuma",
  },
  "better-stack": {
    read: json(betterStackOf, betterStackEntries, fromBetterStack),
    next: "name a state of Terraform, or save the answer of GET /api/v2/monitors",
  },
  checkly: {
    read: json(checklyOf, checklyEntries, fromCheckly),
    next: "name a state of Terraform, or save the answer of GET /v1/checks",
  },
  uptimerobot: {
    read: json(uptimeRobotOf, uptimeRobotEntries, fromUptimeRobot),
    next: "name a state of Terraform, or save the answer of getMonitors or GET /v3/monitors",
  },
};

/** Reads a JSON file; `resources` takes the monitors from it. */
function json<T>(
  resources: (value: unknown) => T,
  entries: (read: T) => number,
  imported: (read: T, project: string) => Imported,
): Tool["read"] {
  return (path, project) => {
    const value = readJson(path);
    const read = resources(value);
    return { entries: entries(read), imported: () => imported(read, project), said: value };
  };
}

/** Converts the configuration of another tool into a manifest and a file of variables, and names settings without a counterpart. */
export const run: Run = async ({ io, args, options }) => {
  const [tool = "", file = ""] = args;
  const name = importTools.find((one) => one === tool);
  if (name === undefined)
    throw wrongInput(
      "unknown_tool",
      `"${tool}" cannot be imported from`,
      `name one of: ${importTools.join(", ")}`,
    );
  const known = tools[name];
  const out = (options["out"] as string | undefined) ?? null;
  const varsOut = (options["varsOut"] as string | undefined) ?? varsBeside(out);
  const overwrite = options["overwrite"] === true;
  const source = await known.read(resolve(io.cwd, file), options["project"] as string);
  if (source.entries === 0)
    throw wrongInput(
      "nothing_to_import",
      `${file} has no monitors of ${tool}${saidBy(source.said)}`,
      known.next,
    );
  const imported = source.imported();
  const hasVars = Object.keys(imported.secrets).length + imported.needed.length > 0;
  const files = [
    ...(hasVars && varsOut !== null ? [{ path: varsOut, text: variablesOf(imported) }] : []),
    ...(out === null ? [] : [{ path: out, text: manifestOf(imported, tool) }]),
  ];
  write(io.cwd, files, overwrite);
  if (out === null) io.stdout.write(manifestOf(imported, tool));
  io.stderr.write(`${summaryOf({ file, ...source }, imported, out, hasVars ? varsOut : null)}\n`);
  return exitCodes.done;
};

/** `monitors.vars` beside `monitors.yaml`; null: the manifest is printed. */
const varsBeside = (out: string | null): string | null =>
  out === null ? null : `${out.replace(/\.ya?ml$/i, "")}.vars`;

/** The words of an answer that is an error, and the members of a file of another kind. */
function saidBy(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const members = value as Record<string, unknown>;
  const message = ["error", "message", "detail", "errors"]
    .map((name) => members[name])
    .find(Boolean);
  if (message !== undefined) return `; it says: ${JSON.stringify(message).slice(0, 200)}`;
  const names = Object.keys(members);
  return names.length === 0 ? "" : `; it has ${names.slice(0, 5).join(", ").slice(0, 200)}`;
}

/** Writes all files or none. They are readable by their owner alone, and replace others only when that is asked for. */
function write(
  cwd: string,
  files: readonly { path: string; text: string }[],
  overwrite: boolean,
): void {
  const there = files.find(({ path }) => existsSync(resolve(cwd, path)));
  if (there && !overwrite)
    throw wrongInput(
      "exists",
      `${there.path} is there already; nothing was written`,
      "name another file, or add --overwrite",
    );
  for (const { path, text } of files) {
    // A file that is written into keeps its mode, and a link leads elsewhere.
    if (overwrite) removeOld(cwd, path);
    writeOut(cwd, path, text, { mode: 0o600, flag: "wx" });
  }
}

function removeOld(cwd: string, path: string): void {
  try {
    rmSync(resolve(cwd, path), { force: true });
  } catch (error) {
    throw notWritten(path, error);
  }
}

/** The secrets, and a line to fill in for each variable of the other tool's environment. */
function variablesOf({ secrets, needed }: Imported): string {
  const lines = needed.map((name) => `# ${name}=\n`);
  return [
    "# Secrets of the imported monitors: keep this file out of version control.\n",
    varsText(secrets),
    ...(lines.length > 0 ? ["# From the environment of the other tool: fill in.\n", ...lines] : []),
  ].join("");
}

function manifestOf({ declaration, remarks, left }: Imported, tool: string): string {
  const of = Map.groupBy(remarks, ({ external_id }) => external_id);
  const comments = new Map(
    [...of].flatMap(([id, list]) => (id === null ? [] : [[id, list.map(({ text }) => text)]])),
  );
  const listed = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [title, ...texts.map((text) => `- ${text}`)];
  const members =
    "users" in declaration
      ? "Members are the addresses that it sent mail to."
      : "Groups have no members yet: add users, and their emails as members.";
  const head = [
    `Imported from ${tool}. ${members}`,
    ...listed("Not imported:", left),
    ...listed(
      "No part of a manifest:",
      (of.get(null) ?? []).map(({ text }) => text),
    ),
  ];
  return manifestText(declaration, { head, resources: comments });
}

function summaryOf(
  { file, entries }: { file: string; entries: number },
  { declaration, remarks, left, secrets, needed }: Imported,
  out: string | null,
  vars: string | null,
): string {
  const groups = ((declaration["alert_groups"] as unknown[] | undefined) ?? []).length;
  const manifest = out ?? "monitors.yaml";
  const names = [...Object.keys(secrets), ...needed];
  const isWritten = vars !== null && names.length > 0;
  const sources = `-f ${manifest}${names.length === 0 ? "" : ` --vars ${vars ?? "FILE"}`}`;
  return [
    `${file}: ${plural(entries, "monitor")}, ${entries - left.length} imported into ${plural(groups, "alert group")}, ${left.length} not. The comments hold ${plural(remarks.length, "remark")}.`,
    ...(isWritten
      ? [`${vars}, for your eyes alone, has ${plural(Object.keys(secrets).length, "secret")}.`]
      : []),
    ...(!isWritten && Object.keys(secrets).length > 0
      ? [
          `${plural(Object.keys(secrets).length, "secret")} not printed: ${shown(Object.keys(secrets))}. --out FILE or --vars-out FILE writes them.`,
        ]
      : []),
    ...(needed.length > 0 ? [`Set in ${vars ?? "a file of variables"}: ${shown(needed)}.`] : []),
    `Next: monitorctl validate ${sources} && monitorctl apply ${sources}`,
  ].join("\n");
}

/** Names; of many the first ones. */
const shown = (names: readonly string[]): string =>
  names.length <= 20
    ? names.join(", ")
    : `${names.slice(0, 20).join(", ")} and ${names.length - 20} more`;
