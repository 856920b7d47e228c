/** The first start on an empty database of another process, with an empty data directory: what it needs is made there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { canInject, killedAt } from "../support/failing-disk.ts";
import { dropDatabases, emptyDatabase, freshDatabase } from "../support/postgres.ts";
import { isReady, startMonitord } from "../support/process.ts";

afterAll(dropDatabases);

test("listens before there is a key of the secrets, and becomes ready", async () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-first-start-"));
  const daemon = await startMonitord(["--data-dir", folder], {
    MONITORD_DATABASE_URL: await emptyDatabase(),
  });
  await isReady(daemon);
  expect(existsSync(join(folder, "secrets.key"))).toBe(true);
  expect(await daemon.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

// Skipped where strace may not trace.
describe.runIf(canInject)("a first start on a database without tables that is killed", () => {
  test.each([4, 6, 8, 10, 12, 16, 20, 26])(
    "at write number %i goes on at the next, with the same key",
    async (nth) => {
      const folder = mkdtempSync(join(tmpdir(), "monitord-first-start-"));
      const keyFile = join(folder, "secrets.key");
      const env = { MONITORD_DATABASE_URL: await freshDatabase() };
      const killed = startMonitord(["--data-dir", folder], env, killedAt("write", nth, []));
      // With a database of another process it listens before it is ready.
      const first = await killed.catch(() => null);
      if (first) await isReady(first).catch(() => {});
      expect(first?.child.signalCode ?? "SIGKILL").toBe("SIGKILL");
      const secrets = existsSync(keyFile) ? readFileSync(keyFile, "utf8") : null;
      const next = await startMonitord(["--data-dir", folder], env);
      await isReady(next);
      if (secrets !== null) expect(readFileSync(keyFile, "utf8")).toBe(secrets);
      expect(await next.stop()).toBe(0);
      rmSync(folder, { recursive: true });
    },
  );
});
