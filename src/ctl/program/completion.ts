/**
 * Completes a command line: commands, flags and their choices from the program itself, names from the
 * server. Pure but for `names`, which is called only when names are needed.
 */
import type { Argument, Command, Option } from "commander";
import { resourceKinds } from "../../core/model/model.ts";
import { monitorStatuses } from "../../core/model/status.ts";
import { manifestFields } from "../../resource/manifest.ts";
import { importTools } from "../input/import-tools.ts";
import { goals } from "../input/goals.ts";
import { programAbove } from "./define.ts";
import { shortOf } from "../input/kinds.ts";

/** Names from a server or the file of contexts. None when the server does not answer in time. */
export interface Names {
  /** `hc/shop`, `ag/oncall` … */
  resources(): Promise<readonly string[]>;
  /** Numbers of unresolved incidents. */
  incidents(): Promise<readonly string[]>;
  contexts(): Promise<readonly string[]>;
  /** Topics of guides. */
  guides(): Promise<readonly string[]>;
  /** Names of API keys. */
  keys(): Promise<readonly string[]>;
  /** Ids of the silences that have not ended. */
  silences(): Promise<readonly string[]>;
  projects(): Promise<readonly string[]>;
  /** Ids of the devices of a user. */
  devices(user: string): Promise<readonly string[]>;
}

/** The words that fit; `words` are those after the program's name, the last one as far as it was typed. */
export async function completions(
  program: Command,
  words: readonly string[],
  names: Names,
): Promise<string[]> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  // Arguments after `--` belong to another program.
  if (before.includes("--")) return [];
  const { command, operands, open } = read(program, before);
  const fit = await candidates({ command, operands, open, current }, names);
  return [...new Set(fit)].filter((word) => word.startsWith(current));
}

interface Typed {
  command: Command;
  operands: string[];
  /** A flag that still needs its value. */
  open: Option | null;
}

function read(program: Command, words: readonly string[]): Typed {
  const typed: Typed = { command: program, operands: [], open: null };
  for (const word of words) {
    if (typed.open) {
      typed.open = null;
      continue;
    }
    if (word.startsWith("-")) {
      const option = optionsOf(typed.command).find(
        ({ short, long }) => short === word || long === word,
      );
      typed.open = option?.required ? option : null;
      continue;
    }
    const next = typed.command.commands.find((one) => one.name() === word);
    if (next && typed.operands.length === 0) typed.command = next;
    else typed.operands.push(word);
  }
  return typed;
}

async function candidates(
  { command, operands, open, current }: Typed & { current: string },
  names: Names,
): Promise<readonly string[]> {
  if (open) return valuesOf(open, command, names);
  if (current.startsWith("-"))
    return optionsOf(command)
      .filter((option) => !option.hidden)
      .flatMap(({ long }) => long ?? []);
  if (command.commands.length > 0 && operands.length > 0) return [];
  if (command.commands.length > 0)
    return command.commands.map((one) => one.name()).filter((name) => !name.startsWith("_"));
  const wanted = command.registeredArguments;
  const argument = wanted[operands.length] ?? wanted.at(-1);
  if (!argument || (operands.length >= wanted.length && !argument.variadic)) return [];
  return argumentValues(argument, { command, operands, current }, names);
}

async function valuesOf(
  { argChoices, long }: Option,
  command: Command,
  names: Names,
): Promise<readonly string[]> {
  if (argChoices) return argChoices;
  if (long === "--status" && command.name() === "get") return monitorStatuses;
  if (long === "--project") return names.projects();
  if (long === "--context") return names.contexts();
  if (long === "--group") return idsOf(await names.resources(), "ag");
  if (long === "--monitor")
    return (await names.resources()).filter((name) => /^(hc|wh)\//.test(name));
  if (long === "--for") return [...new Set(Object.values(goals).flatMap(Object.keys))];
  return [];
}

async function argumentValues(
  argument: Argument,
  { command, operands, current }: Omit<Typed, "open"> & { current: string },
  names: Names,
): Promise<readonly string[]> {
  switch (argument.name()) {
    case "kind":
      return command.name() === "explain" && current.includes(".")
        ? fieldsOf(current)
        : [...resourceKinds.map(shortOf), ...resourceKinds];
    case "id":
      return command.name() === "get" ? idsOf(await names.resources(), operands[0] ?? "") : [];
    case "kind/id":
      return resourcesOf(command, await names.resources());
    case "tool":
      return importTools;
    case "silence":
      return names.silences();
    case "key":
      return names.keys();
    case "device":
      return names.devices(operands[0] ?? "");
    case "what":
      return [
        ...(await names.resources()),
        ...(await names.incidents()).map((number) => `incident/${number}`),
      ];
    case "incident":
      return names.incidents();
    case "group":
      return idsOf(await names.resources(), "ag");
    case "page":
      return idsOf(await names.resources(), "sp");
    case "user":
      return idsOf(await names.resources(), "user");
    case "name":
      return command.parent?.name() === "context" ? names.contexts() : [];
    case "shell":
      return ["bash", "zsh", "fish", "powershell"];
    case "method":
      return ["GET", "POST", "PUT", "DELETE"];
    case "guide":
      return names.guides();
    case "topic":
      return topicsOf(command.parent ?? command, operands);
    default:
      return [];
  }
}

/** `hc.interval_seconds`, for each field of the kind before the dot. */
function fieldsOf(typed: string): string[] {
  const word = typed.slice(0, typed.indexOf("."));
  const kind = resourceKinds.find((one) => one === word || shortOf(one) === word);
  return kind ? Object.keys(manifestFields[kind]).map((field) => `${word}.${field}`) : [];
}

/** The resources that a command takes: jobs are run with webhook monitors, and health checks are checked. */
function resourcesOf(command: Command, names: readonly string[]): readonly string[] {
  if (command.name() !== "run") return names;
  const kind = command.parent?.name() === "check" ? "hc/" : "wh/";
  return names.filter((name) => name.startsWith(kind));
}

function topicsOf(program: Command, operands: readonly string[]): string[] {
  const family = program.commands.find((one) => one.name() === operands[0]);
  const below = operands.length === 0 ? program : family;
  const names = (below?.commands ?? []).map((one) => one.name());
  return operands.length === 0 ? [...names, "exit-codes"] : names;
}

/** The ids alone of the names of one kind. */
function idsOf(names: readonly string[], typed: string): string[] {
  const kind = resourceKinds.find((one) => one === typed);
  const prefix = `${kind ? shortOf(kind) : typed}/`;
  return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

function optionsOf(command: Command): readonly Option[] {
  return [...command.options, ...(command.parent ? programAbove(command).options : [])];
}
