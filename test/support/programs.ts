/** The two programs as they are installed: what a test starts as a process of its own. */
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const monitord = here("../../bin/monitord.js");
export const monitorctl = here("../../bin/monitorctl.js");

/** The environment of a process: what Node has compiled once is compiled for all of a run. */
export const processEnv = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: here("../../node_modules/.cache/monitord-tests"),
};
