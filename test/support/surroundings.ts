/** What a sender is given where nothing of it matters. */
import type { Surroundings } from "../../src/channel/sender.ts";
import { night } from "./builders.ts";

export const nowhere: Surroundings = {
  now: () => night,
  profile: () => "single",
  exceptions: [],
  userAgent: "monitord/1.2.3",
  site: () => null,
};
