/** All monitors, of both kinds, with filters in the address. Pure. */
import { addressWith } from "../board/address.ts";
import type { MonitorRow } from "../board/model.ts";
import { monitorOrders, sortedHead, type MonitorOrderWord } from "../board/monitor-order.ts";
import { monitorRow } from "../board/monitor-row.ts";
import { newMonitor } from "../board/new-monitor.ts";
import { empty } from "../components/empty.ts";
import { choiceField, moreFilters, searchField, type Choices } from "../components/filter.ts";
import { html, type Html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { tileStates } from "./overview.ts";

/** The filters in the address. Empty: any, worst first, the first page. */
export interface MonitorsQuery extends Record<string, string> {
  search: string;
  state: string;
  group: string;
  order: MonitorOrderWord;
  page: string;
}

export interface MonitorsModel {
  query: MonitorsQuery;
  monitors: readonly MonitorRow[];
  /** The place of the first of them in the list, from 0, and how many match. */
  offset: number;
  total: number;
  groups: readonly { id: string; title: string }[];
}

export function monitorsPage(frame: Frame, model: MonitorsModel): string {
  return framed(
    frame,
    "Monitors",
    html`<div class="lead">
        <h1>Monitors</h1>
        <div class="push">${newMonitor(frame)}</div>
      </div>
      <section class="panel boxed" aria-label="Monitors">
        ${filters(frame, model)} ${live("monitors", list(frame, model))}
      </section>`,
    "board",
  );
}

function filters(frame: Frame, { query, groups }: MonitorsModel): Html {
  const select = (name: string, label: string, of: Choices) =>
    choiceField(name, label, of, query[name]);
  return html`<form class="ph filters" method="get" action="${frame.base}/monitors" data-filter>
    ${searchField("a monitor", query.search)}
    ${moreFilters(
      query.state + query.group !== "",
      html`${select("state", "State", [
        ["", "All states"],
        ...Object.entries(tileStates).flatMap(([name, some]) =>
          some === null ? [] : [[name, name] as const],
        ),
      ])}
      ${select("group", "Group", [["", "All groups"], ...groups.map(({ id, title }) => [id, title] as const)])}
      ${select(
        "order",
        "Order",
        Object.entries(monitorOrders).map(([word, { text }]) => [word, text] as const),
      )}`,
    )}
    <noscript><button class="btn slim">Show</button></noscript>
  </form>`;
}

function list(frame: Frame, { query, monitors, offset, total }: MonitorsModel): Html {
  if (monitors.length === 0)
    return query.search + query.state + query.group === ""
      ? empty(
          "pulse",
          "Nothing is monitored yet",
          html`Create a monitor, or describe monitors in a file and run
            <code>monitorctl apply -f monitors.yaml</code>.`,
        )
      : empty(
          "search",
          "No monitors match",
          html`<a href="${frame.base}/monitors">Clear the filter</a>`,
        );
  const page = Number(query.page || 1);
  const link = (to: number, label: string) =>
    html`<a href="${addressWith(frame, "/monitors", query, { page: to === 1 ? "" : String(to) })}"
      >${label}</a
    >`;
  return html`<div role="table" aria-label="Monitors">
      ${sortedHead(query.order, (order) => addressWith(frame, "/monitors", query, { order, page: "" }))}
      <div class="mrows" role="rowgroup">
        ${monitors.map((one) => monitorRow(frame, one, true))}
      </div>
    </div>
    <p class="pf acts">
      <span>${offset + 1}–${offset + monitors.length} of ${total}</span>
      ${page > 1 ? link(page - 1, "Previous") : null}
      ${offset + monitors.length < total ? link(page + 1, "Next") : null}
    </p>`;
}
