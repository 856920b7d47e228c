import { putOnCall } from "../../tasks/overriding.ts";

/** Puts a person on call beside the others. */
export const run = putOnCall("join");
