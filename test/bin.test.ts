/** What happens before the build is loaded: a missing build, an old one, and words that Node would read itself. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "monitord-bin-"));
  cpSync(new URL("../bin", import.meta.url), join(clone, "bin"), { recursive: true });
  writeFileSync(join(clone, "package.json"), JSON.stringify({ type: "module" }));
});

/** Writes a file of the clone whose last change was at `seconds` since 1970. */
function write(path: string, text: string, seconds: number): void {
  mkdirSync(join(clone, path, ".."), { recursive: true });
  writeFileSync(join(clone, path), text);
  utimesSync(join(clone, path), seconds, seconds);
}

const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(clone, "bin", program), ...args], { encoding: "utf8" });

test.each(["monitord", "monitorctl"])("%s without a build says how to build", (program) => {
  const { status, stderr } = run(`${program}.js`);
  expect(stderr).toBe(`${program} is not built yet: run "npm ci", or "npm run build" after it.\n`);
  expect(status).toBe(78);
});

test("monitord starts with an old build and says that the sources are newer", () => {
  write("dist/daemon/bundle/main.js", "console.log('started')", 1000);
  write("src/daemon/main.ts", "", 2000);
  const { status, stdout, stderr } = run("monitord.js");
  expect(stderr).toBe('The sources are newer than the build: run "npm run build".\n');
  expect([status, stdout]).toEqual([0, "started\n"]);
});

test.each([
  ["of a clone is newer than its sources", true],
  ["comes without sources", false],
])("monitord says nothing when the build %s", (_, withSources) => {
  write("dist/daemon/bundle/main.js", "console.log('started')", 3000);
  if (withSources) write("src/daemon/main.ts", "", 2000);
  // The folder is as old as the file in it.
  if (withSources) utimesSync(join(clone, "src/daemon"), 2000, 2000);
  expect(run("monitord.js")).toMatchObject({ status: 0, stdout: "started\n", stderr: "" });
});

test("preparing a clone that is built does nothing; with a newer source it builds", () => {
  for (const file of ["build.ts", "bundle.ts", "bundle-names.ts", "client-file.ts"])
    cpSync(new URL(`../src/${file}`, import.meta.url), join(clone, "src", file));
  symlinkSync(
    fileURLToPath(new URL("../node_modules", import.meta.url)),
    join(clone, "node_modules"),
  );
  writeFileSync(join(clone, "package-lock.json"), "{}");
  const later = Date.now() / 1000 + 60;
  write("dist/monitorctl.mjs", "built\n", later);
  const prepare = () =>
    spawnSync(process.execPath, [join(clone, "src/build.ts"), "--if-needed"], { encoding: "utf8" });
  expect(prepare()).toMatchObject({ status: 0, stdout: "", stderr: "" });
  write("src/ctl/main.ts", "", later + 60);
  // There is nothing to build here.
  expect(prepare().stdout).toContain("error TS");
});

test("SIGHUP and SIGUSR2 do not end a service that is still loading, and end a command", () => {
  const signals = "for (const one of ['SIGHUP', 'SIGUSR2']) process.kill(process.pid, one);";
  write(
    "dist/daemon/bundle/main.js",
    `${signals} setTimeout(() => console.log('started'), 50)`,
    3000,
  );
  expect(run("monitord.js")).toMatchObject({ signal: null, stdout: "started\n" });
  expect(run("monitord.js", "keys", "list")).toMatchObject({ signal: "SIGHUP", stdout: "" });
});

test.each(["monitord", "monitorctl"])("SIGUSR1 opens no debugger of %s", (program) => {
  const raise = "process.kill(process.pid, 'SIGUSR1'); setTimeout(() => console.log('works'), 50);";
  write(`dist/${program === "monitord" ? "daemon" : "ctl"}/bundle/main.js`, raise, 3000);
  for (const args of [[], ["keys", "list"]])
    expect(run(`${program}.js`, ...args)).toMatchObject({ stdout: "works\n", stderr: "" });
});

test("a service that finds no free descriptor for a hint goes on", () => {
  // Descriptors are used up before the sources are looked at.
  const program = `
    const { openSync } = process.getBuiltinModule("node:fs");
    const used = [];
    try { for (;;) used.push(openSync("/dev/null")); } catch {}
    setTimeout(() => console.log(used.length > 0 ? "goes on" : "none"), 1500);`;
  write("dist/daemon/bundle/main.js", program, 1000);
  write("src/daemon/main.ts", "", 2000);
  const file = join(clone, "bin/monitord.js");
  const script = `ulimit -n 64 && exec "$0" -- "$1"`;
  const ended = spawnSync("sh", ["-c", script, process.execPath, file], { encoding: "utf8" });
  expect(ended).toMatchObject({ status: 0, stdout: "goes on\n", stderr: "" });
});

test.each([
  [64, /^monitord may use 64 MiB of memory, and needs 192 MiB: .*MemoryMax=/s],
  [256, /^$/],
])("a service with %d MiB of memory says whether that is enough", (size, said) => {
  write("dist/daemon/bundle/main.js", "", 3000);
  const set = `process.constrainedMemory=()=>${size * 2 ** 20}`;
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${set}` };
  const file = join(clone, "bin/monitord.js");
  const serving = spawnSync(process.execPath, [file], { encoding: "utf8", env });
  expect(serving).toMatchObject({ status: 0, stderr: expect.stringMatching(said) });
  const command = spawnSync(process.execPath, [file, "version"], { encoding: "utf8", env });
  expect(command.stderr).toBe("");
});

describe("a file of variables that loads code into Node", () => {
  const forms = ["--env-file=evil", "--env-file evil", "--env-file-if-exists=evil"];
  const positions = ["WORD", "list WORD", "list WORD --quiet", "run x WORD -- true"];
  const cases = forms.flatMap((form) => positions.map((words) => words.replace("WORD", form)));

  test.each(["monitord", "monitorctl"])("is not read by Node, wherever %s has it", (program) => {
    const canary = 'NODE_OPTIONS="--import=data:text/javascript,console.log(`canary`)"';
    writeFileSync(join(clone, "evil"), `${canary}\n`);
    const bundle = `dist/${program === "monitord" ? "daemon" : "ctl"}/bundle/main.js`;
    write(bundle, "console.log(...process.argv.slice(2))", 1000);
    const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const env = { PATH, HOME: clone };
    for (const words of cases) {
      // By its first line, as an installed program is started.
      const args = words.split(" ");
      const file = join(clone, "bin", `${program}.js`);
      const ended = spawnSync(file, args, { encoding: "utf8", cwd: clone, env });
      expect(ended).toMatchObject({ status: 0, stdout: `${words}\n`, stderr: "" });
      // A file that is missing is a fault of the program, which knows what to say.
      const missing = words.replace("evil", "missing");
      const other = spawnSync(file, missing.split(" "), { encoding: "utf8", cwd: clone, env });
      expect(other).toMatchObject({ status: 0, stdout: `${missing}\n`, stderr: "" });
    }
  });

  test("is not read by Node in npm start and npm run demo", () => {
    const { scripts } = JSON.parse(
      readFileSync(new URL("../package.json", import.meta.url), "utf8"),
    ) as { scripts: Record<string, string> };
    for (const script of ["start", "demo"]) expect(scripts[script]).toMatch(/^node -- bin\//);
  });
});
