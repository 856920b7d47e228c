/** The frame of every page: head, navigation, and the signed-in user. Pure. */
import type { Instant } from "../core/model/model.ts";
import { placeOf } from "./chart/times.ts";
import { face } from "./components/face.ts";
import { menu } from "./components/menu.ts";
import { toast } from "./components/toast.ts";
import { html, Html, type Piece } from "./html.ts";
import { icon, mark, sprite, type Icon } from "./icons.ts";

/** The data of a frame. */
export interface Frame {
  /** Path that the service is reached under, without a slash at the end. */
  base: string;
  version: string;
  now: Instant;
  /** Part of every form: proves that its sender has loaded a page of this session. */
  csrf: string;
  /** `user_id` null: signed in with a key. */
  who: { name: string; organization: string; user_id: string | null };
  /** Rights of the signed-in user. */
  may: { respond: boolean; write: boolean; admin: boolean };
  /** Path of this page below the base, with its query. */
  path: string;
  /** The outcome of the last action; null: none. */
  done: string | null;
  /** The path of a press that takes it back; absent: it has none. */
  undo?: string | null;
  /** IANA name of the reader's time zone; `UTC` while it is not known. */
  zone: string;
  /** Chosen by the user; null: as the system says. */
  theme: Theme | null;
  /** Unacknowledged incidents; null: unknown. */
  attention: number | null;
}

export type Theme = "light" | "dark";

/** A page of the navigation, and the paths whose pages belong to it. */
interface Section {
  path: string;
  name: string;
  icon: Icon;
  also?: string[];
  /** On a narrow screen under *More*. */
  rare?: boolean;
}

const sections: Section[] = [
  { path: "/", name: "Overview", icon: "home" },
  { path: "/incidents", name: "Incidents", icon: "alarm" },
  {
    path: "/monitors",
    name: "Monitors",
    icon: "pulse",
    also: ["/health_check_monitors", "/webhook_monitors"],
  },
  { path: "/silences", name: "Maintenance", icon: "silenced", rare: true },
  {
    path: "/on_call",
    name: "On call",
    icon: "call",
    also: [
      "/my_shifts",
      "/schedules",
      "/alert_groups",
      "/users",
      "/status_pages",
      "/reports/on_call",
    ],
  },
  { path: "/activity", name: "Activity", icon: "bell", also: ["/reports"], rare: true },
  { path: "/settings", name: "Settings", icon: "dots", rare: true },
];

const isBelow = (path: string, at: string) =>
  path === at || (at !== "/" && path.startsWith(`${at}/`));

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

const document = (theme: Theme | null, head: Html, body: Html) =>
  `<!doctype html>\n${
    html`<html lang="en" ${theme === null ? null : html`data-theme="${theme}"`}>
      ${head}${body}
    </html>`.text
  }\n`;

/** A page for visitors without a session. `more` is added to its head. */
export function page(
  base: string,
  title: string,
  body: Html,
  more: Piece = null,
  look: "reading flow" | "door" | "guide" = "reading flow",
): string {
  return document(
    null,
    head(base, title, more),
    html`<body>
      <main class="${look}">${body}</main>
      ${sprite}
    </body>`,
  );
}

/**
 * How a page fills the window. `flow`: paragraphs with space between them, as far as they have no panels. `board`:
 * panels. `wide`: panels on large screens too. `wall`: all of it, without navigation.
 */
export type PageLook = "flow" | "board" | "wide" | "wall";

/** A page of the dashboard. `title` is also the title of the tab. */
export function framed(frame: Frame, title: string, body: Html, look: PageLook = "flow"): string {
  const { base } = frame;
  return document(
    frame.theme,
    head(
      base,
      title,
      html`<script src="${base}/assets/line.js" defer></script>
        <script src="${base}/assets/live.js" defer></script>
        <script src="${base}/assets/actions.js" defer></script>
        <script src="${base}/assets/lists.js" defer></script>
        <script src="${base}/assets/keys.js" defer></script>
        <script src="${base}/assets/charts.js" defer></script>
        ${look === "wall" ? html`<noscript><meta http-equiv="refresh" content="60" /></noscript>` : null}`,
    ),
    html`<body data-base="${base}" data-now="${frame.now}" data-zone="${frame.zone}">
      <a class="skip" href="#main">Skip to content</a>
      ${
        look === "wall"
          ? html`<div hidden>${liveDot}</div>`
          : html`<header class="top">
              <a class="brand" href="${base}/">${mark}monitord</a>
              ${navigation(frame)} ${tools(frame)}
            </header>`
      }
      <p id="lost" class="lost" role="status" hidden></p>
      <p id="announce" class="unseen" role="alert"></p>
      <main id="main" tabindex="-1" class="${look}">
        <div id="done" class="toasts" role="status">
          ${frame.done === null ? null : toast(frame.done, undoOf(frame))}
        </div>
        ${body}
      </main>
      ${
        look === "wall"
          ? null
          : html`<footer id="foot" class="foot">
              <span title="${frame.zone}">Times in ${placeOf(frame.zone)}</span> · monitord
              ${frame.version} · <a href="${base}/api/v1/docs">API reference</a>
            </footer>`
      }
      ${sprite}
    </body>`,
  );
}

const undoOf = (frame: Frame): Html | null =>
  frame.undo ? action(frame, frame.undo, "Undo", { class: "slim" }) : null;

function navigation({ base, path, attention }: Frame): Html {
  const at = path.split("?")[0] ?? "";
  const here = sections.find((one) =>
    [one.path, ...(one.also ?? [])].some((of) => isBelow(at, of)),
  );
  const link = (one: Section, body: Piece) =>
    html`<a href="${base}${one.path}" ${one === here ? new Html('aria-current="page"') : null}
      >${body}</a
    >`;
  const badge =
    attention !== null && attention > 0
      ? html`<span class="badge"><span class="unseen">, unacknowledged: </span>${attention}</span>`
      : null;
  return html`<nav class="nav" aria-label="Main" id="nav" data-live>
    <ul>
      ${sections.map(
        (one) =>
          html`<li ${one.rare ? html`class="rare"` : null}>
            ${link(one, html`${icon(one.icon)}${one.name}${one.path === "/incidents" ? badge : null}`)}
          </li>`,
      )}
      <li class="more">
        ${menu(
          "nav-more",
          html`${icon("dots")}More`,
          sections.filter(({ rare }) => rare).map((one) => link(one, one.name)),
        )}
      </li>
    </ul>
  </nav>`;
}

/** Shown while changes arrive. */
const liveDot = html`<span id="live" class="live" role="status" hidden>Live</span>`;

/** At the right end of the head: the live dot, the theme and the account. */
function tools(frame: Frame): Html {
  const { base, who } = frame;
  return html`<div class="tools">
    <a class="find" href="${base}/monitors" aria-keyshortcuts="Control+K"
      >${icon("search")}<span>Search</span><kbd aria-hidden="true">Ctrl K</kbd></a
    >
    ${liveDot}
    <button
      class="btn icon plain"
      type="button"
      data-theme-switch
      aria-label="Switch between light and dark"
    >
      ${icon("theme")}
    </button>
    ${menu(
      "account",
      html`${face(who.name)}<span class="unseen">${who.name}: account</span>`,
      html`<p class="body">
          <b><bdi>${who.name}</bdi></b
          ><br /><span class="quiet"><bdi>${who.organization}</bdi></span>
        </p>
        <hr />
        ${
          who.user_id === null
            ? null
            : html`<a href="${base}/my_shifts">My shifts</a>
                <a href="${base}/settings/you">Your phones and hours</a>`
        }
        <a href="${base}/?kiosk=1">Wall view</a>
        <a href="${base}/guide">Guide</a>
        <a href="${base}/api/v1/docs">API reference</a>
        <hr />
        <form method="post" action="${base}/logout">
          ${csrfField(frame)}<button>Sign out</button>
        </form>`,
    )}
  </div>`;
}

export const csrfField = ({ csrf }: Pick<Frame, "csrf">) =>
  html`<input type="hidden" name="csrf" value="${csrf}" />`;

/** The fields of a form that comes back to its page. */
export const returning = (frame: Pick<Frame, "csrf" | "path">) =>
  html`${csrfField(frame)}<input type="hidden" name="back" value="${frame.path}" />`;

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
    /** Where a press right after it takes it back, with the same fields. */
    undo?: string;
  } = {},
): Html {
  return html`<form
    class="action"
    method="post"
    action="${frame.base}${path}"
    data-quick
    ${more.undo === undefined ? null : html`data-undo="${frame.base}${more.undo}"`}
  >
    ${returning(frame)}
    ${Object.entries(more.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${more.confirm ?? null}
    <button
      class="btn ${more.class ?? ""}"
      ${more.name === undefined ? null : html`aria-label="${more.name}"`}
    >
      ${label}
    </button>
  </form>`;
}
