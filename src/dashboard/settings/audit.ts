/** The audit log: each change with its actor, place, and fields before and after; newest first. Pure. */
import type { AuditEvent, SignInMethod } from "../../core/model/model.ts";
import { actorText, changeText, kindWords, signInMethods } from "../../core/text/actor.ts";
import { kindsWith } from "../../resource/resources.ts";
import { addressWith } from "../board/address.ts";
import { dayText, timeOfDay } from "../chart/times.ts";
import { pill } from "../components/state.ts";
import { fieldDiff } from "../components/diff.ts";
import { empty } from "../components/empty.ts";
import { choiceField } from "../components/filter.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon, type Icon } from "../icons.ts";
import { live, type Frame } from "../layout.ts";
import { settingsPage } from "./tabs.ts";

export interface AuditModel {
  query: Readonly<Record<"actor" | "kind", string>>;
  events: readonly AuditEvent[];
  /** Actors and kinds of objects to choose from. */
  actors: readonly string[];
  kinds: readonly string[];
  /** The titles of resources that fields refer to, by their ids. */
  titles: ReadonlyMap<string, string>;
  /** The place of the page with older events; null: none. */
  older: string | null;
}

/** Kinds of objects with a page of their own. */
const linked = new Set<string>([...kindsWith("page"), "incidents"]);

const home = "/settings/audit";

export function auditPage(frame: Frame, model: AuditModel): string {
  const { query, events, actors, kinds, older } = model;
  const filtered = Object.values(query).some((value) => value !== "");
  const days = Map.groupBy(events, ({ at }) => dayText(at, frame));
  return settingsPage(
    frame,
    "audit",
    html`<section class="panel auditlog" aria-labelledby="audit-title">
      <div class="ph">
        <h2 id="audit-title">Audit log</h2>
        <form class="acts push" method="get" action="${frame.base}${home}" data-filter>
          ${choiceField("actor", "Who", [["", "Everybody and all keys"], ...actors.map((one) => [one, one] as const)], query.actor)}
          ${choiceField("kind", "What", [["", "All changes"], ["sign_in", "Sign-ins"], ...kinds.map((one) => [one, kindText(one)] as const)], query.kind)}
          <noscript><button class="btn slim">Show</button></noscript>
          <a class="btn slim" href="${addressWith(frame, `${home}.csv`, query, {})}">CSV</a>
        </form>
      </div>
      ${live(
        "log",
        events.length > 0
          ? [...days].map(
              ([day, of]) =>
                html`<h3 class="day">${day}</h3>
                  <ol class="events">
                    ${of.map((event) => auditRow(frame, model, event))}
                  </ol>`,
            )
          : filtered
            ? empty(
                "search",
                "No changes match",
                html`<a href="${frame.base}${home}">Clear the filters</a>`,
              )
            : empty("bell", "Nothing yet", "Every change by a person or a key is written here."),
      )}
      <p class="pf acts">
        <span>Kept for at least 400 days</span>
        ${
          older === null
            ? null
            : html`<a class="push" href="${addressWith(frame, home, query, { before: older })}"
                >Older</a
              >`
        }
      </p>
    </section>`,
  );
}

const kindText = (kind: string): string => {
  const text = kindWords(kind);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const icons: Record<string, Icon> = {
  apply: "deploy",
  sign_in: "phone",
  refuse_sign_in: "warn",
  end: "out",
};

const auditRow = (frame: Frame, model: AuditModel, event: AuditEvent): Html =>
  html`<li id="audit-${event.id}">
    <time datetime="${new Date(event.at).toISOString()}">${timeOfDay(event.at, frame)}</time>
    ${icon(icons[event.action] ?? "note")}
    <div>
      <b><bdi>${actorText(event)}</bdi></b> ${whatOf(frame, event)} ${changesOf(model, event)}
    </div>
    <span class="from quiet">${fromOf(event)}</span>
  </li>`;

/** Browser and address; the session, or the key, by which others are found. */
const fromOf = ({ agent, client_address, session_id }: AuditEvent): string =>
  client_address === null
    ? "on the server"
    : [agent, client_address, session_id === null ? null : `session ${session_id}`]
        .filter((one) => one !== null)
        .join(", ");

function whatOf(frame: Frame, event: AuditEvent): Piece {
  const entered = signInOf(event);
  if (entered !== null) return entered;
  if (event.action === "apply") return html`applied project <b><bdi>${event.object_id}</bdi></b>`;
  return linked.has(event.object_kind) && event.action !== "delete"
    ? html`<a href="${frame.base}/${event.object_kind}/${event.object_id}"
        ><bdi>${changeText(event)}</bdi></a
      >`
    : html`<bdi>${changeText(event)}</bdi>`;
}

/** A sign-in has no field before and after, but how it was done; null: another event. */
function signInOf({ action, changes }: AuditEvent): Html | null {
  if (action !== "sign_in") return null;
  const value = (name: string) => changes?.find(({ field }) => field === name)?.to;
  const method = value("method") as SignInMethod | undefined;
  return html`signed in ${method && signInMethods[method]}
  ${value("new_device") === true ? pill("warn", "new device") : null}`;
}

/** An apply that only creates or deletes has counts alone. */
function changesOf(
  model: AuditModel,
  { id, action, object_kind, changes, counts: of }: AuditEvent,
): Piece {
  const list = changes === null ? null : fieldDiff(object_kind, changes, model.titles);
  if (action === "sign_in") return null;
  if (of === null) return list;
  const counts = Object.entries(of)
    .map(([done, n]) => `${n} ${countWords[done] ?? done.replaceAll("_", " ")}`)
    .join(", ");
  if (list === null) return html`<p class="quiet">${counts}</p>`;
  return html`<details class="applied" id="applied-${id}">
    <summary>${counts}</summary>
    ${list}
  </details>`;
}

const countWords: Record<string, string> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  detach: "detached",
};
