/** People and the devices that they are reached on. Pure. */
import { channelOf } from "../../channel/registry.ts";
import type { Device, User } from "../../core/model/model.ts";
import { onCallTabs } from "../on-call.ts";
import { html, type Html, type Piece } from "../html.ts";
import { action, csrfField, framed, live, type Frame } from "../layout.ts";
import { roleWords } from "../components/role.ts";
import { roles } from "../../resource/user.ts";
import { addPhoneForm } from "./add-phone.ts";
import { managed, when } from "../words.ts";
import { plural } from "../../core/text/plural.ts";

export interface PeopleModel {
  people: readonly { user: User; devices: readonly Device[] }[];
}

const stateOf = (device: Device, frame: Frame): Html =>
  device.broken_at !== null
    ? html`<span class="state bad"
          ><span aria-hidden="true">✗</span> refused by its push server</span
        >
        <span class="quiet">${when(device.broken_at, frame.now)}</span>`
    : !device.enabled
      ? html`<span class="state idle"><span aria-hidden="true">Ⅱ</span> switched off</span>`
      : device.verified_at !== null
        ? html`<span class="state good"><span aria-hidden="true">✓</span> verified</span>`
        : html`<span class="state warn"><span aria-hidden="true">!</span> not verified</span>`;

export function peoplePage(frame: Frame, model: PeopleModel): string {
  return framed(
    frame,
    "People",
    html`${onCallTabs(frame, "people")}
      <div class="row">
        <h1>People</h1>
        ${
          frame.may.admin
            ? html`<a class="btn" href="${frame.base}/users/new">New person</a>`
            : null
        }
      </div>
      ${model.people.length === 0 ? null : whyNot(frame)}
      ${
        model.people.length === 0
          ? html`<p class="empty">
              Nobody yet. Add a person, then a phone, then make them a member of a group.
            </p>`
          : html`<ul class="lines">
              ${model.people.map(({ user, devices }) => {
                const broken = devices.filter((one) => one.broken_at !== null);
                return html`<li>
                  <a href="${frame.base}/users/${user.id}">${user.name ?? user.email}</a>
                  <span class="quiet">${user.name === null ? null : user.email}</span>
                  ${managed(user.project)}
                  <p class="${devices.length === 0 || broken.length > 0 ? "bad-text" : "quiet"}">
                    ${
                      devices.length === 0
                        ? "✗ no device: cannot be told of anything"
                        : plural(devices.length, "device")
                    }${
                      devices.length > 0 && devices.every((one) => one.verified_at === null)
                        ? ", not verified: nobody has answered a test yet"
                        : null
                    }${broken.length > 0 ? `, ${broken.length} refused by its push server` : null}
                  </p>
                  ${frame.may.admin ? addPhoneForm(frame, user.id, user.name ?? user.email) : null}
                </li>`;
              })}
            </ul>`
      }`,
  );
}

/** Why there is no button to add a phone; null: there is one. */
const whyNot = (frame: Frame): Html | null =>
  frame.may.admin
    ? null
    : html`<p class="quiet">
        Phones are added with a key that may administer; the one that you signed in with may not.
      </p>`;

export interface PersonModel {
  user: User;
  devices: readonly Device[];
}

export function personPage(frame: Frame, model: PersonModel): string {
  const { user, devices } = model;
  const path = `${frame.base}/users/${user.id}`;
  return framed(
    frame,
    user.name ?? user.email,
    html`<p class="quiet"><a href="${frame.base}/users">People</a></p>
      <h1>${user.name ?? user.email}</h1>
      <p class="sub"><span>${user.email}</span> ${managed(user.project)}</p>
      ${
        frame.may.admin
          ? html`<div class="buttons">
              <a class="btn" href="${path}/edit">Edit</a>
              <a class="btn" href="${path}/delete">Delete</a>
            </div>`
          : null
      }
      <div class="row">
        <h2>Devices</h2>
        ${
          frame.may.admin
            ? html`<div class="buttons">
                ${addPhoneForm(frame, user.id, user.name ?? user.email)}
                <a class="btn" href="${path}/devices/new">Add a device by hand</a>
              </div>`
            : null
        }
      </div>
      ${whyNot(frame)} ${live("devices", cards(frame, path, devices))} ${account(frame, user)}`,
  );
}

/** The rights of the user on the dashboard, and for admins the way to a link. */
const account = (frame: Frame, user: User): Html =>
  html`<h2>Dashboard</h2>
    <p>
      ${user.role === null ? "Cannot sign in." : html`Signs in as <b>${user.role}</b>: ${roleWords[user.role]}.`}
    </p>
    ${
      frame.may.admin
        ? html`<form class="acts" method="post" action="${frame.base}/users/${user.id}/invite">
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
            <button class="btn">Invite to the dashboard</button>
          </form>`
        : null
    }`;

const cards = (frame: Frame, path: string, devices: readonly Device[]): Piece =>
  devices.length === 0
    ? html`<p class="empty">None yet: nothing can be sent.</p>`
    : devices.map((device) => {
        // Enough to read the pages of its owner: not for visitors who can only read.
        const shown = frame.may.write ? (channelOf(device.kind)?.shown(device) ?? null) : null;
        return html`<article class="card">
          <h3>${device.name ?? device.kind}</h3>
          <p class="sub">
            ${stateOf(device, frame)} <span>${device.kind}</span>
            ${shown === null ? null : html`<code class="break">${shown}</code>`}
          </p>
          ${
            device.broken_reason === null
              ? null
              : html`<p class="reason">${device.broken_reason}</p>`
          }
          <div class="buttons">
            ${
              frame.may.write && device.enabled
                ? action(
                    frame,
                    `${path.slice(frame.base.length)}/devices/${device.id}/test`,
                    "Test",
                    { name: `Test ${device.name ?? device.kind}` },
                  )
                : null
            }
            ${
              frame.may.admin
                ? html`
                    <a class="btn" href="${path}/devices/${device.id}/edit">Edit</a>
                    <a class="btn" href="${path}/devices/${device.id}/delete">Remove</a>
                  `
                : null
            }
          </div>
        </article>`;
      });
