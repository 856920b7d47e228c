/** Calendar feeds: those that exist, one that was just made, and the buttons that make and revoke them. Pure. */
import type { StoredFeed } from "../../core/model/model.ts";
import { crumbs } from "../components/crumbs.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { returning, framed, type Frame } from "../layout.ts";
import { copyable } from "../on-call/sources-panel.ts";
import { qrPicture } from "../qr.ts";
import { when } from "../words.ts";

/** The feeds of a person or of a schedule. */
export function feedsPanel(
  frame: Frame,
  feeds: readonly StoredFeed[],
  of: { user_id: string } | { schedule_id: string },
  about: Piece,
): Html {
  return html`<section class="panel" id="feed" aria-labelledby="feed-title">
    <div class="ph"><h2 id="feed-title">In your calendar</h2></div>
    ${
      feeds.length === 0
        ? html`<p class="pb quiet">${about}</p>`
        : html`<ul class="overs">
            ${feeds.map((feed) => feedLine(frame, feed))}
          </ul>`
    }
    ${
      frame.may.respond
        ? html`<form class="pf acts" method="post" action="${frame.base}/calendar_feeds">
            ${returning(frame)}
            ${Object.entries(of).map(([name, id]) => html`<input type="hidden" name="${name}" value="${id}" />`)}
            <button class="btn slim">
              ${icon("cal", "s12")}${feeds.length === 0 ? "Make a feed" : "Make another feed"}
            </button>
          </form>`
        : null
    }
  </section>`;
}

const feedLine = (frame: Frame, feed: StoredFeed): Html =>
  html`<li id="feed-${feed.id}">
    <div>
      <b>Calendar feed</b>
      <small>made ${when(feed.inserted_at, frame)} by <bdi>${feed.created_by}</bdi></small>
    </div>
    ${
      frame.may.respond
        ? html`<details class="act" id="revoke-${feed.id}">
            <summary><span class="btn plain slim">Revoke…</span></summary>
            <form method="post" action="${frame.base}/calendar_feeds/${feed.id}/delete">
              ${returning(frame)}
              <p class="quiet small">Calendars that use its URL stop following.</p>
              <button class="btn slim danger">Revoke</button>
            </form>
          </details>`
        : null
    }
  </li>`;

/** A feed that was just made: its URL is stored as a hash, and shown this once. */
export function feedMadePage(
  frame: Frame,
  { url, title, back }: { url: string; title: string; back: string },
): string {
  return framed(
    frame,
    "Calendar feed",
    html`${crumbs([
        [`${frame.base}/on_call`, "On call"],
        [`${frame.base}${back}`, title],
      ])}
      <h1>A calendar feed of <bdi>${title}</bdi></h1>
      <div class="stack gap-top">
        ${note("warn", "The URL is shown this once. Whoever has it sees the shifts.")}
        ${panel(
          { id: "feed-title", title: "Add it to a calendar" },
          padded(
            html`<div class="feed">
                ${qrPicture(url, "QR code of the URL of the feed")}
                <div class="stack">
                  <p class="quiet">
                    Scan it with your phone, or open it here. Changes follow within an hour.
                  </p>
                  <a class="btn" href="${url.replace(/^https?:/, "webcal:")}"
                    >${icon("cal")}Add to calendar</a
                  >
                </div>
              </div>
              ${copyable("feed-url", url)}`,
          ),
        )}
        <p><a class="btn" href="${frame.base}${back}">Done</a></p>
      </div>`,
    "board",
  );
}

/** The feeds of a schedule, with the shifts of all of its people. */
export const scheduleFeedsPage = (
  frame: Frame,
  schedule: { id: string; title: string },
  feeds: readonly StoredFeed[],
): string =>
  framed(
    frame,
    `Calendar feed · ${schedule.title}`,
    html`${crumbs([
        [`${frame.base}/on_call`, "On call"],
        [`${frame.base}/schedules`, "Schedules"],
        [`${frame.base}/schedules/${schedule.id}`, schedule.title],
      ])}
      <h1>Calendar feed</h1>
      <div class="stack gap-top">
        ${feedsPanel(
          frame,
          feeds,
          { schedule_id: schedule.id },
          "A feed shows all shifts of this schedule, with the names of their people. Calendars read it by a URL that cannot be guessed.",
        )}
      </div>`,
    "board",
  );
