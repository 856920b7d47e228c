import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isReady, startMonitord } from "../support/process.ts";

/** Throws where nothing catches it, and rejects where nothing listens, at a signal. */
const planted = `data:text/javascript,${encodeURIComponent(`
  process.once("SIGUSR2", () => {
    Promise.reject(new TypeError("planted rejection"));
    setImmediate(() => { throw new TypeError("planted exception"); });
  });
`)}`;

async function exceptionsOf(url: string) {
  const { checkResults } = (await (await fetch(`${url}/health`)).json()) as {
    checkResults: { name: string; status: string; shortSummary: string }[];
  };
  return checkResults.find(({ name }) => name === "exceptions");
}

test("a rejection and an exception that nothing handles are logged, counted and shown, and the process goes on", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-last-resort-"));
  const daemon = await startMonitord(["--data-dir", dataDir], {
    NODE_OPTIONS: `--import=${planted}`,
  });
  try {
    await isReady(daemon);
    expect((await exceptionsOf(daemon.url))?.status).toBe("ok");
    daemon.child.kill("SIGUSR2");
    let metrics = "";
    while (daemon.child.exitCode === null && !/where="uncaught"\} 1/.test(metrics))
      metrics = await (await fetch(`${daemon.url}/metrics`)).text();
    expect(metrics).toMatch(/^monitord_faults_total\{where="rejection"\} 1$/m);
    expect(await exceptionsOf(daemon.url)).toMatchObject({ status: "failed" });
    expect(daemon.output()).toContain("planted rejection");
    expect(daemon.output()).toContain("planted exception");
    expect((await fetch(`${daemon.url}/readyz`)).status).toBe(200);
    expect(await daemon.stop()).toBe(0);
  } finally {
    await daemon.kill();
    rmSync(dataDir, { recursive: true });
  }
});
