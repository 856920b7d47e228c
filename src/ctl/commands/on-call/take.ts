import { putOnCall } from "../../tasks/overriding.ts";

/** Puts a person on call alone, in place of the others. */
export const run = putOnCall("take");
