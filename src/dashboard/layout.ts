/** The frame of every page: head, navigation, and the signed-in user. Pure. */
import type { Instant } from "../core/model/model.ts";
import { html, Html, type Piece } from "./html.ts";

/** The data of a frame. */
export interface Frame {
  /** Path that the service is reached under, without a slash at the end. */
  base: string;
  version: string;
  now: Instant;
  /** Part of every form: proves that its sender has loaded a page of this session. */
  csrf: string;
  who: { name: string; organization: string };
  /** Rights of the signed-in user. */
  may: { write: boolean; admin: boolean };
  /** Path of this page below the base, with its query. */
  path: string;
  /** The outcome of the last action; null: none. */
  done: string | null;
}

const sections: [path: string, name: string][] = [
  ["/", "Status"],
  ["/incidents", "Incidents"],
  ["/silences", "Silences"],
  ["/alert_groups", "Groups"],
  ["/users", "People"],
  ["/inbound_events", "Deliveries"],
  ["/system", "System"],
];

function head(base: string, title: string, script: Piece): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · monitord</title>
    <link rel="stylesheet" href="${base}/assets/style.css" />
    <link rel="icon" href="${base}/assets/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="${base}/assets/icon-192.png" />
    <link rel="manifest" href="${base}/manifest.webmanifest" />
    ${script}
  </head>`;
}

const document = (head: Html, body: Html) =>
  `<!doctype html>\n${
    html`<html lang="en">
      ${head}${body}
    </html>`.text
  }\n`;

/** A page for visitors without a session. `more` is added to its head. */
export function page(base: string, title: string, body: Html, more: Piece = null): string {
  return document(
    head(base, title, more),
    html`<body>
      <main class="narrow">${body}</main>
    </body>`,
  );
}

/** A page of the dashboard. `title` is also the title of the tab. */
export function framed(frame: Frame, title: string, body: Html): string {
  const { base, who } = frame;
  const path = frame.path.split("?")[0] ?? "";
  const here = sections.findLast(
    ([at]) => path === at || (at !== "/" && path.startsWith(`${at}/`)),
  )?.[0];
  return document(
    head(base, title, html`<script src="${base}/assets/live.js" defer></script>`),
    html`<body data-base="${base}">
      <a class="skip" href="#main">Skip to the content</a>
      <header>
        <a class="brand" href="${base}/">monitord</a>
        <nav aria-label="Pages">
          ${sections.map(
            ([at, name]) =>
              html`<a href="${base}${at}" ${at === here ? new Html('aria-current="page"') : null}
                >${name}</a
              >`,
          )}
        </nav>
        <form class="who" method="post" action="${base}/logout">
          ${csrfField(frame)}
          <span>${who.name}<span class="quiet"> · ${who.organization}</span></span>
          <button class="plain">Sign out</button>
        </form>
      </header>
      <p id="live" class="live" role="status" hidden></p>
      <p id="announce" class="unseen" role="alert"></p>
      <main id="main" tabindex="-1">
        <div id="done" role="status">
          ${frame.done === null ? null : html`<p class="done">✓ ${frame.done}</p>`}
        </div>
        ${body}
      </main>
      <footer class="quiet">
        monitord ${frame.version} ·
        <a href="${base}/api/v1/docs">API</a>
      </footer>
    </body>`,
  );
}

export const csrfField = ({ csrf }: Pick<Frame, "csrf">) =>
  html`<input type="hidden" name="csrf" value="${csrf}" />`;

/** A part of the page that is replaced when something changes. */
export const live = (id: string, body: Piece) => html`<div id="${id}" data-live>${body}</div>`;

/** A button that does one thing at once, and comes back to this page. */
export function action(
  frame: Frame,
  path: string,
  label: Piece,
  more: {
    class?: string;
    fields?: Record<string, string>;
    name?: string;
    confirm?: Html | null;
  } = {},
): Html {
  return html`<form class="action" method="post" action="${frame.base}${path}" data-quick>
    ${csrfField(frame)}
    <input type="hidden" name="back" value="${frame.path}" />
    ${Object.entries(more.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${more.confirm ?? null}
    <button
      class="${more.class ?? ""}"
      ${more.name === undefined ? null : html`aria-label="${more.name}"`}
    >
      ${label}
    </button>
  </form>`;
}
