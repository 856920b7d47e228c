/** The orders of the list of monitors, and the heads of its columns as links to them. Pure. */
import type { Piece } from "../html.ts";
import { html, type Html } from "../html.ts";

type Column = "state" | "title" | "change" | "response" | "uptime";

interface Order {
  column: Column;
  /** The direction, for readers of screens. */
  sort: "ascending" | "descending";
  text: string;
}

/** By the word in the address, which is empty for the first. The first one of a column is the one that its head begins with. */
export const monitorOrders = {
  "": { column: "state", sort: "descending", text: "Worst first" },
  best: { column: "state", sort: "ascending", text: "Healthy first" },
  title: { column: "title", sort: "ascending", text: "By title" },
  title_down: { column: "title", sort: "descending", text: "By title, from Z" },
  recent: { column: "change", sort: "descending", text: "Latest change first" },
  oldest: { column: "change", sort: "ascending", text: "Oldest change first" },
  slow: { column: "response", sort: "descending", text: "Slowest first" },
  fast: { column: "response", sort: "ascending", text: "Fastest first" },
  uptime: { column: "uptime", sort: "ascending", text: "Lowest uptime first" },
  uptime_down: { column: "uptime", sort: "descending", text: "Highest uptime first" },
} as const satisfies Record<string, Order>;

export type MonitorOrderWord = keyof typeof monitorOrders;

/** Heads of the columns of `monitorRow`, each a link to its order; a second press turns the order around. */
export function sortedHead(
  order: MonitorOrderWord,
  hrefOf: (order: MonitorOrderWord) => string,
): Html {
  const chosen = monitorOrders[order];
  const head = (column: Column, text: string): Html => {
    const words = (Object.keys(monitorOrders) as MonitorOrderWord[]).filter(
      (word) => monitorOrders[word].column === column,
    );
    const next = words.find((word) => word !== order) ?? order;
    const mark: Piece =
      chosen.column === column
        ? html` <span aria-hidden="true">${chosen.sort === "ascending" ? "↑" : "↓"}</span>`
        : null;
    return html`<a href="${hrefOf(next)}" title="${monitorOrders[next].text}">${text}${mark}</a>`;
  };
  const cell = (column: Column, look: string, body: Piece) =>
    html`<span
      class="${look}"
      role="columnheader"
      ${chosen.column === column ? html`aria-sort="${chosen.sort}"` : null}
      >${body}</span
    >`;
  return html`<div class="cols" role="row">
    ${cell("state", "", head("state", "State"))} ${cell("title", "", head("title", "Monitor"))}
    <span class="num" role="columnheader">Checks</span>
    ${cell(
      "change",
      "ax",
      html`<span>24 h ago</span>${head("change", "Latest change")}<span>now</span>`,
    )}
    ${cell("response", "num", head("response", "Response"))}
    ${cell("uptime", "num", head("uptime", "Up, 24 h"))}
  </div>`;
}
