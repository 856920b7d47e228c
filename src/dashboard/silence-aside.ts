/** Beside the form of a silence: its reach, and its next windows. Pure. */
import type { MaintenanceWindow } from "../core/silence/maintenance.ts";
import { plural } from "../core/text/plural.ts";
import { padded, panel } from "./components/panel.ts";
import { nameList } from "./components/name-list.ts";
import { html, type Html, type Piece } from "./html.ts";
import { icon, type Icon } from "./icons.ts";
import type { Frame } from "./layout.ts";
import { windowText } from "./silenced.ts";

export interface SilenceAside {
  /** Titles. */
  monitors: readonly string[];
  /** Titles of the groups whose alerts of other tools it covers. */
  alertsOf: readonly string[];
  /** Only alerts with these labels. */
  matchers: readonly string[];
  /** One alert of a group. */
  isOneAlert: boolean;
  open: readonly { number: number; title: string }[];
  /** Null: it does not come back. */
  windows: readonly MaintenanceWindow[] | null;
  timezone: string;
}

/** Names that are listed; the others are counted. */
const maxNamed = 6;

/** Null: its target is not chosen yet. */
export const silenceAside = (frame: Frame, of: SilenceAside | null): Html =>
  html`${panel(
    { id: "reach-title", title: "It would silence" },
    of === null
      ? padded(html`<p class="quiet">Choose what is silenced to see it here.</p>`)
      : reach(frame, of),
  )}
  ${
    of?.windows
      ? panel({ id: "windows-title", title: "Next windows" }, padded(windowList(of.windows, of)))
      : null
  }`;

function reach(frame: Frame, { monitors, alertsOf, matchers, isOneAlert, open }: SilenceAside) {
  const alerts = isOneAlert ? "One alert of another tool" : "Alerts of other tools";
  const lines = [
    monitors.length === 0
      ? null
      : line("pulse", plural(monitors.length, "monitor"), nameList(monitors, maxNamed)),
    alertsOf.length === 0
      ? null
      : line(
          "bell",
          alerts,
          html`to
          ${nameList(alertsOf, maxNamed)}${
            matchers.length === 0
              ? null
              : html`, only with <code><bdi>${matchers.join(", ")}</bdi></code>`
          }`,
        ),
    open.length === 0
      ? null
      : line(
          "alarm",
          plural(open.length, "open incident"),
          html`${open.slice(0, maxNamed).map(
            ({ number, title }) =>
              html`<div>
                <a href="${frame.base}/incidents/${number}">#${number} <bdi>${title}</bdi></a>
              </div>`,
          )}${open.length > maxNamed ? html`<div>and ${open.length - maxNamed} more</div>` : null}`,
        ),
  ].filter((one) => one !== null);
  return lines.length === 0
    ? padded(html`<p><b>Nothing.</b> No monitor, alert or open incident matches.</p>`)
    : html`<ul class="lined reach">
        ${lines}
      </ul>`;
}

const line = (shape: Icon, title: string, text: Piece): Html =>
  html`<li>
    ${icon(shape)}
    <div><b>${title}</b><small>${text}</small></div>
  </li>`;

/** In the local time of its zone. */
const windowList = (
  windows: readonly MaintenanceWindow[],
  { timezone }: Pick<SilenceAside, "timezone">,
): Html =>
  windows.length === 0
    ? html`<p class="quiet">No more windows.</p>`
    : html`<ul class="windows">
          ${windows.map((one) => html`<li>${windowText(one, timezone)}</li>`)}
        </ul>
        <p class="quiet">by the clocks of ${timezone}</p>`;
