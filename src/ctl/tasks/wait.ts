/** Waits until monitors have been checked once more: the smoke test after a deployment. */
import type { Plan } from "../../api/declaration.ts";
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import type { Call } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import type { Style } from "../output/style.ts";
import { statusMark } from "../output/mark.ts";
import { linesText } from "../output/table.ts";

/** A new health check monitor and the result of its first check; `pending`: none yet. */
export interface Waited {
  external_id: string;
  status: HealthCheckMonitor["status"];
  status_reason: string | null;
}

const betweenLooks = 500;

/** Polls new health check monitors until each has a result, `seconds` at most. */
export async function awaitFirstResults(
  call: Call,
  applied: Plan,
  seconds: number,
): Promise<Waited[]> {
  const { io } = call;
  const created = new Set(
    applied.changes
      .filter(({ kind }) => kind === "health_check_monitors")
      .filter(({ action }) => action === "create")
      .map(({ id }) => id),
  );
  if (created.size === 0) return [];
  const client = await call.client();
  const end = io.now() + seconds * 1000;
  for (;;) {
    const monitors = await client.send("GET /health_check_monitors");
    const waited = monitors
      .filter(({ id }) => created.has(id))
      .map(({ external_id, id, status, status_reason }) => ({
        external_id: external_id ?? id,
        status,
        status_reason,
      }));
    const pending = waited.some(({ status }) => status === "pending");
    if (!pending || io.now() >= end) return waited;
    await io.sleep(betweenLooks);
  }
}

/** The results, a line for each. */
export function waitedText(waited: readonly Waited[], seconds: number, style: Style): string {
  if (waited.length === 0)
    return "\nNo new health check to wait for. Those of before: monitorctl status\n";
  const rows = waited.map(({ external_id, status, status_reason }) => [
    statusMark(status, style)[0],
    external_id,
    status === "pending" ? `no result within ${seconds} s` : status,
    status_reason ?? "",
  ]);
  return `\nFirst results:\n${linesText(rows, "  ")}`;
}

/** `60s`, `2m`, `90` or an empty value, in seconds. */
export function waitSeconds(text: string | undefined): number {
  const [, digits, unit] = /^(\d{1,5})(s|m)?$/.exec(text ?? "60s") ?? [];
  const seconds = Number(digits) * (unit === "m" ? 60 : 1);
  if (seconds >= 1 && seconds <= 3600) return seconds;
  throw wrongInput(
    "usage",
    `--wait=${text} is not a time from 1s to 60m`,
    "for example --wait=90s; with a saved plan: monitorctl apply FILE --wait=90s",
  );
}
