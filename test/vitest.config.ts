import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { fromBuild } from "./support/built.ts";
import { LongestFirst } from "./support/longest-first.ts";
import { folderInMemory } from "./support/memory.ts";
import { processEnv } from "./support/programs.ts";
import { triedAgain } from "./support/tried-again.ts";

/** Without I/O: the branches of the core are counted by these alone. */
const core = ["test/core/**/*.test.ts"];
/**
 * Tests that also run on PostgreSQL: those that ask for more of a database than its contract
 * (`store/contract.ts`, which both keep) does.
 */
const onBoth = [
  ...[
    "any-endpoint",
    "clock",
    "duty",
    "explain",
    "health",
    "held-pages",
    "insist",
    "kill",
    "moved-clock",
    "on-call",
    "own-hours",
    "reach",
    "reminded-again",
    "second-net",
    "secrets",
    "shift-pushes",
    "shift-year",
    "shifts",
    "who-can-be-told",
  ].map((story) => `stories/${story}`),
  "http/nul",
  "http/worst-bodies",
  "http/provider",
  "http/provider-lies",
  "http/event-lists",
  "http/several-resources",
  "http/two-nodes",
  "http/uptime-report",
  "http/invitations",
  "http/own",
].map((path) => `test/${path}.test.ts`);
const onPostgres = ["test/postgres/**/*.test.ts", "test/store/postgres.test.ts"];
/** Pages in a real browser. */
const inBrowser = [
  "actions",
  "bad-line-browser",
  "board",
  "browser",
  "clicks",
  "journey",
  "kept-form",
  "monitor-form",
  "notification-browser",
  "on-call-browser",
  "schedule-browser",
  "settings-browser",
  "oidc-only",
  "team",
  "phone",
  "wall",
].map((page) => `test/dashboard/${page}.test.ts`);
/** Change what the modules that they load hold, of the programs, too. */
const alone = ["new-kind", "new-part", "new-reference"].map(
  (name) => `test/resource/${name}.test.ts`,
);
/** The same on PostgreSQL. */
const postgresAlone = ["test/resource/new-part.postgres.test.ts"];

const built = !process.argv.includes("--coverage") && !process.env["TEST_SOURCES"];
const globalSetup = built ? ["test/support/built.ts"] : [];

// No power cut is part of a test: without the fsyncs of a disk a store opens and closes in half of the time.
const inMemory = folderInMemory();
if (inMemory !== null) process.env["TMPDIR"] = inMemory;

// What Node has compiled once, workers and processes need not compile again.
if (built) process.env["NODE_COMPILE_CACHE"] = processEnv.NODE_COMPILE_CACHE;

const postgres = {
  env: { TEST_STORE: "postgres" },
  globalSetup: [...globalSetup, "test/support/postgres-server.ts"],
};

const root = new URL("..", import.meta.url).pathname;

function project(
  test: TestProjectInlineConfiguration["test"] & { name: string },
): TestProjectInlineConfiguration {
  return {
    root,
    plugins: built ? [fromBuild(test.name.endsWith("alone"))] : [],
    test: {
      server: { deps: { external: [/\/dist\//] } },
      // Long, because many of them wait for processes or look at pages, and a machine may have much else to do.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      // One that waits for processes beside it may wait too long once: those that were tried again are named.
      retry: Number(process.env["TEST_RETRIES"] ?? 0),
      // To load fastify and all else again for each file takes as long as its tests do.
      isolate: false,
      globalSetup,
      ...test,
    },
  };
}

export default defineConfig({
  root,
  test: {
    // Stories start daemons and child processes; two cores are what a small machine has.
    // Many of them wait for processes: more workers than cores keep both cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", triedAgain],
    coverage: {
      provider: "v8",
      include: ["src/core/**"],
      thresholds: { branches: 100 },
      reportsDirectory: "coverage",
    },
    projects: [
      project({ name: "core", include: core }),
      project({
        name: "sqlite",
        include: ["test/**/*.test.ts"],
        exclude: [...core, ...inBrowser, ...onPostgres, ...alone, ...postgresAlone],
      }),
      project({ name: "browser", include: inBrowser }),
      project({ name: "alone", include: alone, isolate: true, env: { TEST_ALONE: "yes" } }),
      project({ name: "postgres", include: [...onBoth, ...onPostgres], ...postgres }),
      project({ name: "postgres-alone", include: postgresAlone, isolate: true, ...postgres }),
    ],
  },
});
