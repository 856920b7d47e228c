/**
 * `npm run test:package -- [22 24 26]`: packs the package, installs the file as its users do, without the tools to
 * compile anything, and runs every command of both programs on each of these versions of Node, and on the first of them
 * the commands of the guides as they are printed. Exit 1 when a command does not end as documented, or has no line in
 * `commands.ts`.
 *
 * The versions come from npm, as packages that hold their program.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../support/postgres-server.ts";
import { commandsWithoutLine } from "./coverage.ts";
import { guides } from "./guides.ts";
import { installed, packed } from "./install.ts";
import { lives, type Ended } from "./lives.ts";

const versions = process.argv.length > 2 ? process.argv.slice(2) : ["22", "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "monitord-package-"));
const database = startServer();

try {
  const file = packed(folder);
  const runs = await Promise.all(
    versions.map(async (version) => {
      const place = await installed(file, version, join(folder, version));
      return { place, ended: await lives(place, (await database).url) };
    }),
  );
  const faults = runs.flatMap(({ place, ended }) =>
    ended.flatMap((one) => (one.fault === null ? [] : [`Node ${place.version}: ${one.fault}`])),
  );
  faults.push(...(await commandsWithoutLine(runs[0]!.place)));
  const printed = await guides(runs[0]!.place);
  if (printed === null)
    console.log("Without namespaces (unshare, root), the commands of the guides are not run.");
  else {
    console.log(`${printed.ran} blocks of commands ran; ${printed.others} say why they cannot.`);
    faults.push(...printed.faults);
  }
  console.log(table(runs.map(({ place, ended }) => ({ version: place.version, ended }))));
  for (const fault of faults) console.log(`\n${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await (await database).stop();
  rmSync(folder, { recursive: true });
}

/** A row for each line: the exit code on each version, and the one that is documented. */
function table(runs: { version: string; ended: Ended[] }[]): string {
  const rows = runs[0]!.ended.map(({ run, exit }, n) => [
    run,
    ...runs.map(({ ended }) => String(ended[n]!.code)),
    String(exit),
  ]);
  const head = ["command", ...runs.map(({ version }) => `exit on ${version}`), "expected"];
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
