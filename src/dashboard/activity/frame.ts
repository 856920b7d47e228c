/** The common parts of the two logs of *Activity*: tabs, filters in the address, and pages. Pure. */
import { addressWith } from "../board/address.ts";
import { empty } from "../components/empty.ts";
import { choiceField, type Choices } from "../components/filter.ts";
import { tabs } from "../components/tabs.ts";
import { html, type Html, type Piece } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";

const logs = {
  inbound: { path: "/activity", label: "Inbound" },
  notifications: { path: "/activity/notifications", label: "Notifications" },
} as const;
export type Log = keyof typeof logs;

/** A filter. */
export type Choice = [name: string, label: string, of: Choices];

export interface LogModel {
  log: Log;
  /** The filters in the address. Empty: any. */
  query: Readonly<Record<string, string>>;
  choices: readonly Choice[];
  /** Titles of the columns. Those after the second are left out on a phone. */
  columns: readonly string[];
  /** The rows; each is a `tr`. */
  rows: readonly Html[];
  /** Shown while the table is empty: where the first row comes from. */
  none: Piece;
  /** The place of the page with older entries in the log; null: none. */
  older: string | null;
}

export function logPage(frame: Frame, model: LogModel): string {
  const { log, query } = model;
  const { path } = logs[log];
  const filtered = Object.values(query).some((value) => value !== "");
  return framed(
    frame,
    `Activity: ${logs[log].label}`,
    html`<div class="lead"><h1>Activity</h1></div>
      ${activityTabs(frame, log)}
      <section class="panel boxed" aria-label="${logs[log].label}">
        ${filters(frame, model)}
        ${live(
          "log",
          model.rows.length > 0
            ? table(frame, model)
            : filtered
              ? empty(
                  "search",
                  "No entries match",
                  html`<a href="${frame.base}${path}">Clear the filter</a>`,
                )
              : empty("bell", "Nothing yet", model.none),
        )}
      </section>`,
    "board",
  );
}

/** The logs, and the reports. */
export const activityTabs = (frame: Frame, chosen: Log | "reports"): Html =>
  tabs(
    "Activity",
    Object.entries({ ...logs, reports: { path: "/reports", label: "Reports" } }).map(
      ([name, { path, label }]) => ({
        label,
        href: frame.base + path,
        chosen: name === chosen,
      }),
    ),
  );

const filters = (frame: Frame, { log, query, choices }: LogModel): Html =>
  html`<form class="ph" method="get" action="${frame.base}${logs[log].path}" data-filter>
    ${choices.map(([name, label, of]) => choiceField(name, label, of, query[name]))}
    <noscript><button class="btn slim">Show</button></noscript>
  </form>`;

const table = (frame: Frame, { log, query, columns, rows, older }: LogModel): Html =>
  html`<table>
      <thead>
        <tr>
          ${columns.map(
            (title, i) =>
              html`<th
                scope="col"
                class="${i > 1 ? "hide-s" : ""}${i === columns.length - 1 ? " num" : ""}"
              >
                ${title}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${
      older === null
        ? null
        : html`<p class="pf">
            <a href="${addressWith(frame, logs[log].path, query, { before: older })}">Older</a>
          </p>`
    }`;
