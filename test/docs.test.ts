import { readFileSync } from "node:fs";
import { Command } from "commander";
import { expect, test } from "vitest";
import type { Io } from "../src/ctl/io.ts";
import { main } from "../src/ctl/program/program.ts";
import { exitMeanings } from "../src/ctl/program/exit.ts";
import { bindings } from "../src/ctl/top/keys.ts";
import { keyText } from "../src/ctl/top/view-help.ts";
import { registerDeclare } from "../src/ctl/program/program-declare.ts";
import { problems } from "../src/http/answer/problems.ts";
import { optionTable } from "./support/option-table.ts";
import { runMonitord } from "./support/process.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** Tables may be padded by hand or by a formatter. */
const plain = (text: string) => text.replace(/ +/g, " ").replace(/-+/g, "-");

test("the README lists every option as it is", () => {
  expect(plain(readme)).toContain(plain(optionTable()));
});

test("the README lists every problem, and no other", () => {
  const listed = [...readme.matchAll(/urn:monitord:problem:([a-z-]+)` *\| (\d+)/g)];
  expect(Object.fromEntries(listed.map(([, name, status]) => [name, Number(status)]))).toEqual(
    Object.fromEntries(Object.entries(problems).map(([name, { status }]) => [name, status])),
  );
});

test("the README lists every exit code with its meaning", () => {
  for (const [code, meaning] of Object.entries(exitMeanings))
    expect(plain(readme)).toContain(plain(`| ${code} | ${meaning} |`));
});

test("the README lists every key of the dashboard in the terminal", () => {
  for (const { keys, does } of bindings.list) {
    const shown = keys.map((key) => `\`${keyText(key, false)}\``).join(" ");
    expect(plain(readme)).toContain(plain(`| ${shown} | ${does} |`));
  }
});

test("the README lists every command of monitord, and no other", async () => {
  const { stdout } = await runMonitord(["--help"]);
  const help = stdout.slice(stdout.indexOf("Commands:"));
  const commands = [...help.matchAll(/^ {2}([a-z-]+)(?: |$)/gm)]
    .map((match) => match[1]!)
    .filter((name) => name !== "help");
  const listed = [...readme.matchAll(/^\| `monitord ([a-z-]+)/gm)].map((match) => match[1]!);
  expect(new Set(listed)).toEqual(new Set(commands));
});

test("the README lists every command of monitorctl, and no other", async () => {
  const io = {
    ...process,
    stdout: { write: (text: string) => void (help += text), isTTY: false },
  };
  let help = "";
  await main(["--help"], io as unknown as Io);
  const commands = [...help.matchAll(/^ {2}([a-z]+)(?: .*)? {2,}\S/gm)]
    .map((match) => match[1]!)
    .filter((name) => name !== "help");
  const listed = [...readme.matchAll(/^\| `monitorctl ([a-z\\|]+)/gm)].flatMap((match) =>
    match[1]!.split("\\|"),
  );
  expect(new Set(listed)).toEqual(new Set(commands));
});

test("the YAML of the README is what the examples apply", () => {
  const example = readFileSync(
    new URL("../examples/minimal/monitors.yaml", import.meta.url),
    "utf8",
  );
  const bare = (text: string) =>
    text
      .split("\n")
      .map((line) => line.replace(/\s*#.*$/, "").trim())
      .filter((line) => line !== "")
      .join("\n");
  expect(bare(readme)).toContain(bare(example));
});

test("the README lists every declaring command with its flags", () => {
  const program = new Command();
  registerDeclare(program, async () => {});
  const section = readme.slice(readme.indexOf("## The YAML"), readme.indexOf("## The API"));
  for (const command of program.commands) {
    const listed = `\\| \`monitorctl ([a-z]+\\\\\\|)*${command.name()}\\b`;
    expect(section).toMatch(new RegExp(listed));
    for (const { long } of command.options)
      if (long !== "--output") expect(section).toContain(long);
  }
});
