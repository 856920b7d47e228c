/** The note on the page of a flapping monitor. Pure. */
import { formatDuration } from "../core/text/duration.ts";
import { flappingWindow } from "../core/incident/flapping.ts";
import type { Instant } from "../core/model/model.ts";
import { html, type Html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { when } from "./words.ts";

/** When flapping began, and how it ends; empty for a monitor that does not flap. */
export const flappingNote = (
  frame: Frame,
  monitor: Parameters<typeof flappingWindow>[0],
  since: Instant | null,
): Html | null =>
  since === null
    ? null
    : html`<p class="note warn">
        Flapping since ${when(since, frame)}. State changes are not sent. One push follows when
        there was none for ${formatDuration(flappingWindow(monitor) / 2)}.
      </p>`;
