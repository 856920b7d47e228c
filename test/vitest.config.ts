import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts"],
    // Stories start daemons and child processes; two cores are what a small machine has.
    // Many of them wait for processes: more workers than cores keep both cores busy.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: "v8",
      include: ["src/core/**"],
      thresholds: { branches: 100 },
      reportsDirectory: "coverage",
    },
  },
});
