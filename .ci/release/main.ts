/**
 * `npm run release -- VERSION [--dry-run]`: checks that a release can be made of this folder, sets the version,
 * commits, tags, writes the bill of materials (SBOM), and prints the next steps. It sends nothing anywhere.
 * `--dry-run` only checks. `--ci COMMAND` replaces `.ci/run`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sectionOf } from "./changelog.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dry-run": { type: "boolean" }, ci: { type: "string", default: ".ci/run" } },
});

class Refused extends Error {}

try {
  release(positionals[0] ?? "");
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

function release(version: string): void {
  if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
    throw new Refused("pass a version, such as 1.2.3 or 1.2.3-rc.1");
  if (run("git", ["status", "--porcelain"]) !== "") throw new Refused("commit your changes first");
  const branch = run("git", ["branch", "--show-current"]).trim();
  if (branch !== "main") throw new Refused(`the branch is ${branch}, and must be main`);
  const tag = `v${version}`;
  if (run("git", ["tag", "--list", tag]) !== "") throw new Refused(`the tag ${tag} exists`);
  const notes = sectionOf(readFileSync("CHANGELOG.md", "utf8"), version);
  if (notes === null) throw new Refused(`CHANGELOG.md has no section for ${version}`);
  console.log(`Runs ${values.ci}. This takes a while.`);
  if (spawnSync(values.ci, { shell: true, stdio: "inherit" }).status !== 0)
    throw new Refused(`${values.ci} failed`);
  if (values["dry-run"]) {
    console.log(`${tag} can be released. Nothing was changed.\n\n${notes}`);
    return;
  }

  run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"]);
  if (run("git", ["status", "--porcelain"]) !== "")
    run("git", ["commit", "--all", "--message", `release: ${version}`]);
  run("git", ["tag", "--annotate", tag, "--message", `monitord ${version}\n\n${notes}`]);
  const sbom = `monitord-${version}.cdx.json`;
  const format = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
  writeFileSync(sbom, run("npm", ["sbom", ...format, "--omit", "dev", "--package-lock-only"]));
  console.log(`Tagged ${tag}, and wrote ${sbom}. Next:
  git push origin main ${tag}
  npm publish --provenance${version.includes("-") ? " --tag next" : ""}   # in CI, which signs where it was built
  attach ${sbom} to the release, with this text:

${notes}`);
}

/** Runs a program to its end; its output. */
function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Refused(`${command} ${args.join(" ")} failed\n${stdout}${stderr}`);
  return stdout;
}
