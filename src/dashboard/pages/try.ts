/** The page on which a body is tried at an alert group, with a mapping beside it. Pure. */
import type { InboundEvent } from "../../core/model/model.ts";
import type { TriedAlert, TriedBody } from "../../core/alerts/tried.ts";
import type { WhoWould } from "../../core/explain/who-would.ts";
import { plural } from "../../core/text/plural.ts";
import { empty } from "../components/empty.ts";
import { facts } from "../components/facts.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { prio } from "../components/prio.ts";
import { state } from "../components/state.ts";
import type { Field } from "../form-field.ts";
import { html, type Html } from "../html.ts";
import { action, type Frame } from "../layout.ts";
import { reachNow } from "../on-call/now.ts";
import { formPage } from "./form.ts";
import { when } from "../words.ts";

export interface TryModel {
  group: { id: string; title: string };
  /** As typed, or as they are stored. */
  typed: { body: string; mapping: string };
  /** Null: it was not tried. */
  tried: TriedBody | null;
  faults: readonly { field: string; message: string }[];
  /** The people that an incident of a priority would notify if it opened now. */
  people: (priority: number) => readonly WhoWould[];
  /** The last inbound events, newest first. */
  events: readonly Pick<InboundEvent, "id" | "format" | "reason" | "received_at">[];
}

/** The most alerts that are shown. */
const mostShown = 50;

const fields: readonly Field[] = [
  {
    name: "body",
    label: "Body",
    help: "Paste a body, or choose an inbound event: JSON or form fields.",
    required: true,
    optional: false,
    input: { kind: "lines" },
    section: "try",
  },
  {
    name: "mapping",
    label: "Mapping",
    help: "One query per line, for example title: event.name. Without any the format is detected.",
    required: false,
    optional: true,
    input: { kind: "queries" },
    section: "try",
  },
];

export function tryPage(frame: Frame, model: TryModel): string {
  const { group, typed, faults } = model;
  const path = `/alert_groups/${group.id}`;
  return formPage(frame, {
    title: "Try a body",
    above: [
      ["/alert_groups", "On call"],
      [path, group.title],
      [`${path}/sources`, "Sources"],
    ],
    action: `${path}/try`,
    submit: "Try it",
    rejected: "Not tried",
    sections: [
      {
        key: "try",
        title: "Body and mapping",
        about: "Nothing is saved, and no one is paged.",
        folded: false,
      },
    ],
    fields,
    values: { body: [typed.body], mapping: [typed.mapping] },
    faults,
    project: null,
    version: null,
    aside: html`${resultPanel(frame, model)} ${peoplePanel(frame, model)}
    ${eventsPanel(frame, model)}`,
  });
}

function resultPanel(frame: Frame, { group, typed, tried }: TryModel): Html | null {
  if (tried === null) return null;
  const { alerts, format, reason, left_out, remarks } = tried;
  const more = alerts.length - mostShown + left_out;
  return panel(
    { id: "result", title: "It would make" },
    html`${padded(
      html`<div role="status">
        ${
          reason === null
            ? html`<p><b>${plural(alerts.length, "alert")}</b>, read as ${format}</p>`
            : note("down", `It would be refused: ${reason}`)
        }
        ${remarks.map((remark) => html`<p class="quiet small">${remark}</p>`)}
      </div>`,
    )}
    ${alerts.slice(0, mostShown).map((alert) => padded(alertPart(alert)))}
    ${more > 0 ? padded(html`<p class="quiet">and ${more} more</p>`) : null}
    ${
      reason === null && frame.may.write
        ? padded(
            action(frame, `/alert_groups/${group.id}/mapping`, "Save mapping", {
              fields: { mapping: typed.mapping },
            }),
          )
        : null
    }`,
  );
}

const alertPart = (alert: TriedAlert): Html =>
  html`<p>
      ${state(alert.status)}
      <b><bdi>${alert.title}</bdi></b>
    </p>
    ${facts([
      ["Effect", alert.effect],
      ["Identity", html`<span class="mono"><bdi>${alert.identity}</bdi></span>`],
      ["Text", html`<bdi>${alert.text}</bdi>`],
      [
        "Priority",
        html`${prio(alert.priority_level)}
        ${alert.severity === null ? null : html`<span class="quiet"><bdi>${alert.severity}</bdi></span>`}`,
      ],
      [
        "Links",
        alert.links.length === 0
          ? null
          : alert.links.map(({ name, url }) => html`<p><bdi>${name}</bdi>: <bdi>${url}</bdi></p>`),
      ],
    ])}`;

/** The people that the incidents of the body would notify; null: it opens none. */
function peoplePanel(frame: Frame, { tried, people }: TryModel): Html | null {
  const opened = (tried?.alerts ?? []).filter(
    ({ status, incident_number }) => status === "firing" && incident_number === null,
  );
  if (opened.length === 0) return null;
  const priority = Math.min(...opened.map(({ priority_level }) => priority_level));
  const notified = people(priority);
  return panel(
    { id: "people", title: html`Who would be notified now of a P${priority}` },
    notified.length === 0
      ? empty("call", "The group has no members")
      : html`<ul class="members">
          ${notified.map(
            (one) =>
              html`<li class="whole">${reachNow(one, frame)} <bdi>${one.sentence}</bdi></li>`,
          )}
        </ul>`,
  );
}

/** `18 events as before, 2 different`: the last events with the mapping that is tried. */
const comparison = (recent: TriedBody["recent"]): string => {
  const different = recent.filter(({ difference }) => difference !== null).length;
  const same = plural(recent.length - different, "event");
  return `With this mapping: ${same} as before, ${different} different.`;
};

function eventsPanel(frame: Frame, { group, events, tried }: TryModel): Html {
  const recent = tried?.recent ?? [];
  const differences = new Map(recent.map((one) => [one.delivery_id, one.difference]));
  return panel(
    { id: "recent", title: "Recent events" },
    events.length === 0
      ? empty("bell", "No event so far", "Paste a body, or send one to the webhook URL.")
      : html`${recent.length === 0 ? null : padded(html`<p>${comparison(recent)}</p>`)}
          <ul class="lined">
            ${events.map(
              (event) =>
                html`<li>
                  <a
                    class="name"
                    href="${frame.base}/alert_groups/${group.id}/try?event=${event.id}"
                    >${event.format ?? "Unreadable"}</a
                  >
                  <span class="quiet cut"
                    ><bdi>${differences.get(event.id) ?? event.reason}</bdi></span
                  >
                  <span class="quiet push">${when(event.received_at, frame)}</span>
                </li>`,
            )}
          </ul>`,
  );
}
