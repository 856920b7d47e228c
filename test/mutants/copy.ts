/** A copy of the project with faults in it, each of which a number turns on. */
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mutantsOf, withSwitches, type Mutant } from "./plant.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A mutant, and where it is. */
export interface Planted extends Mutant {
  /** Under `src`. */
  file: string;
  /** The same after any change elsewhere in the file: its line, what becomes of it, and which of several it is. */
  key: string;
  /** Its place in the file, for people. */
  at: string;
  /** The lines as they are, and as they would be. */
  before: string;
  after: string;
}

/** What a process of the copy reads when it starts: the mutant that is on, or where to write those that are reached. */
export interface Switch {
  on: number | null;
  reached: string | null;
}

/** All mutants of these folders or files under `src`, in the same order at each call. */
export function plantedIn(rooms: readonly string[]): Planted[] {
  const files = rooms.flatMap((room) =>
    /\.tsx?$/.test(room) ? [room] : globSync(`${room}/**/*.{ts,tsx}`, { cwd: `${root}src` }),
  );
  return [...new Set(files)].toSorted().flatMap((file) => {
    const source = readFileSync(`${root}src/${file}`, "utf8");
    const times = new Map<string, number>();
    return mutantsOf(source, file).map((mutant): Planted => {
      const shown = linesOf(source, mutant);
      const same = `${file}\n${shown.before}\n${shown.after}`;
      const time = times.get(same) ?? 0;
      times.set(same, time + 1);
      const line = source.slice(0, mutant.start).split("\n").length;
      return { ...mutant, ...shown, file, key: `${same}\n${time}`, at: `src/${file}:${line}` };
    });
  });
}

/** The lines of a mutant without indentation, before and after. */
export function linesOf(source: string, { start, end, text }: Mutant) {
  const from = source.lastIndexOf("\n", start - 1) + 1;
  const next = source.indexOf("\n", end);
  const to = next < 0 ? source.length : next;
  const trimmed = (lines: string) =>
    lines
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("\n");
  return {
    before: trimmed(source.slice(from, to)),
    after: trimmed(source.slice(from, start) + text + source.slice(end, to)),
  };
}

/** Brings the tests of the copy up to date. */
export const syncTests = (folder: string): void =>
  cpSync(join(root, "test"), join(folder, "test"), { recursive: true });

/** Makes or renews the copy in `folder`, with all mutants behind switches, and builds it. */
export function makeCopy(folder: string, planted: readonly Planted[]): void {
  mkdirSync(folder, { recursive: true });
  syncTests(folder);
  for (const part of ["src", "bin", "examples", "package.json", "tsconfig.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const part of ["README.md", "CHANGELOG.md", "LICENSE", "package-lock.json"])
    cpSync(join(root, part), join(folder, part));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  writeFileSync(join(folder, "src/mutant.ts"), switchModule(switchOf(folder)));
  let first = 0;
  for (const [file, mutants] of Map.groupBy(planted, (one) => one.file)) {
    const path = join(folder, "src", file);
    const text = withSwitches(readFileSync(path, "utf8"), mutants, first, "isMutant");
    const to = relative(dirname(path), join(folder, "src/mutant.ts"));
    const from = to.startsWith(".") ? to : `./${to}`;
    writeFileSync(path, `import { isMutant } from ${JSON.stringify(from)};\n${text}`);
    first += mutants.length;
  }
  turn(folder, { on: null, reached: null });
  const built = spawnSync(process.execPath, [join(folder, "src/build.ts"), "--quick"], {
    encoding: "utf8",
  });
  if (built.status !== 0)
    throw new Error(`the copy cannot be built: ${built.stdout}${built.stderr}`);
}

const switchOf = (folder: string) => join(folder, "mutant.json");

/** For processes of the copy that start from now on. */
export const turn = (folder: string, to: Switch): void =>
  writeFileSync(switchOf(folder), JSON.stringify(to));

/** A file, because it reaches every thread and process of a test, in whatever environment. */
const switchModule = (path: string) => `
import { appendFileSync, readFileSync } from "node:fs";
const { on, reached } = JSON.parse(readFileSync(${JSON.stringify(path)}, "utf8")) as { on: number | null; reached: string | null };
const seen: true[] = [];
function reach(id: number): boolean {
  if (!seen[id]) {
    seen[id] = true;
    appendFileSync(reached!, id + "\\n");
  }
  return false;
}
export const isMutant: (id: number) => boolean = reached === null ? (id) => id === on : reach;
`;
