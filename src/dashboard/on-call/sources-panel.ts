/** Where other tools and applications post to, and the alerts that came in. Pure. */
import type { Incident } from "../../core/model/model.ts";
import { empty } from "../components/empty.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { prio } from "../components/prio.ts";
import { state } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { timed, urlHidden, when } from "../words.ts";
import type { ShownGroup } from "./model.ts";

export interface SourcesModel {
  group: ShownGroup;
  /** Null: the visitor can only read, and does not see it. */
  webhook_url: string | null;
  /** Where its webhook monitors are pinged by name; null as above. */
  ping_url: string | null;
  /** The last incidents of alerts that were posted to it. */
  incidents: readonly Incident[];
}

/** A text in a box, with a button that copies it. */
export const copyable = (id: string, text: string): Html =>
  html`<p class="url">
    <code class="cut" id="${id}">${text}</code
    ><button class="btn slim" type="button" data-copy="${id}">${icon("copy", "s12")}Copy</button>
  </p>`;

export function sourcesPanel(
  frame: Frame,
  { group, webhook_url, ping_url }: Omit<SourcesModel, "incidents">,
): Html {
  const { last_received_at, unauthenticated_count } = group.subject;
  const facts: Piece = [
    html`<a href="${frame.base}/activity?target=${group.id}">Inbound events</a>`,
    html`<a href="${frame.base}/alert_groups/${group.id}/try">Try a body</a>`,
    last_received_at === null
      ? html`<span>no alert so far</span>`
      : html`<span>last alert ${when(last_received_at, frame)}</span>`,
    unauthenticated_count === 0
      ? null
      : html`<span>${unauthenticated_count} rejected without the secret</span>`,
  ];
  return panel(
    {
      id: "sources-title",
      title: "Alerts of other tools",
      tools: html`<span class="quiet small push hide-s"
        >Everyone with the URL can open incidents here</span
      >`,
    },
    padded(
      html`<p>
          Alertmanager, Grafana, Graylog and every tool that posts JSON send their alerts to this
          URL. The format is recognized, or read by a mapping.
        </p>
        ${webhook_url === null ? note("paused", urlHidden) : copyable("webhook-url", webhook_url)}
        ${
          ping_url === null
            ? null
            : html`<p>
                  Jobs ping the webhook monitors of this group by name, as with Healthchecks:
                </p>
                ${copyable("ping-url", `${ping_url}/EXTERNAL_ID`)}`
        }
        <p class="sub">${facts}</p>`,
    ),
  );
}

export function alertsPanel(frame: Frame, incidents: readonly Incident[]): Html {
  return panel(
    { id: "alerts-title", title: "Last alerts" },
    incidents.length === 0
      ? empty("bell", "No alert so far")
      : html`<ul class="lined">
          ${incidents.map(
            (one) =>
              html`<li>
                ${state(one.status)} ${prio(one.priority_level)}
                <a class="name" href="${frame.base}/incidents/${one.number}"
                  ><span class="quiet">#${one.number}</span> <bdi>${one.title}</bdi></a
                >
                <span class="quiet cut"><bdi>${timed(one.summary, frame)}</bdi></span>
                <span class="quiet push">${when(one.opened_at, frame)}</span>
              </li>`,
          )}
        </ul>`,
  );
}
