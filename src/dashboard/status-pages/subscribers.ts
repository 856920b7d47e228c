/** The subscribers of a status page, for editors: how many, the newest of them, and all as a file. Pure. */
import type { Subscriber, SubscriberCounts } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { action, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";

export interface SubscribersModel {
  counts: SubscriberCounts;
  /** The newest, confirmed or not. */
  newest: readonly Subscriber[];
  /** Visitors can subscribe. */
  isOpen: boolean;
  /** A mail server is set up. */
  hasMail: boolean;
}

export function subscribersPanel(frame: Frame, page_id: string, model: SubscribersModel): Html {
  const { counts, newest, isOpen, hasMail } = model;
  const path = `/status_pages/${page_id}/subscribers`;
  const all = counts.confirmed + counts.unconfirmed;
  return panel(
    {
      id: "subscribers-title",
      title: "Subscribers",
      count: counts.confirmed,
      tools:
        all === 0 ? null : linkButton(`${frame.base}${path}.csv`, "Download CSV", { look: "slim" }),
      boxed: true,
    },
    live(
      "subscribers",
      html`${note(isOpen, hasMail, counts)}${
        newest.length === 0
          ? isOpen && hasMail
            ? empty("bell", "No subscribers yet", "Visitors subscribe with the button on the page.")
            : null
          : html`<ul class="lined">
              ${newest.map((one) => subscriberRow(frame, path, one))}
            </ul>`
      }${newest.length < all ? padded(html`<p class="quiet small">The newest ${newest.length} of ${all}. The CSV has all of them.</p>`) : null}`,
    ),
  );
}

const note = (isOpen: boolean, hasMail: boolean, { unconfirmed }: SubscriberCounts): Html | null =>
  !isOpen
    ? padded(
        html`<p class="quiet">
          Nobody can subscribe, and no mails are sent: turn on “Updates by mail” in the form of the
          page.
        </p>`,
      )
    : !hasMail
      ? padded(
          html`<p class="quiet">
            Nobody can subscribe: monitord has no mail server. Start it with --smtp-url and
            --mail-from.
          </p>`,
        )
      : unconfirmed === 0
        ? null
        : padded(
            html`<p class="quiet small">
              ${plural(unconfirmed, "address", "addresses")} not confirmed, deleted a day after the
              last request.
            </p>`,
          );

const subscriberRow = (
  frame: Frame,
  path: string,
  { id, email, inserted_at, confirmed_at }: Subscriber,
): Html =>
  html`<li class="spage">
    <bdi>${email}</bdi>
    <span class="quiet small"
      >${
        confirmed_at === null
          ? html`not confirmed, asked ${when(inserted_at, frame)}`
          : html`since ${when(confirmed_at, frame)}`
      }</span
    >
    <span class="push"
      >${action(frame, `${path}/${id}/remove`, html`Remove<span class="unseen"> ${email}</span>`, {
        class: "slim",
      })}</span
    >
  </li>`;
