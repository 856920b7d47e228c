/** The tables of the guides that are made from the program, and those of the bench from its results. */
import { readFileSync } from "node:fs";
import { Command, type Option } from "commander";
import { exitMeanings } from "../../src/ctl/call/exit.ts";
import { registerAccess } from "../../src/ctl/program/program-access.ts";
import { registerDeclare } from "../../src/ctl/program/program-declare.ts";
import { registerOperate } from "../../src/ctl/program/program-operate.ts";
import { registerTop } from "../../src/ctl/program/program-top.ts";
import { bindings } from "../../src/ctl/top/keys.ts";
import { keyText } from "../../src/ctl/top/view/help.ts";
import type { Outside } from "../../src/app/ports.ts";
import { allOptions, usageOf, variableOf } from "../../src/daemon/config/options.ts";
import { makeMetrics } from "../../src/http/answer/metrics.ts";
import { families } from "../../src/http/answer/monitor-series.ts";
import { problems } from "../../src/http/answer/problems.ts";
import { declared } from "../../src/resource/resources.ts";
import { manifestFields } from "../../src/resource/manifest.ts";
import type { Field } from "../../src/resource/field.ts";
import { shortfallLines, tableRows, type Result } from "../bench/result.ts";
import { shortfalls } from "../bench/shortfalls.ts";
import type { Alert } from "../../src/inbound/alert.ts";
import { readDelivery } from "../../src/inbound/detect.ts";
import { toolBodies } from "../inbound/tools/bodies.ts";
import { runMonitord } from "./process.ts";

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const code = (text: string) => `\`${text}\``;

function options(): string {
  return table(
    ["flag", "environment", "default", "meaning"],
    allOptions.map((option) => [
      code(usageOf(option)),
      `${code(variableOf(option.name))}${option.secret ? " or `…_FILE`" : ""}`,
      option.default === null ? "" : code(String(option.default)),
      option.help,
    ]),
  );
}

async function monitordCommands(): Promise<string> {
  const { stdout } = await runMonitord(["--help"]);
  const lines = stdout.slice(stdout.indexOf("Commands:")).matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm);
  return table(
    ["command", "what it does"],
    [...lines].map(([, usage, does]) => [code(`monitord ${usage}`), does!]),
  );
}

/** The client's program, which runs nothing. */
export function clientProgram(): Command {
  const program = new Command("monitorctl");
  for (const register of [registerDeclare, registerOperate, registerTop, registerAccess])
    register(program, async () => {});
  return program;
}

/** The commands of a program that do something, with those below others. */
export function leavesOf(command: Command, path = command.name()): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((one) => leavesOf(one, `${path} ${one.name()}`));
}

const usage = (command: Command) =>
  command.registeredArguments
    .map((one) => ` ${one.required ? `<${one.name()}>` : `[${one.name()}]`}`)
    .join("");

function monitorctlCommands(): string {
  return table(
    ["command", "what it does", "options"],
    leavesOf(clientProgram()).map(([path, command]) => [
      code(path + usage(command)),
      command.description(),
      command.options
        .filter((option: Option) => !option.hidden && option.long !== "--output")
        .map(({ long }) => code(long ?? ""))
        .join(" "),
    ]),
  );
}

const exitCodes = () => table(["code", "meaning"], Object.entries(exitMeanings));

const topKeys = () =>
  table(
    ["key", "what it does"],
    bindings.list.map(({ keys, does }) => [
      keys.map((key) => code(keyText(key, false))).join(" "),
      does,
    ]),
  );

const problemTypes = () =>
  table(
    ["type", "status", "title"],
    Object.entries(problems).map(([name, { status, title }]) => [
      code(`urn:monitord:problem:${name}`),
      String(status),
      title,
    ]),
  );

function fields(): string {
  return Object.entries(manifestFields)
    .map(([kind, ofKind]) => {
      const { about } = declared[kind as keyof typeof manifestFields];
      const rows = Object.entries(ofKind as Record<string, Field>).map(([name, field]) => [
        code(name),
        field.presence === "required" ? "required" : defaultOf(field),
        (field.schema as { description?: string }).description ?? field.label,
      ]);
      return `### ${kind}\n\n${about}\n\n${table(["field", "default", "meaning"], rows)}`;
    })
    .join("\n\n");
}

function defaultOf({ schema }: Field): string {
  const value = (schema as { default?: unknown }).default;
  return value === undefined ? "" : code(JSON.stringify(value));
}

const series = () =>
  table(
    ["metric", "meaning"],
    families.map(({ name, help }) => [code(name), help]),
  );

async function metrics(): Promise<string> {
  const text = await makeMetrics("1.0.0").text(
    null,
    { channels: [], disk: null } as unknown as Outside,
    0,
  );
  const all = [...text.matchAll(/^# HELP (monitord_\w+) (.*)\n# TYPE \S+ (\w+)$/gm)];
  return table(
    ["metric", "type", "meaning"],
    all.map(([, name, help, type]) => [code(name!), type!, help!]),
  );
}

const results = () =>
  JSON.parse(readFileSync(new URL("../bench/figures.json", import.meta.url), "utf8")) as Result[];

const figures = () =>
  table(["row", "what", "ours", "peer", "figures", "taken"], tableRows(results()));

/** The row of the bench for each thing that users ask for, and the name of its figure; the text of the row without one. */
const limitsOf: readonly [what: string, row: string, figure?: string][] = [
  ["durable error reports of 200 monitors, on SQLite", "ingest-200"],
  ["CPU of a whole check, with 2,000 monitors every 5 s", "checks"],
  ["how late one of 50,000 monitors is asked every minute, p99", "many", "p99"],
  ["from an error report to its push, p50", "push", "p50"],
  ["from an error report to its push, p99", "push", "p99"],
  ["from the start to ready, with 10,000 monitors", "start-10000", "ready"],
  ["memory (RSS) at rest", "idle", "at rest"],
  ["memory (RSS) in a minute of full load", "memory-load", "at most"],
  ["memory (RSS) a minute after it", "memory-load", "a minute later"],
  ["a year of 1,000 monitors, one check a minute", "history-sqlite", "size"],
  ["first page of the dashboard, 5,000 monitors", "first-page", "first page"],
];

function limits(): string {
  const byRow = new Map(results().map((result) => [result.row, result]));
  return table(
    ["what", "figure"],
    limitsOf.map(([what, row, name]) => {
      const { ours, figures } = byRow.get(row)!;
      if (name === undefined) return [what, ours];
      const { value, unit } = figures.find((one) => one.name === name)!;
      return [what, `${value} ${unit}`];
    }),
  );
}

/** The alert that a body of a tool makes. */
function alertFrom(body: object): Alert {
  const delivery = readDelivery(body, Date.UTC(2026, 10, 21));
  if (!delivery.ok) throw new Error(delivery.reason);
  return delivery.alerts[0]!;
}

/** Made of a body of each. */
const senders = () =>
  table(
    ["tool", "`format`", "problem", "sent again", "end", "test"],
    toolBodies.map(({ tool, format, firing, repeated, resolved, test }) => {
      const { identity, title, severity } = alertFrom(firing);
      const isSame = (body: object) => alertFrom(body).identity === identity;
      const end = resolved === null ? null : alertFrom(resolved);
      return [
        tool,
        code(format),
        `opens “${title}”${severity === null ? "" : `, severity ${severity}`}`,
        isSame(repeated) ? "counted" : "opens another",
        end === null
          ? "never: auto-resolves"
          : isSame(resolved!) && end.status === "resolved"
            ? "resolves it"
            : "opens another",
        test === null ? "–" : alertFrom(test).test ? "pages once as _Test_" : "opens another",
      ];
    }),
  );

/** By the name in the comments around them. */
export const tables: Record<string, () => string | Promise<string>> = {
  options,
  "monitord-commands": monitordCommands,
  "monitorctl-commands": monitorctlCommands,
  "exit-codes": exitCodes,
  "top-keys": topKeys,
  problems: problemTypes,
  fields,
  metrics,
  series,
  figures,
  limits,
  senders,
  shortfalls: () => shortfallLines(results(), shortfalls).join("\n"),
};

/** A guide with its tables made anew. Throws for a table that nobody makes. */
export async function withTables(markdown: string): Promise<string> {
  const parts = markdown.split(/(<!-- generated:[\w-]+ -->\n[\s\S]*?<!-- end -->)/);
  const filled = parts.map(async (part) => {
    const name = /^<!-- generated:([\w-]+) -->/.exec(part)?.[1];
    if (name === undefined) return part;
    const make = tables[name];
    if (!make) throw new Error(`There is no table ${name}.`);
    return `<!-- generated:${name} -->\n\n${await make()}\n\n<!-- end -->`;
  });
  return (await Promise.all(filled)).join("");
}
