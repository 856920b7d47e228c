/**
 * Runs test files of the copy, in a process of its own: a mutant may never end, and then only its process can. Over IPC:
 * the files in, and out what came of them.
 */
import { join } from "node:path";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";

/** What came of a run. */
export interface Ran {
  /** The first test that failed, or what kept the files from running; null: all passed. */
  failed: string | null;
  ms: number;
}

/** The order of the request: the cheapest first. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const folder = process.argv[2]!;
let failed: string | null = null;

const vitest = await createVitest({
  root: folder,
  config: join(folder, "test/vitest.config.ts"),
  project: ["core", "sqlite"],
  watch: false,
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { sequencer: AsAsked },
  reporters: [
    {
      onTestCaseResult(test) {
        if (test.result().state !== "failed" || failed !== null) return;
        failed = `${test.module.relativeModuleId}: ${test.fullName}`;
        void vitest.cancelCurrentRun("test-failure");
      },
    },
  ],
});
const known = await vitest.globTestSpecifications();

process.on("message", (files: string[]) => {
  void run(files).then((ran) => process.send!(ran));
});
process.on("disconnect", () => process.exit());
process.send!("ready");

async function run(files: readonly string[]): Promise<Ran> {
  failed = null;
  const began = performance.now();
  const specifications = files.map((file) => {
    const found = known.find(({ moduleId }) => moduleId === join(folder, file));
    if (!found) throw new Error(`${file} is no test file`);
    return found;
  });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // Modules of earlier runs are among them.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  const broken = testModules.find((one) => asked.has(one.moduleId) && one.state() === "failed");
  failed ??= broken ? `${broken.relativeModuleId}: ${String(broken.errors()[0]?.message)}` : null;
  failed ??= unhandledErrors.length > 0 ? "an error that no test caught" : null;
  return { failed, ms: performance.now() - began };
}
