/**
 * `npm run build`: compiles `src` to `dist` and puts what is not TypeScript (migrations, assets) beside
 * it. Run from the sources by Node itself; not part of what is built. `--quick`, before tests, leaves the
 * types unchecked and overwrites what is there, because another run may be using it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const dist = here("../dist");
const quick = process.argv.includes("--quick");
if (!quick) rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(
  process.execPath,
  [
    here("../node_modules/typescript/bin/tsc"),
    "-p",
    here("./tsconfig.json"),
    ...(quick ? ["--noCheck"] : []),
  ],
  { stdio: "inherit" },
);
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

for (const folder of ["store/migrations/sqlite", "store/migrations/postgres", "dashboard/assets"]) {
  rmSync(`${dist}/${folder}`, { recursive: true, force: true });
  if (existsSync(here(`./${folder}`)))
    cpSync(here(`./${folder}`), `${dist}/${folder}`, { recursive: true });
}

// What `monitorctl --help` says is the same for everybody: printing it needs no program.
rmSync(`${dist}/ctl/help.txt`, { force: true });
const help = spawnSync(process.execPath, [`${dist}/ctl/main.js`, "--help"], {
  encoding: "utf8",
});
if (help.status !== 0) process.exit(help.status ?? 1);
writeFileSync(`${dist}/ctl/help.txt`, help.stdout);
