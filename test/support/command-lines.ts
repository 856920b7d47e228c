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
    .map((line) => line.replace(/^(?:do|then|else|!|sudo|exec|nohup)\s+/, "").trim());
}

/** The commands and options in `shell` that neither program has. */
export async function unknownIn(shell: string): Promise<string[]> {
  const unknown: string[] = [];
  for (const line of linesOf(shell)) {
    const words = wordsOf(line);
    const at = words.findIndex((word) => /^(?:npx\s+)?(?:.*\/)?monitor(?:ctl|d)$/.test(word));
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

let daemonHelp: Promise<{ stdout: string }> | null = null;

async function ofDaemon(words: readonly string[]): Promise<string | null> {
  daemonHelp ??= runMonitord(["--help"]);
  const { stdout } = await daemonHelp;
  const flag = flagsOf(words).find(
    (one) => !stdout.includes(`${one} `) && !stdout.includes(`${one},`) && one !== "--org",
  );
  return flag === undefined ? null : `no option ${flag}`;
}
