/** Command lines of the guides, held against the programs. */
import type { Command } from "commander";
import { runMonitord } from "./process.ts";
import { clientProgram } from "./guide-tables.ts";

/** Options of `monitorctl` itself, which every command takes. */
const ofAll = ["--help", "--version", "--url", "--context", "--ca-file", "--insecure", "--timeout"];
const ofAllToo = ["--no-input", "--no-gha", "--no-color", "--output", "--json"];

/** Command lines of shell text: without comments, continued lines as one, pipes as several. */
function linesOf(shell: string): string[] {
  return shell
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#\s.*$/, "").trim())
    .flatMap((line) => line.split(/\s*(?:\|\||&&|[|;])\s*|\$\(|^(?:if|while|until)\s+/))
    .map((line) =>
      line.replace(/^(?:do|then|else|!|sudo(?:\s+-u\s+\w+)?|exec|nohup)\s+/, "").trim(),
    );
}

/** The commands and options in `shell` that neither program has. */
export async function unknownIn(shell: string): Promise<string[]> {
  const unknown: string[] = [];
  for (const line of linesOf(shell)) {
    const words = wordsOf(line);
    const isProgram = (word = "") => /^(?:npx\s+)?(?:.*\/)?monitor(?:ctl|d)$/.test(word);
    // A container has the name of the program that runs in it.
    const at = words.findIndex((word, n) => isProgram(word) && !isProgram(words[n + 1]));
    if (at < 0 || words.slice(0, at).some((word) => !/^(\w+=.*|npx|env|-u|\w+)$/.test(word)))
      continue;
    const rest = words.slice(at + 1);
    const problem = words[at]!.endsWith("monitorctl")
      ? ofClient(clientProgram(), rest)
      : await ofDaemon(rest);
    if (problem !== null) unknown.push(`${line}: ${problem}`);
  }
  return unknown;
}

const wordsOf = (line: string) =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word);

/** Flags before a `--`, without their values. */
function flagsOf(words: readonly string[]): string[] {
  const end = words.indexOf("--");
  return words
    .slice(0, end < 0 ? undefined : end)
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.split("=")[0]!);
}

function ofClient(program: Command, words: readonly string[]): string | null {
  let command = program;
  const names = words.filter((word) => !word.startsWith("-"));
  if (names[0] === "help") return null;
  for (const name of names) {
    if (command.commands.length === 0) break;
    const next = command.commands.find(
      (one) => one.name() === name || one.aliases().includes(name),
    );
    if (!next) {
      // The value of an option of the program, or its help.
      if (command === program && words[0]!.startsWith("-")) continue;
      // An argument of a command that holds others, too.
      if (command.registeredArguments.length > 0) break;
      return `no command ${name}`;
    }
    command = next;
  }
  const known = new Set([
    ...ofAll,
    ...ofAllToo,
    "-h",
    "-V",
    "-o",
    ...command.options.flatMap(({ long, short }) => [long ?? "", short ?? ""]),
  ]);
  const flag = flagsOf(words).find((one) => !known.has(one));
  return flag === undefined ? null : `no option ${flag}`;
}

const daemonHelps = new Map<string, Promise<{ code: number | null; stdout: string }>>();

/** What `monitord help WORDS` prints; empty: there is no such command. */
async function daemonHelp(words: readonly string[]): Promise<string> {
  const key = words.join(" ");
  const printed = daemonHelps.get(key) ?? runMonitord(["help", ...words]);
  daemonHelps.set(key, printed);
  const { code, stdout } = await printed;
  return code === 0 ? stdout : "";
}

async function ofDaemon(words: readonly string[]): Promise<string | null> {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  const names = words.slice(0, end < 0 ? 2 : Math.min(end, 2));
  const [first] = names;
  const all = await daemonHelp([]);
  if (first !== undefined && !all.includes(`\n  ${first} `)) return `no command ${first}`;
  const own = (await daemonHelp(names)) || (await daemonHelp(names.slice(0, 1)));
  const help = all + own;
  const flag = flagsOf(words).find((one) => !help.includes(`${one} `) && !help.includes(`${one},`));
  return flag === undefined ? null : `no option ${flag}`;
}
