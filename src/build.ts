/**
 * `npm run build`: compiles `src` to `dist` and copies all other files (migrations, assets) beside
 * it. Run from the sources by Node itself, and not part of the build. `--quick`, before tests, leaves the
 * types unchecked and overwrites files in place, because another run may be using them. `--if-needed`, of `npm ci`
 * and `npm pack`, ends at once when `dist` is newer than its sources. It is not a `prepare` script: npm would ask for
 * leave to run that in each install of the package.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { bundlePrograms } from "./bundle.ts";
import { clientFile, writeClient } from "./client-file.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const dist = here("../dist");
const helpFile = `${dist}/ctl/help.txt`;
if (process.argv.includes("--if-needed") && isBuilt()) process.exit();
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

for (const folder of [
  "store/migrations/sqlite",
  "store/migrations/postgres",
  "dashboard/assets",
  "guide",
])
  copyFiles(folder);

/** Puts the files of a folder that are not TypeScript beside its programs, and removes those that are gone. */
function copyFiles(folder: string): void {
  const [from, to] = [here(`./${folder}`), `${dist}/${folder}`];
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith(".ts") });
  const kept = new Set(globSync("**/*.*", { cwd: from }));
  for (const old of globSync("**/*.*", { cwd: to, exclude: ["**/*.js"] }))
    if (!kept.has(old)) rmSync(`${to}/${old}`);
}

shrinkAssets();
bundleLibraries(["drizzle-orm", "typebox"]);
await bundlePrograms(dist);

// `monitorctl --help` is the same for every user: printing it needs no program.
rmSync(helpFile, { force: true });
const help = spawnSync(process.execPath, [`${dist}/ctl/bundle/main.js`, "--help"], {
  encoding: "utf8",
});
if (help.status !== 0) process.exit(help.status ?? 1);
writeFileSync(helpFile, help.stdout);
await writeClient();

/** Whether everything that is built is newer than everything that it is made of; folders count, for deleted files. */
function isBuilt(): boolean {
  // It is written last.
  const built = statSync(clientFile, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  const sources = globSync("**", { cwd: here(".") }).map((path) => here(`./${path}`));
  return [here("../package-lock.json"), ...sources].every((path) => statSync(path).mtimeMs < built);
}

/** Browsers load scripts and styles without comments and long names: less than half of the bytes. */
function shrinkAssets(): void {
  buildSync({
    entryPoints: globSync(`${dist}/dashboard/assets/**/*.{js,css}`),
    outdir: `${dist}/dashboard/assets`,
    allowOverwrite: true,
    minify: true,
    logLevel: "warning",
  });
}

/**
 * Bundles these libraries into `dist/bundled`, and makes the build import them from there. They consist of
 * 800 small modules, which take Node longer to find than all else to load: a second at each start.
 */
function bundleLibraries(libraries: string[]): void {
  const imports = new RegExp(` from "((?:${libraries.join("|")})(?:/[^"]+)?)"`, "g");
  const files = globSync("**/*.js", { cwd: dist, exclude: ["bundled/**"] }).map((path) => ({
    path,
    text: readFileSync(`${dist}/${path}`, "utf8"),
  }));
  const names = files.flatMap(({ text }) => [...text.matchAll(imports)].map(([, name]) => name!));
  buildSync({
    entryPoints: [...new Set(names)].map((name) => ({ in: name, out: name })),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "bundle",
    external: ["better-sqlite3", "pg"],
    outdir: `${dist}/bundled`,
    chunkNames: "[hash]",
    absWorkingDir: here(".."),
    logLevel: "warning",
  });
  for (const { path, text } of files) {
    const bundled = text.replace(imports, (_, name: string) => {
      const to = relative(dirname(path), `bundled/${name}.js`);
      return ` from "${to.startsWith(".") ? to : `./${to}`}"`;
    });
    if (bundled !== text) writeFileSync(`${dist}/${path}`, bundled);
  }
  for (const library of libraries)
    for (const license of globSync("{license,LICENSE}*", {
      cwd: here(`../node_modules/${library}`),
    }))
      cpSync(
        here(`../node_modules/${library}/${license}`),
        `${dist}/bundled/${library}.${license}`,
      );
}
