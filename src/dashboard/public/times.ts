/**
 * Times on a public page: in the zone of the page, which is named once. The script turns them into the reader's zone and
 * needs only their instant, and which parts are shown. Pure.
 */
import { nearMinute, zoneOf } from "../../core/hours/zone.ts";
import type { Instant } from "../../core/model/model.ts";
import { dateText } from "../../core/text/days.ts";
import type { Reader } from "../chart/times.ts";
import { html, type Html } from "../html.ts";

const iso = (at: Instant) => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** `23:02`, `Mon 15:00` within six days, else with the date. */
export const publicTime = (at: Instant, { zone, now }: Reader): Html =>
  html`<time datetime="${iso(at)}" data-near>${nearMinute(zone, at, now)}</time>`;

/** `6 Nov`. */
export function publicDay(at: Instant, { zone, now }: Reader): Html {
  const there = zoneOf(zone);
  const year = new Date(there.local(now)).getUTCFullYear();
  return html`<time datetime="${iso(at)}" data-day>${dateText(there.day(at), year)}</time>`;
}
