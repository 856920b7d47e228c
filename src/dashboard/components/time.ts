/** A time of day for readers, in their zone. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { shortTime, zoneSuffix, type Reader } from "../chart/times.ts";
import { html, type Html } from "../html.ts";

/** `23:09` within a day of now, else with its date. `seconds`: where runs are compared to the second. */
export const timeAt = (at: Instant, reader: Reader, seconds = false): Html =>
  html`<time datetime="${new Date(at).toISOString()}"
    >${shortTime(at, reader)}${seconds ? `:${new Date(at).toISOString().slice(17, 19)}` : null}${zoneSuffix(reader)}</time
  >`;
