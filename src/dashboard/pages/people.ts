/** People: their devices, their groups, and whether they can sign in. Pure. */
import { channelOf } from "../../channel/registry.ts";
import type { AlertGroup, Device, Member, Passkey, User } from "../../core/model/model.ts";
import { hoursOf } from "../../core/paging/gate.ts";
import { linkButton } from "../components/button.ts";
import { crumbs } from "../components/crumbs.ts";
import { empty } from "../components/empty.ts";
import { face } from "../components/face.ts";
import { columnHeads } from "../components/heads.ts";
import { note } from "../components/note.ts";
import { panel } from "../components/panel.ts";
import { roleWords } from "../components/role.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { action, csrfField, framed, live, type Frame } from "../layout.ts";
import { deviceHealth } from "../on-call/device-health.ts";
import { hoursText, prioritiesText } from "../on-call/hours.ts";
import { passkeysPanel } from "../on-call/passkeys-panel.ts";
import { onCallTabs } from "../on-call/tabs.ts";
import { managed } from "../words.ts";
import { addPhoneForm } from "./add-phone.ts";
import { roles } from "../../resource/user.ts";
import { deviceName, personName } from "../../core/text/person.ts";

/** A user's place in one group. */
export interface Membership {
  group: AlertGroup;
  member: Member;
}

export interface PersonLine {
  user: User;
  devices: readonly Device[];
  places: readonly Membership[];
}

export function peoplePage(frame: Frame, people: readonly PersonLine[]): string {
  return framed(
    frame,
    "People",
    html`<div>
        <div class="lead">
          <h1>On call</h1>
          ${
            frame.may.admin
              ? html`<div class="push">
                  ${linkButton(`${frame.base}/users/new`, "New person", { icon: "plus" })}
                </div>`
              : null
          }
        </div>
        ${onCallTabs(frame, "users")}
      </div>
      <div class="stack">
        ${people.length === 0 ? null : whyNot(frame)}
        <section class="panel" aria-label="People">
          ${live(
            "people",
            people.length === 0
              ? empty(
                  "call",
                  "No users yet",
                  "Add a person, then a phone, then make the person a member of a group.",
                )
              : html`<ul class="members">
                  ${columnHeads("", "Person", "Devices", "Groups")}
                  ${people.map((one) => personRow(frame, one))}
                </ul>`,
          )}
        </section>
      </div>`,
    "board",
  );
}

function personRow(frame: Frame, { user, devices, places }: PersonLine): Html {
  const name = personName(user);
  return html`<li id="user-${user.id}">
    ${face(name)}
    <div>
      <a class="name" href="${frame.base}/users/${user.id}"><bdi>${name}</bdi></a>
      ${managed(user.project)}
      <small>${user.name === null ? null : html`<bdi>${user.email}</bdi>`}</small>
    </div>
    <div>
      ${
        devices.length === 0
          ? stateAs("down", "No device")
          : devices.map(
              (device) =>
                html`<p><bdi>${deviceName(device)}</bdi> ${deviceHealth(device, frame)}</p>`,
            )
      }
    </div>
    <div>
      ${
        places.length === 0
          ? html`<span class="quiet">in no group</span>`
          : html`<span
              >${places.map(
                ({ group }, i) =>
                  html`${i === 0 ? "" : ", "}<a href="${frame.base}/alert_groups/${group.id}"
                      ><bdi>${group.title}</bdi></a
                    >`,
              )}</span
            >`
      }
      <small>${user.role === null ? "does not sign in" : `signs in as ${user.role}`}</small>
    </div>
    ${manages(frame, user) ? html`<div class="acts">${addPhoneForm(frame, user.id, name, "Add phone", "slim")}</div>` : null}
  </li>`;
}

/** Whether the visitor adds and changes the devices of a user: people do for themselves, and admins for all. */
const manages = (frame: Frame, { id }: Pick<User, "id">): boolean =>
  frame.may.admin || frame.who.user_id === id;

/** Why the buttons of others are missing; null: they are shown. */
const whyNot = (frame: Frame): Html | null =>
  frame.may.admin
    ? null
    : note("paused", "Only admins add phones for others, and invite people to sign in.");

export interface PersonModel extends PersonLine {
  /** null: the visitor is neither this person nor an admin. */
  passkeys: readonly Passkey[] | null;
}

export function personPage(frame: Frame, model: PersonModel): string {
  const { user, passkeys } = model;
  const path = `${frame.base}/users/${user.id}`;
  return framed(
    frame,
    personName(user),
    html`${crumbs([
        [`${frame.base}/alert_groups`, "On call"],
        [`${frame.base}/users`, "People"],
      ])}
      <div class="title">
        <h1><bdi>${personName(user)}</bdi></h1>
        ${managed(user.project)}
        ${
          frame.may.admin
            ? html`<div class="acts push">
                ${linkButton(`${path}/edit`, "Edit")}
                <a class="btn danger" href="${path}/delete">Delete…</a>
              </div>`
            : null
        }
      </div>
      <p class="sub"><bdi>${user.email}</bdi></p>
      <div class="stack">
        ${manages(frame, user) ? null : whyNot(frame)}
        ${live("devices", devicesPanel(frame, path, model))}
        ${live("groups", groupsPanel(frame, model))} ${account(frame, user)}
        ${passkeys && passkeysPanel(frame, user.id, passkeys)}
      </div>`,
    "board",
  );
}

export function devicesPanel(frame: Frame, path: string, { user, devices }: PersonLine): Html {
  return panel(
    {
      id: "devices-title",
      title: "Devices",
      count: devices.length,
      tools: manages(frame, user)
        ? html`<span class="push acts"
            >${addPhoneForm(frame, user.id, personName(user), "Add phone", "slim")}
            ${linkButton(`${path}/devices/new`, "Add other device", { look: "plain slim" })}</span
          >`
        : null,
    },
    devices.length === 0
      ? empty("phone", "No device", "No page can be sent to this person.")
      : html`<ul class="members devices">
          ${columnHeads("Device", "State", "Address")}
          ${devices.map((device) => deviceRow(frame, path, device, manages(frame, user)))}
        </ul>`,
  );
}

function deviceRow(frame: Frame, path: string, device: Device, managed: boolean): Html {
  // It is enough to read the pages of its owner: not for other visitors with the scope `read`.
  const shown = managed || frame.may.write ? (channelOf(device.kind)?.shown(device) ?? null) : null;
  const name = deviceName(device);
  const at = `${path}/devices/${device.id}`;
  return html`<li>
    <div>
      <bdi class="strong">${name}</bdi>
      <small>${channelOf(device.kind)?.label ?? device.kind}</small>
    </div>
    <div>
      ${deviceHealth(device, frame)}
      ${device.broken_reason === null ? null : html`<small><bdi>${device.broken_reason}</bdi></small>`}
    </div>
    <div>${shown === null ? null : html`<code><bdi>${shown}</bdi></code>`}</div>
    <div class="acts">
      ${
        (managed || frame.may.write) && device.enabled
          ? action(frame, `${at.slice(frame.base.length)}/test`, "Test", {
              class: "slim",
              name: `Test ${name}`,
            })
          : null
      }
      ${
        managed
          ? html`${linkButton(`${at}/edit`, "Edit", { look: "plain slim" })}
            ${linkButton(`${at}/delete`, "Remove", { look: "plain slim" })}`
          : null
      }
    </div>
  </li>`;
}

function groupsPanel(frame: Frame, { user, places }: PersonLine): Html {
  return panel(
    { id: "groups-title", title: "Groups", count: places.length },
    places.length === 0
      ? empty("call", "In no group", "No incident notifies this person.")
      : html`<ul class="members devices">
          ${columnHeads("Group", "Hours", "Priorities")}
          ${places.map(({ group, member }) => {
            const path = `${frame.base}/alert_groups/${group.id}`;
            const of: Piece = prioritiesText(member.minimum_priority) ?? "every priority";
            return html`<li>
              <div>
                <a class="name" href="${path}"><bdi>${group.title}</bdi></a>
              </div>
              <div>${hoursText(hoursOf(group, member))}</div>
              <div>${of}</div>
              ${
                frame.may.write || frame.who.user_id === user.id
                  ? html`<div class="acts">
                      <a
                        class="btn plain slim"
                        href="${path}/members/${user.id}"
                        aria-label="Edit hours in ${group.title}"
                        >Edit hours</a
                      >
                    </div>`
                  : null
              }
            </li>`;
          })}
        </ul>`,
  );
}

/** The rights of the user on the dashboard, and for admins the way to a link. */
const account = (frame: Frame, user: User): Html =>
  panel(
    { id: "account-title", title: "Dashboard" },
    html`<p class="pb">
        ${user.role === null ? "Cannot sign in." : html`Signs in as <b>${user.role}</b>: ${roleWords[user.role]}.`}
      </p>
      ${
        frame.may.admin
          ? html`<form class="pf acts" method="post" action="${frame.base}/users/${user.id}/invite">
              ${csrfField(frame)}
              <label for="role">Role</label>
              <select class="in" id="role" name="role">
                ${roles.map(
                  (role) =>
                    html`<option
                      value="${role}"
                      ${role === (user.role ?? "responder") ? html`selected` : null}
                    >
                      ${role}
                    </option>`,
                )}
              </select>
              <button class="btn slim">Invite to the dashboard</button>
            </form>`
          : null
      }`,
  );
