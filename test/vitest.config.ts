import { defineConfig } from "vitest/config";
import { fromBuild } from "./support/built.ts";
import { processEnv } from "./support/programs.ts";

/**
 * What runs a second time, on PostgreSQL: stories, but for those that ask no more of a database than the
 * others do (`README.md` says which).
 */
const onBoth = ["test/stories/!(year|fcm).test.ts"];
const onPostgres = ["test/postgres/**/*.test.ts", "test/store/postgres.test.ts"];

/** Without I/O and without state: they share their workers. */
const core = ["test/core/**/*.test.ts"];

const built = !process.argv.includes("--coverage") && !process.env["TEST_SOURCES"];
const plugins = built ? [fromBuild] : [];
const globalSetup = built ? ["test/support/built.ts"] : [];

// What Node has compiled once, workers and processes need not compile again.
if (built) process.env["NODE_COMPILE_CACHE"] = processEnv.NODE_COMPILE_CACHE;

const root = new URL("..", import.meta.url).pathname;
// Long, because many of them wait for processes, and a machine may have much else to do.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  root,
  test: {
    // Stories start daemons and child processes; two cores are what a small machine has.
    // Many of them wait for processes: more workers than cores keep both cores busy.
    maxWorkers: 4,
    coverage: {
      provider: "v8",
      include: ["src/core/**"],
      thresholds: { branches: 100 },
      reportsDirectory: "coverage",
    },
    projects: [
      {
        root,
        plugins,
        test: {
          server: { deps: { external: [/\/dist\//] } },
          ...patience,
          name: "core",
          include: core,
          isolate: false,
          globalSetup,
        },
      },
      {
        root,
        plugins,
        test: {
          server: { deps: { external: [/\/dist\//] } },
          ...patience,
          name: "sqlite",
          include: ["test/**/*.test.ts"],
          exclude: [...core, ...onPostgres],
          globalSetup,
        },
      },
      {
        root,
        plugins,
        test: {
          server: { deps: { external: [/\/dist\//] } },
          ...patience,
          name: "postgres",
          include: [...onBoth, ...onPostgres],
          env: { TEST_STORE: "postgres" },
          globalSetup: [...globalSetup, "test/support/postgres-server.ts"],
        },
      },
    ],
  },
});
