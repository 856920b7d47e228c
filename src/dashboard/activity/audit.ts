/** The audit log: every change with its actor, newest first. Pure. */
import type { AuditEvent } from "../../core/model/model.ts";
import { actorText, changeText } from "../../core/text/actor.ts";
import { kindsWith } from "../../resource/resources.ts";
import { html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { when } from "../words.ts";
import { logPage } from "./frame.ts";

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

export function auditPage(frame: Frame, model: AuditModel): string {
  const choice = (values: readonly string[]) => values.map((value) => [value, value] as const);
  return logPage(frame, {
    log: "audit",
    query: model.query,
    choices: [
      ["actor", "Actor", [["", "All actors"], ...choice(model.actors)]],
      ["kind", "Kind of object", [["", "All kinds"], ...choice(model.kinds)]],
    ],
    columns: ["Actor", "Change", "From", "When"],
    rows: model.events.map(
      (event) =>
        html`<tr id="audit-${event.id}">
          <td><bdi>${actorText(event)}</bdi></td>
          <td>${changeOf(frame, event)}</td>
          <td class="hide-s quiet">
            ${event.client_address}
            ${event.session_id === null ? null : html`session ${event.session_id}`}
          </td>
          <td class="hide-s num quiet">${when(event.at, frame.now)}</td>
        </tr>`,
    ),
    none: "Every change by a person or a key is written here.",
    older: model.older,
  });
}

const changeOf = (frame: Frame, event: AuditEvent): Piece =>
  linked.has(event.object_kind) && event.action !== "delete"
    ? html`<a href="${frame.base}/${event.object_kind}/${event.object_id}"
        ><bdi>${changeText(event)}</bdi></a
      >`
    : html`<bdi>${changeText(event)}</bdi>`;
