/** The mutants that each test file reaches, measured once and kept until a source or the test changes. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Planted } from "./copy.ts";
import type { Tester } from "./tester.ts";

/** A test file that was run without a fault. */
export interface Measured {
  test: string;
  /** Of the text of the test. */
  hash: string;
  /** How long it took, ms. */
  ms: number;
  /** Why it cannot be used: it fails without a fault. */
  failed: string | null;
  /** Source → its hash, and the places of its mutants that were reached in the list of that source. */
  reached: Record<string, { hash: string; places: number[] }>;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Measures each of `tests` that is not known from the file `memory`. */
export async function measure(
  tests: readonly string[],
  planted: readonly Planted[],
  tester: Tester,
  { copy, memory, root }: { copy: string; memory: string; root: string },
): Promise<Measured[]> {
  const before = existsSync(memory) ? (JSON.parse(readFileSync(memory, "utf8")) as Measured[]) : [];
  const known = new Map(before.map((one) => [one.test, one]));
  const hashes = new Map<string, string>();
  const hashOfFile = (path: string) => {
    const hash =
      hashes.get(path) ??
      (existsSync(join(root, path)) ? hashOf(readFileSync(join(root, path), "utf8")) : "");
    hashes.set(path, hash);
    return hash;
  };
  const isFresh = ({ test, hash, reached }: Measured) =>
    hash === hashOfFile(test) &&
    Object.entries(reached).every(([file, { hash: of }]) => of === hashOfFile(`src/${file}`));
  // The place of the first mutant of each file.
  const first = new Map<string, number>();
  for (const [index, { file }] of planted.entries()) if (!first.has(file)) first.set(file, index);
  const reachedFile = join(copy, "reached.txt");
  for (const test of tests) {
    const old = known.get(test);
    if (old && isFresh(old)) continue;
    rmSync(reachedFile, { force: true });
    const ran = await tester.run([test], { on: null, reached: reachedFile }, 300_000);
    const ids = existsSync(reachedFile)
      ? new Set(readFileSync(reachedFile, "utf8").trim().split("\n").map(Number))
      : new Set<number>();
    const reached: Measured["reached"] = {};
    for (const id of ids) {
      const { file } = planted[id]!;
      const of = (reached[file] ??= { hash: hashOfFile(`src/${file}`), places: [] });
      of.places.push(id - first.get(file)!);
    }
    const { failed, ms } = ran ?? { failed: "did not end", ms: 0 };
    known.set(test, { test, hash: hashOfFile(test), ms, failed, reached });
    writeFileSync(memory, JSON.stringify([...known.values()]));
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${test}${failed ? `: ✗ ${failed}` : ""}`);
  }
  return tests.map((test) => known.get(test)!);
}

/** For each mutant the usable tests that reach it, the cheapest first. */
export function reachingTests(
  measured: readonly Measured[],
  planted: readonly Planted[],
): Measured[][] {
  const usable = measured.filter(({ failed }) => failed === null).toSorted((a, b) => a.ms - b.ms);
  const sets = usable.map(
    ({ reached }) =>
      new Map(Object.entries(reached).map(([file, { places }]) => [file, new Set(places)])),
  );
  const counted = new Map<string, number>();
  return planted.map(({ file }) => {
    const place = counted.get(file) ?? 0;
    counted.set(file, place + 1);
    return usable.filter((_, index) => sets[index]!.get(file)?.has(place));
  });
}
