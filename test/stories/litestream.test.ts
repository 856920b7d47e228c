/** Litestream beside the daemon, both killed: its copy has what was acknowledged before it was last brought up to date. */
import Sqlite from "better-sqlite3";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { isReady, runMonitord, startMonitord, type Running } from "../support/process.ts";

const hasLitestream = !spawnSync("litestream", ["version"]).error;

describe.runIf(hasLitestream)("a copy by Litestream", () => {
  test("has each report that was acknowledged before its last change when both are killed, and is restored", async () => {
    const folder = mkdtempSync(join(tmpdir(), "monitord-litestream-"));
    const dataDir = join(folder, "data");
    const replica = `file://${join(folder, "replica")}`;
    const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
    let daemon: Running | null = null;
    let litestream: ChildProcess | null = null;
    let senders: Promise<void>[] = [];
    const start = async () => {
      daemon = await startMonitord(["--data-dir", dataDir], { MONITORD_BOOTSTRAP_API_KEY: key });
      await isReady(daemon);
    };
    const { api, report } = clientOf(() => daemon!.url, key);
    const restore = (name: string): string | null => {
      const file = join(folder, name);
      // Before the first copy there is none to be restored.
      spawnSync("litestream", ["restore", "-o", file, replica]);
      return existsSync(file) ? file : null;
    };
    try {
      await start();
      litestream = spawn("litestream", ["replicate", join(dataDir, "monitord.db"), replica], {
        stdio: "ignore",
      });
      const group = await api<{ id: string }>("POST", "/alert_groups", { title: "On call" });
      const monitor = await api<{ id: string; webhook_id: string }>("POST", "/webhook_monitors", {
        title: "Errors",
        alert_group_id: group.id,
        error_rate_threshold: 100_000,
        error_rate_window_minutes: 60,
      });
      const sent = { all: 0, acknowledged: 0 };
      const send = async () => {
        for (;;) {
          sent.all++;
          const answer = await report(monitor).catch(() => null);
          if (!answer) return;
          if (answer.status === 202) sent.acknowledged++;
        }
      };
      senders = Array.from({ length: 4 }, send);
      await expect.poll(() => sent.acknowledged).toBeGreaterThan(200);
      const before = sent.acknowledged;
      // Whatever has this has what was committed before it.
      await api("POST", "/alert_groups", { title: "Later" });
      let tries = 0;
      await expect
        .poll(() => hasGroup(restore(`try-${tries++}`), "Later"), { interval: 500 })
        .toBe(true);
      await daemon!.kill();
      litestream.kill("SIGKILL");
      await Promise.all(senders);

      const copy = restore("restored.db");
      const { code, stderr } = await runMonitord(["restore", copy!, "--data-dir", dataDir]);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      await start();
      const { errors_in_window } = await api<{ errors_in_window: number }>(
        "GET",
        `/webhook_monitors/${monitor.id}`,
      );
      expect(errors_in_window).toBeGreaterThanOrEqual(before);
      expect(errors_in_window).toBeLessThanOrEqual(sent.all);
    } finally {
      await daemon!.kill();
      if (litestream?.kill("SIGKILL")) await once(litestream, "exit");
      await Promise.allSettled(senders);
      rmSync(folder, { recursive: true });
    }
  });
});

function hasGroup(file: string | null, title: string): boolean {
  if (file === null) return false;
  const copy = new Sqlite(file);
  try {
    return copy.prepare("select 1 from alert_groups where title = ?").get(title) !== undefined;
  } catch {
    // Of the first moment, in which there was no table.
    return false;
  } finally {
    copy.close();
  }
}
