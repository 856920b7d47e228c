import { homedir } from "node:os";
import { join } from "node:path";
import type { Io } from "../io.ts";

/** The folder for answers that can be asked for again, in the cache of the system; it may be missing. */
export function cacheFolder({ env }: Pick<Io, "env">): string {
  const home = env["HOME"] || homedir();
  return join(env["XDG_CACHE_HOME"] || env["LOCALAPPDATA"] || join(home, ".cache"), "monitorctl");
}
