/** Icons of 16 px, drawn in the color of the text around them. Pure. */
import { Html } from "./html.ts";

/**
 * Their shapes. Those of states have the name of the state's look. `f` is filled; `k` is cut out of it in the color
 * behind it.
 */
const shapes = {
  ok: '<circle cx="8" cy="8" r="6.2"/><path d="M5.4 8.2l1.8 1.8L10.7 6.3"/>',
  warn: '<path class="f" d="M8 1.2a1.2 1.2 0 0 1 1 .6l5.8 10.6a1.2 1.2 0 0 1-1 1.8H2.2a1.2 1.2 0 0 1-1-1.8L7 1.8a1.2 1.2 0 0 1 1-.6z"/><path class="k" d="M8 5.4v3.4M8 11.4v.1"/>',
  down: '<path class="f" d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z"/><path class="k" d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8"/>',
  stale:
    '<circle cx="8" cy="8" r="6.2" stroke-width="1.8"/><path d="M8 4.6V8l2.4 1.6" stroke-width="1.8"/>',
  silenced: '<path class="f" d="M6.4 1.4a6.8 6.8 0 1 0 8.2 8.2A5.4 5.4 0 0 1 6.4 1.4z"/>',
  paused:
    '<rect class="f" x="3.4" y="2.5" width="3.2" height="11" rx="1"/><rect class="f" x="9.4" y="2.5" width="3.2" height="11" rx="1"/>',
  unknown:
    '<circle cx="8" cy="8" r="6.2" stroke-dasharray="2.4 2.4"/><path d="M6.6 6.3a1.5 1.5 0 1 1 2.2 1.4c-.6.3-.8.6-.8 1.2M8 11.2v.1"/>',
  acked:
    '<circle cx="8" cy="8" r="6.2" stroke-width="1.6"/><path class="f" d="M8 1.8a6.2 6.2 0 0 1 0 12.4z"/>',
  flap: '<path d="M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5"/>',
  chev: '<path d="M6 3.5L10.5 8 6 12.5"/>',
  below: '<path d="M4 6.5L8 10.5l4-4"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5L14 14"/>',
  dots: '<circle class="f" cx="3" cy="8" r="1.3"/><circle class="f" cx="8" cy="8" r="1.3"/><circle class="f" cx="13" cy="8" r="1.3"/>',
  out: '<path d="M6 3.5H3.5v9h9V10M9 3h4v4M13 3L7.5 8.5"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2"/>',
  theme: '<circle cx="8" cy="8" r="6"/><path class="f" d="M8 2a6 6 0 0 1 0 12z"/>',
  home: '<rect x="2.5" y="2.5" width="4.5" height="4.5" rx="1"/><rect x="9" y="2.5" width="4.5" height="4.5" rx="1"/><rect x="2.5" y="9" width="4.5" height="4.5" rx="1"/><rect x="9" y="9" width="4.5" height="4.5" rx="1"/>',
  alarm: '<path d="M8 2.2L14.4 13H1.6zM8 6.5v3M8 11.2v.1"/>',
  pulse: '<path d="M1.5 9h3l1.7-5 3 9 2-6 .8 2h2.5"/>',
  call: '<circle cx="6" cy="5.5" r="2.5"/><path d="M1.8 13.5c.3-2.6 2-4 4.2-4s3.9 1.4 4.2 4M10.8 3.2a2.5 2.5 0 0 1 0 4.6M12 9.9c1.3.600 2 1.8 2.2 3.6"/>',
  phone: '<rect x="4.5" y="1.5" width="7" height="13" rx="1.5"/><path d="M7.3 12.3h1.4"/>',
  bell: '<path d="M3.5 11.5h9c-1-1-1.2-2-1.2-4.2a3.3 3.3 0 0 0-6.6 0c0 2.2-.2 3.2-1.2 4.2zM6.7 13.5a1.4 1.4 0 0 0 2.6 0"/>',
  note: '<path d="M3 13l.6-2.6L10.9 3l2 2-7.3 7.4z"/>',
  deploy: '<path d="M8 13V4M4.5 7.2L8 3.5l3.5 3.7"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  cal: '<rect x="2.5" y="3.5" width="11" height="10" rx="1.5"/><path d="M2.5 6.5h11M5.5 2v3M10.5 2v3"/>',
  cross: '<path d="M4.5 4.5l7 7M11.5 4.5l-7 7"/>',
  above: '<path d="M4 9.5L8 5.5l4 4"/>',
  back: '<path d="M10 3.5L5.5 8l4.5 4.5"/>',
  repeat: '<path d="M3 8a5 5 0 0 1 8.5-3.5L13 6M13 3v3h-3M13 8a5 5 0 0 1-8.5 3.5L3 10M3 13v-3h3"/>',
} satisfies Record<string, string>;

export type Icon = keyof typeof shapes;

/** An icon beside a word that says the same. */
export const icon = (name: Icon, size = ""): Html =>
  new Html(
    `<svg class="i${size === "" ? "" : ` ${size}`}" aria-hidden="true"><use href="#i-${name}"/></svg>`,
  );

/** The shapes of these icons, once on a page. */
export const spriteOf = (names: readonly Icon[]): Html =>
  new Html(
    `<svg width="0" height="0" aria-hidden="true" hidden>${names
      .map((name) => `<symbol id="i-${name}" viewBox="0 0 16 16">${shapes[name]}</symbol>`)
      .join("")}</svg>`,
  );

/** The shapes that `icon` names, once on each page: a live update may bring any of them. */
export const sprite = spriteOf(Object.keys(shapes) as Icon[]);

/** The mark beside the name of the service. */
export const mark = new Html(
  '<svg viewBox="0 0 64 64" aria-hidden="true"><rect class="tile" width="64" height="64" rx="14"/><path class="pulse" d="M8 36h12l6-18 10 30 7-18 3 6h10"/></svg>',
);
