import type { Run } from "../../call/call.ts";
import { run as get } from "../monitors/get.ts";

/** Lists the users: `get users` by another name. */
export const run: Run = (call) => get({ ...call, args: ["users"] });
