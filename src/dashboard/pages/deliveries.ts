/**
 * Inbound events: bodies posted by other tools, their outcome, and a button to process them again. Pure.
 */
import type { InboundEvent } from "../../core/model/model.ts";
import { html, type Html } from "../html.ts";
import { action, framed, live, type Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import { older } from "./incidents.ts";

export type DeliveryLine = Omit<InboundEvent, "body" | "headers">;

export interface DeliveriesModel {
  deliveries: readonly DeliveryLine[];
  titles: ReadonlyMap<string, string>;
  /** The group or monitor that is asked for; null: all. */
  target: string | null;
  /** Query of the page with older events; null: there is none. */
  older: string | null;
}

const refused = ({ http_status }: Pick<InboundEvent, "http_status">) => http_status >= 400;

const verdict = (event: DeliveryLine): Html =>
  refused(event)
    ? html`<span class="state bad"
        ><span aria-hidden="true">✗</span> refused ${event.http_status}</span
      >`
    : html`<span class="state good"><span aria-hidden="true">✓</span> taken</span>`;

export function deliveriesPage(frame: Frame, model: DeliveriesModel): string {
  return framed(
    frame,
    "Deliveries",
    html`<h1>Deliveries</h1>
      <p class="quiet">
        What was posted to alert groups, and what webhook monitors refused.
        ${
          model.target === null
            ? null
            : html`Only ${model.titles.get(model.target) ?? "one that was deleted"}:
                <a href="${frame.base}/inbound_events">show all</a>`
        }
      </p>
      ${live(
        "deliveries",
        model.deliveries.length === 0
          ? html`<p class="empty">
              Nothing yet. Point Alertmanager, Grafana or Graylog at the URL of an
              <a href="${frame.base}/alert_groups">alert group</a>.
            </p>`
          : html`<ul class="lines">
              ${model.deliveries.map(
                (event) =>
                  html`<li>
                    ${verdict(event)}
                    <a href="${frame.base}/inbound_events/${event.id}"
                      >${event.format ?? "unreadable"} to
                      ${model.titles.get(event.target_id) ?? "one that was deleted"}</a
                    >
                    <span class="quiet"
                      >${exactly(event.received_at)}${
                        event.replay_of === null ? null : " · replayed"
                      }</span
                    >
                    <p class="reason">${event.reason}</p>
                  </li>`,
              )}
            </ul>`,
      )}
      ${older(frame, "/inbound_events", model.older)}`,
  );
}

const confirmForged = html`<label
  ><input type="checkbox" name="confirm" value="unauthenticated" required /> The sender did not
  present the secret, so this delivery may be forged. Replay it anyway.</label
>`;

export function deliveryPage(
  frame: Frame,
  model: { event: InboundEvent; title: string | null },
): string {
  const { event } = model;
  const headers = Object.entries(event.headers);
  return framed(
    frame,
    "Delivery",
    html`<p class="quiet">
        <a href="${frame.base}/inbound_events">Deliveries</a>
      </p>
      <h1>Delivery to ${model.title ?? "one that was deleted"}</h1>
      ${live(
        "verdict",
        html`<p class="sub">
          ${verdict(event)} <span>${exactly(event.received_at)}</span>
          <span>${event.format ?? "not read as any format"}</span>
          <span>${event.size} bytes</span>
          ${
            event.replayed_at === null
              ? null
              : html`<span>replayed ${exactly(event.replayed_at)}</span>`
          }
        </p>`,
      )}
      <p class="${refused(event) ? "error" : ""}">${event.reason}</p>
      ${
        frame.may.write
          ? html`<div class="buttons">
              ${action(frame, `/inbound_events/${event.id}/replay`, "Replay", {
                confirm: event.ring === "unauthenticated" ? confirmForged : null,
              })}
              <span class="quiet">takes it once more, as if it arrived now</span>
            </div>`
          : null
      }
      ${
        headers.length === 0
          ? null
          : html`<details>
              <summary>Headers</summary>
              <dl>
                ${headers.map(
                  ([name, value]) =>
                    html`<dt>${name}</dt>
                      <dd>${value}</dd>`,
                )}
              </dl>
            </details>`
      }
      <h2>Body</h2>
      <pre>${event.body}</pre>`,
  );
}
