/** The signed-in person: profile, phones, hours, passkeys and signed-in devices. Pure. */
import type { Passkey, User } from "../../core/model/model.ts";
import { hoursOf } from "../../core/paging/gate.ts";
import { timeOfDay } from "../chart/times.ts";
import { weekGrid } from "../chart/week-grid.ts";
import { empty } from "../components/empty.ts";
import { facts } from "../components/facts.ts";
import { menu } from "../components/menu.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { roleWords } from "../components/role.ts";
import { html, type Html } from "../html.ts";
import { fieldOf, zoneList } from "../form-field.ts";
import { csrfField, live, type Frame } from "../layout.ts";
import { hoursText } from "../on-call/hours.ts";
import { passkeysPanel } from "../on-call/passkeys-panel.ts";
import { ownWeekRow, weekOf } from "../on-call/week.ts";
import type { FormModel } from "../pages/form.ts";
import { devicesPanel, type PersonLine } from "../pages/people.ts";
import { managed } from "../words.ts";
import { icon } from "../icons.ts";
import { connectionsPanel, type Connection } from "./connections.ts";
import { sessionsPanel, type ListedSession } from "./sessions.ts";
import { settingsPage } from "./tabs.ts";

export interface YouModel extends PersonLine {
  /** The fields that the person changes, as they are stored or typed, and their faults. */
  profile: Pick<FormModel, "fields" | "values" | "faults">;
  /** The fields that a project decides. */
  declared: readonly string[];
  /** null: this site has no name that browsers keep passkeys for. */
  passkeys: readonly Passkey[] | null;
  /** Empty: no provider is configured. */
  connections: readonly Connection[];
  sessions: readonly ListedSession[];
  /** Why the last change was refused; null: it was not. */
  problem: string | null;
}

/** Would a page reach me now comes first: the devices, then the hours. */
export const youPage = (frame: Frame, model: YouModel): string =>
  settingsPage(
    frame,
    "you",
    html`<div class="stack">
      ${model.problem === null ? null : note("down", model.problem)}
      ${live("devices", devicesPanel(frame, `${frame.base}/users/${model.user.id}`, model))}
      ${live("hours", hoursPanel(frame, model))} ${profilePanel(frame, model)}
      ${model.passkeys && passkeysPanel(frame, model.user.id, model.passkeys)}
      ${model.connections.length === 0 ? null : connectionsPanel(frame, model.connections)}
      ${sessionsPanel(frame, model.sessions, {
        ends: "/settings/you/sessions",
        tools: model.sessions.length > 1 ? signOutElsewhere(frame) : undefined,
      })}
    </div>`,
  );

const profilePanel = (frame: Frame, { user, profile, declared }: YouModel): Html => {
  const { fields, values, faults } = profile;
  const other = faults.filter(({ field }) => !fields.some(({ name }) => name === field));
  return panel(
    {
      id: "profile-title",
      title: "Profile",
      count: managed(user.project),
    },
    html`${
      fields.length === 0
        ? null
        : html`<form
              class="pb row-form"
              method="post"
              action="${frame.base}/settings/you/profile"
              novalidate
            >
              ${csrfField(frame)}
              ${fields.map((field) =>
                fieldOf(field, {
                  values: values[field.name] ?? [],
                  faults: faults.filter((fault) => fault.field === field.name),
                  absent: false,
                  beside: null,
                  found: null,
                }),
              )}
              <button class="btn">Save</button>
              ${other.map(({ message }) => html`<p class="err" role="alert">${message}</p>`)}
            </form>
            ${zoneList}`
    }
    ${padded(
      facts([
        ["Name", declared.includes("name") ? html`<bdi>${user.name ?? "none"}</bdi>` : null],
        ["Email", html`<bdi>${user.email}</bdi>`],
        ["Role", user.role === null ? null : html`${user.role}: ${roleWords[user.role]}`],
        [
          "Time zone",
          html`${frame.zone}, ${zoneFrom(user, declared)}. It is ${timeOfDay(frame.now, frame)} now.`,
        ],
      ]),
    )}`,
  );
};

const zoneFrom = ({ timezone }: User, declared: readonly string[]): string =>
  timezone === null
    ? "as this browser says"
    : declared.includes("timezone")
      ? "as the project declares"
      : "as you chose";

function hoursPanel(frame: Frame, { places }: YouModel): Html {
  return panel(
    {
      id: "hours-title",
      title: "When pages reach you",
      tools: html`<span class="quiet small push hide-s"
          >dark: every page · light: P1 only · line: now</span
        >
        <a class="btn plain slim" href="${frame.base}/my_shifts">My shifts</a>`,
    },
    places.length === 0
      ? empty("call", "In no group", "No incident notifies you.")
      : html`${weekGrid(
            places.map(({ group, member }) => ownWeekRow(group, member, icon("bell"), frame)),
            weekOf(frame).now_hour,
          )}
          <ul class="members devices">
            ${places.map(
              ({ group, member }) =>
                html`<li>
                  <div>
                    <a class="name" href="${frame.base}/alert_groups/${group.id}"
                      ><bdi>${group.title}</bdi></a
                    >
                  </div>
                  <div class="quiet">${hoursText(hoursOf(group, member))}</div>
                  <div class="acts">
                    <a
                      class="btn plain slim"
                      href="${frame.base}/alert_groups/${group.id}/members/${member.user_id}"
                      aria-label="Edit hours in ${group.title}"
                      >Edit hours</a
                    >
                  </div>
                </li>`,
            )}
          </ul>`,
  );
}

/** Asks before it ends them, and names the accesses that stay. */
const signOutElsewhere = (frame: Frame): Html =>
  html`<span class="push"
    >${menu(
      "sign-out-elsewhere",
      "Sign out everywhere else",
      html`<form class="body stack" method="post" action="${frame.base}/settings/you/sessions/end">
        ${csrfField(frame)}
        <p>
          Signs out all your other browsers. This one stays. API keys, programs that you signed in,
          and phones are not affected.
        </p>
        <button class="btn danger">Sign out the others</button>
      </form>`,
    )}</span
  >`;
