/** The published incidents of a status page as an Atom feed. Pure. */
import type { PublicIncident } from "../../core/status/public-incident.ts";
import type { Instant } from "../../core/model/model.ts";
import { localMinute } from "../../core/hours/zone.ts";
import { html } from "../html.ts";
import { anchorOf, updateWord } from "./incidents.ts";

const iso = (at: Instant) => new Date(at).toISOString();

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const invalid = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * `url`: of the status page, without an end. An entry is an incident; its id stays the same over its updates. `since`:
 * when the page was made, the date of a feed without an incident: one that moved would be new at each request. `zone`: of the
 * times that people read.
 */
export function incidentFeed(
  {
    title,
    since,
    zone,
    incidents,
  }: { title: string; since: Instant; zone: string; incidents: readonly PublicIncident[] },
  url: string,
): string {
  const updated = incidents.map(updatedAt);
  const time = (at: Instant) => localMinute(zone, at);
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <title>${title}</title>
    <id>${url}.atom</id>
    <link rel="self" href="${url}.atom" />
    <link href="${url}" />
    <updated>${iso(Math.max(since, ...updated))}</updated>
    <author><name>${title}</name></author>
    ${incidents.map(
      (one, i) =>
        html`<entry>
          <title>${one.title}${one.state === "resolved" ? " (resolved)" : ""}</title>
          <id>${url}#${anchorOf(one)}</id>
          <link href="${url}#${anchorOf(one)}" />
          <published>${iso(one.opened_at)}</published>
          <updated>${iso(updated[i]!)}</updated>
          <content type="text"
            >${one.updates.map(
              ({ at, message, state, edited_at }) =>
                `${time(at)}${state === null ? "" : ` ${updateWord(state)}`}${edited_at ? ` (edited ${time(edited_at)})` : ""}: ${message}\n`,
            )}</content
          >
        </entry>`,
    )}
  </feed>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text.replace(invalid, "")}\n`;
}

const updatedAt = ({ opened_at, ended_at, corrected_at, updates }: PublicIncident): Instant =>
  Math.max(opened_at, ended_at ?? 0, corrected_at ?? 0, ...updates.map(({ at }) => at));
