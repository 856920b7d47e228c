/**
 * What a first start leaves that is killed at a system call that writes. `TEST_EVERY_CALL=1` kills one at each
 * of some six hundred calls, which takes half an hour.
 */
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { canInject, killedAt } from "../support/failing-disk.ts";
import { isReady, startMonitord } from "../support/process.ts";

const every = process.env["TEST_EVERY_CALL"] !== undefined;

/** Files of a data directory: those of the main thread, and those of the writer's. */
const files = {
  lock: ["", "monitord.lock", "monitord.pid", "monitord.url"],
  database:
    "monitord.db monitord.db-wal monitord.db-shm monitord.db-journal secrets.key secrets.key.partial monitord.db.reserve monitord.db.reserve.partial".split(
      " ",
    ),
};

/** Calls that write, and at which of them a first start is killed. */
const kills: [files: keyof typeof files, call: string, nth: number[]][] = [
  ["lock", "mkdir", [1]],
  ["lock", "openat", [3]],
  ["lock", "write", [1]],
  ["database", "openat", [2, 6]],
  ["database", "write", [1]],
  ["database", "rename", [1, 2]],
  ["database", "unlink", [1]],
  ["database", "chmod", []],
  ["database", "ftruncate", []],
  ["database", "fsync", [2, 4, 8, 12]],
  ["database", "pwrite64", [2, 5, 20, 150, 220]],
];
/** The most calls of a kind that a first start makes. */
const most: Record<string, number> = { mkdir: 2, openat: 20, pwrite64: 450 };

const cases = kills.flatMap(([of, call, nth]) =>
  (every ? Array.from({ length: most[call] ?? 25 }, (_, i) => i + 1) : nth).map(
    (n) => [of, call, n] as const,
  ),
);

describe.runIf(canInject)("a first start that is killed", () => {
  test.each(cases)(
    "on the files of the %s at %s number %i goes on at the next",
    async (of, call, nth) => {
      const folder = join(mkdtempSync(join(tmpdir(), "monitord-first-start-")), "data");
      const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
      const env = { MONITORD_BOOTSTRAP_API_KEY: key };
      const paths = files[of].map((name) => join(folder, name));
      const killed = startMonitord(["--data-dir", folder], env, killedAt(call, nth, paths));
      // It may be ready before it comes so far, or end before that.
      const first = await killed.catch(() => null);
      if (first) {
        process.kill(Number(readFileSync(join(folder, "monitord.pid"), "utf8")), "SIGTERM");
        if (first.child.exitCode === null && first.child.signalCode === null)
          await once(first.child, "exit");
      }

      const keyFile = join(folder, "secrets.key");
      const secrets = existsSync(keyFile) ? readFileSync(keyFile, "utf8") : null;
      const next = await startMonitord(["--data-dir", folder], env);
      await isReady(next);
      const { api } = clientOf(() => next.url, key);
      expect(await api("GET", "/alert_groups")).toEqual([]);
      if (secrets !== null) expect(readFileSync(keyFile, "utf8")).toBe(secrets);
      expect(await next.stop()).toBe(0);
      expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
      rmSync(join(folder, ".."), { recursive: true });
    },
  );
});
