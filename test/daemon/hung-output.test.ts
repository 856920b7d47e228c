/** Nobody reads what the daemon writes: a terminal that is paused, a log collector that is stuck. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startMonitord, type Running } from "../support/process.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-output-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes it write more than a pipe and a terminal hold. */
async function makesItWrite({ url }: Running): Promise<void> {
  for (let n = 0; n < 1500; n++) await (await fetch(`${url}/api/v1/incidents`)).arrayBuffer();
}

/** Whether it listens still. */
const listens = ({ url }: Running) =>
  fetch(`${url}/livez`).then(
    ({ status }) => status === 200,
    () => false,
  );

test("a pipe that is full neither stops the daemon nor keeps it from ending", async () => {
  const daemon = await startMonitord(["--data-dir", folder]);
  daemon.child.stdout!.pause();
  await makesItWrite(daemon);
  expect(await listens(daemon)).toBe(true);
  expect(await daemon.stop()).toBe(0);
});

const script = spawnSync("script", ["--version"], { encoding: "utf8" });

test.skipIf(script.error !== undefined || !script.stdout.includes("util-linux"))(
  "a terminal that is paused does not stop the daemon",
  async () => {
    const inTerminal = ["sh", "-c", 'exec script -qefc "$*" /dev/null', "sh"];
    const daemon = await startMonitord(["--data-dir", folder], {}, inTerminal);
    daemon.child.stdout!.pause();
    await makesItWrite(daemon);
    expect(await listens(daemon)).toBe(true);
    daemon.child.stdout!.resume();
    await daemon.stop();
    await expect.poll(() => listens(daemon)).toBe(false);
  },
);
