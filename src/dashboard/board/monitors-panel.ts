/** The monitors of the overview, by group, with the filter above them. Pure. */
import { monitorWords } from "../chart/cells.ts";
import { legend } from "../chart/legend.ts";
import { empty } from "../components/empty.ts";
import { searchField } from "../components/filter.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import type { Query } from "./address.ts";
import { groupSection, type GroupModel } from "./monitor-groups.ts";
import { columnHead } from "./monitor-row.ts";
import { newMonitor } from "./new-monitor.ts";

/** `total`: the number of monitors, whether the query matches them or not. */
export function monitorsPanel(
  frame: Frame,
  { query, groups, total }: { query: Query; groups: readonly GroupModel[]; total: number },
): Html {
  const filtered = query.search !== "" || query.state !== "";
  const matches = groups.reduce(
    (sum, one) => sum + one.counts.reduce((all, { count }) => all + count, 0),
    0,
  );
  return panel(
    {
      id: "monitors-title",
      title: "Monitors",
      count: html`<span id="monitor-count" data-live
        >${filtered ? `${matches} of ${total}` : total}</span
      >`,
      boxed: true,
      tools: html`<form class="acts" method="get" action="${frame.base}/" data-filter>
          ${query.state === "" ? null : html`<input type="hidden" name="state" value="${query.state}" />`}
          ${searchField("a monitor", query.search)}<noscript
            ><button class="btn slim">Find</button></noscript
          >
        </form>
        ${legend(monitorWords, (state) => state !== "silenced")} ${newMonitor(frame)}`,
    },
    live(
      "monitors",
      groups.length === 0
        ? filtered
          ? empty(
              "search",
              "No monitors match",
              html`${total} in all. <a href="${frame.base}/">Clear the filter</a>`,
            )
          : empty(
              "pulse",
              "Nothing is monitored yet",
              html`Create a monitor, or describe monitors in a file and run
                <code>monitorctl apply -f monitors.yaml</code>.`,
            )
        : html`${groups.some((one) => one.monitors !== null) ? columnHead() : null}${groups.map((one) => groupSection(frame, query, one))}`,
    ),
  );
}
