/** The audit log: every change with its actor, newest first. Pure. */
import type { AuditEvent } from "../../core/model/model.ts";
import { actorText, changeText } from "../../core/text/actor.ts";
import { kindsWith } from "../../resource/resources.ts";
import { addressWith } from "../board/address.ts";
import { empty } from "../components/empty.ts";
import { choiceField } from "../components/filter.ts";
import { html, type Html, type Piece } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import { when } from "../words.ts";
import { settingsPage } from "./tabs.ts";

export interface AuditModel {
  query: Readonly<Record<"actor" | "kind", string>>;
  events: readonly AuditEvent[];
  /** Actors and kinds of objects to choose from. */
  actors: readonly string[];
  kinds: readonly string[];
  /** The place of the page with older events; null: none. */
  older: string | null;
}

/** Kinds of objects with a page of their own. */
const linked = new Set<string>([...kindsWith("page"), "incidents"]);

const home = "/settings/audit";

export function auditPage(frame: Frame, model: AuditModel): string {
  const choice = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const { query, events, actors, kinds, older } = model;
  const filtered = Object.values(query).some((value) => value !== "");
  return settingsPage(
    frame,
    "audit",
    html`<section class="panel boxed" aria-label="Audit log">
      <form class="ph" method="get" action="${frame.base}${home}" data-filter>
        ${choiceField("actor", "Who", [["", "Everybody and all keys"], ...choice(actors)], query.actor)}
        ${choiceField("kind", "What", [["", "All changes"], ...choice(kinds)], query.kind)}
        <noscript><button class="btn slim">Show</button></noscript>
      </form>
      ${live(
        "log",
        events.length > 0
          ? html`<table>
                <tbody>
                  ${events.map((event) => auditRow(frame, event))}
                </tbody>
              </table>
              ${
                older === null
                  ? null
                  : html`<p class="pf">
                      <a href="${addressWith(frame, home, query, { before: older })}">Older</a>
                    </p>`
              }`
          : filtered
            ? empty(
                "search",
                "No changes match",
                html`<a href="${frame.base}${home}">Clear the filters</a>`,
              )
            : empty("bell", "Nothing yet", "Every change by a person or a key is written here."),
      )}
    </section>`,
  );
}

const auditRow = (frame: Frame, event: AuditEvent): Html =>
  html`<tr id="audit-${event.id}">
    <td><bdi>${actorText(event)}</bdi></td>
    <td>${changeOf(frame, event)}</td>
    <td class="hide-s quiet">
      ${event.client_address}
      ${event.session_id === null ? null : html`session ${event.session_id}`}
    </td>
    <td class="hide-s num quiet">${when(event.at, frame.now)}</td>
  </tr>`;

const changeOf = (frame: Frame, event: AuditEvent): Piece =>
  linked.has(event.object_kind) && event.action !== "delete"
    ? html`<a href="${frame.base}/${event.object_kind}/${event.object_id}"
        ><bdi>${changeText(event)}</bdi></a
      >`
    : html`<bdi>${changeText(event)}</bdi>`;
