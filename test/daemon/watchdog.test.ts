/** The watchdog of a real process whose main thread hangs, or whose writer answers no more. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepWatchdog } from "../../src/daemon/systemd/notify.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-standstill-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process whose `part` stands still. */
function standing(part: "main" | "writing", until?: string) {
  const program = fileURLToPath(new URL("./standstill.ts", import.meta.url));
  const words = [program, part, join(folder, "data"), ...(until === undefined ? [] : [until])];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  return {
    child,
    ended,
    output: () => output,
    says: async (text: string) => {
      while (!output.includes(text) && !child.stdout.closed) await once(child.stdout, "data");
      expect(output).toContain(text);
    },
  };
}

test.each([
  ["main", "the main thread"],
  ["writing", "the writing of the database"],
] as const)(
  "a process ends that its %s stands still in, and the log says why",
  async (part, name) => {
    const { ended, output } = standing(part);
    expect((await ended)[1]).toBe("SIGKILL");
    expect(output()).toMatch(new RegExp(`error .*${name} has stood still for 2 s`));
    expect(output()).toContain(`${name} has stood still for 3 s: the process ends`);
  },
);

test("a process ends, too, whose output nobody reads", async () => {
  const program = fileURLToPath(new URL("./standstill.ts", import.meta.url));
  const words = [program, "main", join(folder, "data"), "", "full"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  child.stdout.destroy();
  expect(signal).toBe("SIGKILL");
});

test("writing that stands still is an exception of the service", async () => {
  const { ended, output } = standing("writing");
  await ended;
  expect(output()).toContain("standstill: Error: the writing of the database has stood still");
});

test("a main thread that moves again says that it stood, and the process goes on", async () => {
  const until = join(folder, "go");
  const { child, says, ended } = standing("main", until);
  await says("the main thread has stood still");
  writeFileSync(until, "");
  await says("standstill: Error: the main thread has stood still");
  await says("the main thread moves again");
  expect(child.exitCode).toBe(null);
  child.kill("SIGKILL");
  await ended;
});

test("systemd hears no sign of life while the writing stands still", async () => {
  const moves = [true, false, false, true];
  const sent: string[] = [];
  const ending = new AbortController();
  const supervisor = {
    watchdogMs: 60_000,
    notify: async (...states: string[]) => void sent.push(...states, `${moves.length} left`),
  };
  const sleep = async () => {
    if (moves.length === 0) ending.abort();
  };
  await keepWatchdog(supervisor, () => moves.shift()!, sleep, ending.signal);
  expect(sent).toEqual(["WATCHDOG=1", "3 left", "WATCHDOG=1", "0 left"]);
});
