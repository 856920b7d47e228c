/** The push log: every notification, its device and its state. Pure. */
import {
  notificationStates,
  type Notification,
  type NotificationState,
} from "../../core/model/model.ts";
import { cutText } from "../../core/text/text.ts";
import { stateAs, type StateLook } from "../components/state.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { sentWord, timed, when } from "../words.ts";
import { logPage } from "./frame.ts";

/** A notification with the names of its user, device and incident. */
export interface LoggedNotification {
  notification: Notification;
  /** Name or email; null: the user was deleted. */
  person: string | null;
  /** Name or kind; null: the device was deleted. */
  device: string | null;
  incident: { number: number; title: string } | null;
}

export interface NotificationsModel {
  query: Readonly<Record<"state" | "user", string>>;
  notifications: readonly LoggedNotification[];
  people: readonly { id: string; name: string }[];
  /** The place of the page with older ones; null: none. */
  older: string | null;
}

const looks: Record<NotificationState, StateLook> = {
  delivered: "ok",
  queued: "unknown",
  leased: "unknown",
  waiting: "unknown",
  held: "silenced",
  perhaps_delivered: "warn",
  refused: "down",
  expired: "down",
  dropped: "paused",
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function notificationsPage(frame: Frame, model: NotificationsModel): string {
  return logPage(frame, {
    log: "notifications",
    query: model.query,
    choices: [
      [
        "state",
        "State",
        [
          ["", "All states"],
          ...notificationStates.map((state) => [state, capital(sentWord(state))] as const),
        ],
      ],
      [
        "user",
        "Person",
        [["", "All people"], ...model.people.map(({ id, name }) => [id, name] as const)],
      ],
    ],
    columns: ["State", "Notification", "To", "Queued"],
    rows: model.notifications.map(({ notification: one, person, device, incident }) => {
      const reason = one.last_error ?? one.held_reason;
      return html`<tr id="push-${one.id}">
        <td>${stateAs(looks[one.state], capital(sentWord(one.state)))}</td>
        <td>
          ${
            incident === null
              ? html`<bdi class="name">${one.title}</bdi>`
              : html`<a class="name" href="${frame.base}/incidents/${incident.number}"
                  ><span class="unseen">#${incident.number} </span><bdi>${one.title}</bdi></a
                >`
          }
          <span class="why"
            ><bdi>${timed(reason ?? cutText(one.message, 120), frame)}</bdi>${
              one.attempts > 1 ? ` (${one.attempts} attempts)` : ""
            }</span
          >
        </td>
        <td class="hide-s">
          ${
            person === null
              ? html`<span class="quiet">deleted</span>`
              : html`<a href="${frame.base}/users/${one.user_id}"><bdi>${person}</bdi></a>`
          }
          <span class="quiet"><bdi>${device}</bdi></span>
        </td>
        <td class="hide-s num quiet">${when(one.inserted_at, frame)}</td>
      </tr>`;
    }),
    none: "Notifications appear here when an incident opens, and when a device is tested.",
    older: model.older,
  });
}
