/** How long a turn may be: as long as some megabytes of JSON take, so that the machine and its load do not count. */
import { costOf } from "../support/turns.ts";

/** Megabytes of JSON: 50 ms where one takes 12.5. */
export const mostTime = 4;

const megabyte = `[${"{},".repeat(340_000)}0]`;

/** What it takes to parse a megabyte now, ms. A machine that needs less than 12.5 has no stricter limit than 50 ms. */
export const megabyteNow = (): number =>
  Math.max(12.5, ...Array.from({ length: 3 }, () => costOf(() => void JSON.parse(megabyte))));
