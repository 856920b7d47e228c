/** Inbound events: bodies posted by other tools, their outcome, and a button to process them again. Pure. */
import { pingFormat } from "../../core/model/event.ts";
import type { Incident, InboundEvent } from "../../core/model/model.ts";
import { crumbs } from "../components/crumbs.ts";
import { facts } from "../components/facts.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { state, stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { action, framed, live, type Frame } from "../layout.ts";
import { exactly, when } from "../words.ts";
import { logPage } from "./frame.ts";

export type DeliveryLine = Omit<InboundEvent, "body" | "headers">;
/** An incident that a delivery opened or resolved. */
export type DeliveredIncident = Pick<
  Incident,
  "number" | "title" | "status" | "opened_by" | "resolved_by"
>;

export interface DeliveriesModel {
  query: Readonly<Record<"target" | "outcome", string>>;
  deliveries: readonly DeliveryLine[];
  /** Titles of the groups and monitors that were posted to. */
  titles: ReadonlyMap<string, string>;
  /** Groups and monitors to choose from. */
  targets: readonly { id: string; title: string }[];
  incidents: readonly DeliveredIncident[];
  /** The place of the page with older events; null: none. */
  older: string | null;
}

const refused = ({ http_status }: Pick<InboundEvent, "http_status">) => http_status >= 400;

const verdict = (event: DeliveryLine): Html =>
  refused(event) ? stateAs("down", `Rejected ${event.http_status}`) : stateAs("ok", "Accepted");

/** The incidents that a delivery opened or resolved. */
const incidentsOf = (
  event: DeliveryLine,
  incidents: readonly DeliveredIncident[],
): readonly DeliveredIncident[] =>
  incidents.filter(({ opened_by, resolved_by }) => [opened_by, resolved_by].includes(event.id));

const incidentLink = (frame: Frame, one: DeliveredIncident): Html =>
  html`<a href="${frame.base}/incidents/${one.number}">#${one.number} <bdi>${one.title}</bdi></a>`;

export function deliveriesPage(frame: Frame, model: DeliveriesModel): string {
  return logPage(frame, {
    log: "inbound",
    query: model.query,
    choices: [
      [
        "target",
        "Posted to",
        [["", "All targets"], ...model.targets.map(({ id, title }) => [id, title] as const)],
      ],
      [
        "outcome",
        "Outcome",
        [
          ["", "Any outcome"],
          ["accepted", "Accepted"],
          ["rejected", "Rejected"],
        ],
      ],
    ],
    columns: ["Outcome", "Inbound event", "Incident", "Received"],
    rows: model.deliveries.map(
      (event) =>
        html`<tr id="event-${event.id}">
          <td>${verdict(event)}</td>
          <td>
            <a class="name" href="${frame.base}/activity/events/${event.id}"
              >${event.format ?? "Unreadable"} to
              <bdi>${model.titles.get(event.target_id) ?? "a deleted target"}</bdi></a
            >
            <span class="why"
              >${event.replay_of === null ? null : "Replayed. "}<bdi>${event.reason}</bdi></span
            >
          </td>
          <td class="hide-s incidents-of">
            ${incidentsOf(event, model.incidents).map((one) => html`<div>${incidentLink(frame, one)}</div>`)}
          </td>
          <td class="hide-s num quiet">${when(event.received_at, frame)}</td>
        </tr>`,
    ),
    none: html`Point Alertmanager, Grafana or Graylog at the webhook URL of an
      <a href="${frame.base}/alert_groups">alert group</a>.`,
    older: model.older,
  });
}

const confirmForged = html`<label
  ><input type="checkbox" name="confirm" value="unauthenticated" required /> The sender did not
  present the secret, so this event may be forged. Replay it anyway.</label
>`;

export function deliveryPage(
  frame: Frame,
  model: {
    event: InboundEvent;
    title: string | null;
    incidents: readonly DeliveredIncident[];
  },
): string {
  const { event } = model;
  const incidents = incidentsOf(event, model.incidents);
  const title = model.title ?? "a deleted target";
  return framed(
    frame,
    "Inbound event",
    html`${crumbs([[`${frame.base}/activity`, "Inbound"]])}
      <h1>Inbound event for <bdi>${title}</bdi></h1>
      ${live(
        "verdict",
        html`${panel(
          { id: "outcome", title: "Outcome" },
          padded(
            html`${refused(event) ? note("down", event.reason) : html`<p>${event.reason}</p>`}
            ${facts([
              ["State", verdict(event)],
              [
                "Incidents",
                incidents.length === 0
                  ? null
                  : incidents.map(
                      (one) => html`<p>${state(one.status)} ${incidentLink(frame, one)}</p>`,
                    ),
              ],
              ["Received", exactly(event.received_at, frame)],
              ["Format", event.format ?? "not recognized"],
              ["Size", `${event.size} bytes`],
              ["Replayed", event.replayed_at === null ? null : exactly(event.replayed_at, frame)],
              [
                "Replay of",
                event.replay_of === null
                  ? null
                  : html`<a href="${frame.base}/activity/events/${event.replay_of}"
                      >an earlier event</a
                    >`,
              ],
              ...Object.entries(event.headers),
            ])}`,
          ),
        )}`,
      )}
      ${
        frame.may.write && event.format !== pingFormat
          ? html`<div class="acts">
              ${action(frame, `/activity/events/${event.id}/replay`, "Replay", {
                confirm: event.ring === "unauthenticated" ? confirmForged : null,
              })}
              <span class="quiet">Processes the event again, as if it arrived now.</span>
            </div>`
          : null
      }
      ${panel({ id: "body", title: "Body" }, padded(html`<pre tabindex="0">${event.body}</pre>`))}`,
    "board",
  );
}
