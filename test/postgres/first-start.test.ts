/** The first start on an empty database of another process, with an empty data directory: what it needs is made there. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
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
