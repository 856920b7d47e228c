/** Machines that are not as most are: what is reported and checked there pages as elsewhere. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Journey, Outcome } from "./journey.ts";

const unshare = ["--user", "--map-root-user", "--net", "--mount"];
const canUnshare =
  spawnSync("unshare", [...unshare, "sh", "-c", "ip link set lo up && mount -t tmpfs t /mnt"])
    .status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-machines-"));
  mkdirSync(join(folder, "data"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What happens on a machine of its own after `setup`, a script of a shell. */
async function outcomeOf(setup: string, more: Partial<Journey>): Promise<Outcome> {
  const journey: Journey = { folder: join(folder, "data"), host: "127.0.0.1", env: {}, ...more };
  const program = fileURLToPath(new URL("./journey.ts", import.meta.url));
  const script = `ip link set lo up && ${setup} && exec "$@"`;
  const command = [process.execPath, program, JSON.stringify(journey)];
  const words = [...unshare, "sh", "-ec", script, "sh", ...command];
  const { stdout } = await promisify(execFile)("unshare", words);
  return JSON.parse(stdout) as Outcome;
}

/** The titles of the pages, and the warnings. */
const told = ({ pages, warnings }: Outcome) => ({
  titles: pages.map(({ title }) => title).toSorted(),
  warnings,
});
const asElsewhere = { titles: ["Bank is down", "Errors: 1 error in 5 minutes"], warnings: [] };

test.runIf(canUnshare).each<[string, string, () => Partial<Journey>]>([
  ["has IPv6 alone", "ip -4 addr flush dev lo", () => ({ host: "[::1]" })],
  [
    "has a root that is read-only, and no home",
    `mount -t tmpfs tmpfs "$DATA" && mount -o remount,bind,ro / && ! touch /tmp/x 2>&-`,
    () => ({ env: { HOME: "/nonexistent" } }),
  ],
  [
    "speaks Turkish, fourteen hours from UTC",
    "true",
    () => ({ env: { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" } }),
  ],
  [
    "knows neither its locale nor its zone",
    "true",
    () => ({ env: { LC_ALL: "xx_XX", TZ: "Mars/Base" } }),
  ],
])("a machine that %s", async (_, setup, more) => {
  const data = join(folder, "data");
  const outcome = await outcomeOf(setup.replace("$DATA", data), more());
  expect(told(outcome)).toEqual(asElsewhere);
  const bank = outcome.pages.find(({ title }) => title === "Bank is down")!;
  expect(bank.message).toContain("İstanbul is gone");
});

test.runIf(canUnshare)("a machine whose name servers answer nothing", async () => {
  const names = join(folder, "resolv.conf");
  writeFileSync(names, "nameserver 127.0.0.1\noptions timeout:30 attempts:5\n");
  const setup = `mount --bind ${names} /etc/resolv.conf`;
  const outcome = await outcomeOf(setup, { silentNames: true });
  expect(told(outcome)).toEqual(asElsewhere);
  expect(outcome.asked).toBeGreaterThan(0);
});
