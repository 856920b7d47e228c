import type { Run } from "../call.ts";
import { run as get } from "./get.ts";

/** Lists the users: `get users` by another name. */
export const run: Run = (call) => get({ ...call, args: ["users"] });
