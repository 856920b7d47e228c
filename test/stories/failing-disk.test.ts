import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { canInject, failing, faults } from "../support/failing-disk.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { startMonitord, type Running } from "../support/process.ts";

// The system calls of the daemon are answered by strace; skipped where it may not be traced.
describe.runIf(canInject)("a disk on which", () => {
  let folder: string;
  let phone: Phone;
  let daemon: Running;
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const start = async () =>
    (daemon = await startMonitord(["--data-dir", folder], {
      MONITORD_NTFY_URL: phone.url,
      MONITORD_BOOTSTRAP_API_KEY: key,
    }));
  const { api, onCall, report } = clientOf(() => daemon.url, key);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "monitord-failing-disk-"));
    phone = await startPhone();
    await start();
    return async () => {
      await daemon.kill();
      await phone.stop();
      rmSync(folder, { recursive: true });
    };
  });

  test.each(Object.entries(faults))(
    "%s: reports get 503, a push from memory says so, and no accepted report is lost",
    async (_, fault) => {
      const alert_group_id = await onCall();
      const errors = await api<{ id: string; webhook_id: string }>("POST", "/webhook_monitors", {
        title: "Errors",
        alert_group_id,
        error_rate_threshold: 1_000_000,
      });
      let accepted = 0;
      let refused = 0;
      const send = async () => {
        const answer = await report(errors);
        const body = (await answer.json()) as { detail?: string };
        if (answer.status === 202) accepted += 1;
        else refused += 1;
        return { status: answer.status, detail: body.detail };
      };
      for (let i = 0; i < 5; i++) await send();

      const disk = await failing(daemon.child.pid!, fault);
      expect(await send()).toEqual({
        status: 503,
        detail: expect.stringMatching(
          new RegExp(`^The file ${folder}/monitord\\.db cannot be written: .+\\.$`),
        ) as string,
      });
      const page = await phone.waitFor(({ title }) => title === "monitord cannot write");
      expect(page.message).toContain(`${folder}/monitord.db cannot be written`);
      expect((await fetch(`${daemon.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${daemon.url}/livez`)).status).toBe(200);
      await disk.end();

      await phone.waitFor(({ title }) => title === "monitord can write again");
      for (let i = 0; i < 5; i++) expect((await send()).status).toBe(202);
      await daemon.kill();
      await start();
      const { errors_in_window } = await api<{ errors_in_window: number }>(
        "GET",
        `/webhook_monitors/${errors.id}`,
      );
      // Whether a refused report was written is not known, as 503 says.
      expect(errors_in_window).toBeGreaterThanOrEqual(accepted);
      expect(errors_in_window).toBeLessThanOrEqual(accepted + refused);
    },
  );
});
