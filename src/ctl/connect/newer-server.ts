/**
 * Prints a notice when the server is newer than this program: once a day, on terminals only. The version comes
 * from the server; no other service is asked.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "../../client/exchange.ts";
import { makeFolder } from "../call/write-file.ts";
import { isCi, type Io } from "../io.ts";
import { version } from "../call/version.ts";
import { cacheFolder } from "./cache-folder.ts";
import { day } from "../../core/text/units.ts";

/** Passes on the version that the server names in its answers. */
export function noticingVersion(
  exchange: Exchange,
  onVersion: (version: string) => void,
): Exchange {
  return async (request) => {
    const answer = await exchange(request);
    const named = answer.headers["x-monitord-version"];
    if (typeof named === "string" && named !== version) onVersion(named);
    return answer;
  };
}

/** Prints the notice for a server of the version `server`, unless it was printed within a day. */
export async function noteNewer(io: Io, server: string): Promise<void> {
  if (!io.stderr.isTTY || isCi(io)) return;
  const { default: semver } = await import("semver");
  if (semver.valid(server) === null || !semver.gt(server, version)) return;
  const folder = cacheFolder(io);
  const path = join(folder, "newer-server.json");
  try {
    const { at } = JSON.parse(readFileSync(path, "utf8")) as { at: number };
    if (Math.abs(io.now() - at) < day) return;
  } catch {
    // Not said yet.
  }
  io.stderr.write(
    `The server runs monitord ${server}, and this is monitorctl ${version}. Update it: monitorctl guide install\n`,
  );
  try {
    makeFolder(folder, 0o700);
    writeFileSync(path, JSON.stringify({ at: io.now() }), { mode: 0o600 });
  } catch {
    // A failed notice must not fail the command.
  }
}
