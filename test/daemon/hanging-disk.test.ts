/** Disks of other machines that hang: only the work with them waits. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hangingDisk } from "../support/hanging-disk.ts";
import { startMonitord } from "../support/process.ts";

let folder: string;
let remote: string;
let disk: Disposable | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-hanging-"));
  remote = join(folder, "remote");
  mkdirSync(remote);
  disk = hangingDisk(remote);
});
afterEach(() => {
  disk?.[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

test.for(["backup-dir", "provision"])(
  "the disk of --%s hangs: the daemon answers, and ends when it is asked to",
  async (flag, { skip }) => {
    if (disk === null) skip("no file system in user space can be mounted here");
    const daemon = await startMonitord([
      `--data-dir=${join(folder, "data")}`,
      `--${flag}=${join(remote, "x")}`,
    ]);
    for (const path of ["/livez", "/health", "/metrics"])
      expect((await fetch(`${daemon.url}${path}`)).status).toBe(200);
    expect(await daemon.stop()).toBe(0);
  },
);
