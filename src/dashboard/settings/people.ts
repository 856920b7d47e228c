/** People as accounts: invitations that wait, roles, and whether each can be reached. For admins. Pure. */
import type { AlertGroup, Device, SignInLink, User } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import { roles } from "../../resource/user.ts";
import { linkButton } from "../components/button.ts";
import { face } from "../components/face.ts";
import { columnHeads } from "../components/heads.ts";
import { note } from "../components/note.ts";
import { panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { action, csrfField, live, type Frame } from "../layout.ts";
import type { PersonLine } from "../pages/people.ts";
import { when } from "../words.ts";
import { sessionsPanel, type ListedSession } from "./sessions.ts";
import { settingsPage } from "./tabs.ts";

export interface PeopleModel {
  people: readonly PersonLine[];
  /** Links to sign in that wait, and their people. */
  invitations: readonly { link: SignInLink; user: User }[];
  /** The groups that an invited person can join. */
  groups: readonly Pick<AlertGroup, "id" | "title">[];
  /** Whether links can be mailed. */
  mails: boolean;
  sessions: readonly ListedSession[];
  /** The ids of users with a passkey; null: this site has no name for passkeys. */
  withPasskey: ReadonlySet<string> | null;
  /** Why the last form was refused; null: it was not. */
  problem: string | null;
}

export const peopleSettings = (frame: Frame, model: PeopleModel): string =>
  settingsPage(
    frame,
    "people",
    html`<div class="stack">
      ${model.problem === null ? null : note("down", model.problem)} ${adminsNote(model)}
      ${
        model.invitations.length === 0
          ? null
          : panel(
              {
                id: "waiting-title",
                title: "Pending invitations",
                count: model.invitations.length,
              },
              live(
                "waiting",
                html`<ul class="members devices">
                  ${model.invitations.map((one) => invitationRow(frame, one, model.mails))}
                </ul>`,
              ),
            )
      }
      ${invitePanel(frame, model)} ${rolesPanel(frame, model)}
      ${sessionsPanel(frame, model.sessions, { ends: "/settings/people/sessions", named: true })}
    </div>`,
  );

/** With fewer than two passkeys of admins, one lost phone leaves only the command line of the server. */
function adminsNote({ people, withPasskey }: PeopleModel): Html | null {
  if (withPasskey === null) return null;
  const admins = people.filter(({ user }) => user.role === "admin");
  const safe = admins.filter(({ user }) => withPasskey.has(user.id)).length;
  if (admins.length === 0 || safe > 1) return null;
  const [head, lost] =
    safe === 0
      ? ["No admin has a passkey", "Once their sessions have ended"]
      : ["One admin has a passkey", "If it is lost"];
  return note(
    "warn",
    html`<b>${head}.</b> ${lost}, only <code>monitord setup-code</code> on the server signs an admin
      in.`,
  );
}

const invitationRow = (
  frame: Frame,
  { link, user }: PeopleModel["invitations"][number],
  mails: boolean,
): Html =>
  html`<li id="invitation-${link.id}">
    <div>
      <bdi class="strong">${personName(user)}</bdi>
      <small><bdi>${user.email}</bdi></small>
    </div>
    <div>${user.role}${mailState(frame, link)}</div>
    <div class="quiet">
      expires ${when(link.expires_at, frame)}
      <small>invited ${when(link.inserted_at, frame)} by <bdi>${link.made_by}</bdi></small>
    </div>
    <div class="acts">
      ${mails ? anew(frame, user, "Send again", true) : null}
      ${anew(frame, user, "New link", false)}
      ${action(frame, `/settings/people/invitations/${link.id}/revoke`, "Revoke", {
        class: "plain slim",
        name: `Revoke the invitation of ${personName(user)}`,
      })}
    </div>
  </li>`;

const mailState = (frame: Frame, { mailed_at, mail_problem }: SignInLink): Html | null =>
  mailed_at === null
    ? null
    : mail_problem === null
      ? html`<small>mail accepted ${when(mailed_at, frame)}, link not used</small>`
      : html`<small>${stateAs("down", "Mail rejected")} <bdi>${mail_problem}</bdi></small>`;

/** A new link in place of the one that waits. */
const anew = (frame: Frame, user: User, label: string, mail: boolean): Html =>
  html`<form class="action" method="post" action="${frame.base}/users/${user.id}/invite">
    ${csrfField(frame)}${mail ? html`<input type="hidden" name="mail" value="yes" />` : null}
    <button class="btn slim" aria-label="${label}: ${personName(user)}">${label}</button>
  </form>`;

const roleField = (name: string, label: string, chosen: string | null, form?: string): Html =>
  html`<select
    class="in"
    name="${name}"
    aria-label="${label}"
    ${form === undefined ? null : html`form="${form}"`}
  >
    ${chosen === null ? html`<option value="" selected>no sign-in</option>` : null}
    ${roles.map(
      (role) =>
        html`<option value="${role}" ${role === chosen ? html`selected` : null}>${role}</option>`,
    )}
    ${chosen === null ? null : html`<option value="">no sign-in</option>`}
  </select>`;

/** One form makes the person, the place in a group, and the link, which is mailed or shown as a QR code. */
const invitePanel = (frame: Frame, { groups, mails }: PeopleModel): Html =>
  panel(
    { id: "invite-title", title: "Invite a person" },
    html`<form class="pb row-form" method="post" action="${frame.base}/settings/people/invite">
      ${csrfField(frame)}
      <div class="fld">
        <label for="invite-email">Email</label>
        <input class="in" id="invite-email" name="email" type="email" required maxlength="254" />
      </div>
      <div class="fld">
        <label for="invite-name">Name <span class="opt">optional</span></label>
        <input class="in" id="invite-name" name="name" maxlength="255" />
      </div>
      <div class="fld">
        <label for="invite-role">Role</label>
        <select class="in" id="invite-role" name="role">
          ${roles.map((role) => html`<option ${role === "responder" ? html`selected` : null}>${role}</option>`)}
        </select>
      </div>
      <div class="fld">
        <label for="invite-group">Group <span class="opt">optional</span></label>
        <select class="in" id="invite-group" name="group">
          <option value="">none: is not paged</option>
          ${groups.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}
        </select>
      </div>
      <div class="acts">
        ${mails ? html`<button class="btn" name="mail" value="yes">Send invitation</button>` : null}
        <button class="btn">${mails ? "Show link" : "Invite"}</button>
      </div>
    </form>`,
  );

function rolesPanel(frame: Frame, { people, sessions }: PeopleModel): Html {
  const admins = people.filter(({ user }) => user.role === "admin").length;
  return panel(
    {
      id: "people-title",
      title: "People",
      count: people.length,
      tools: html`<span class="push"
        >${linkButton(`${frame.base}/users/new`, "New person", { look: "slim", icon: "plus" })}</span
      >`,
    },
    html`<ul class="members accounts">
        ${columnHeads("", "Person", "Pages", "Last seen", "Role")}
        ${people.map((one) => personRow(frame, one, sessions, admins))}
      </ul>
      <form class="pf" id="roles" method="post" action="${frame.base}/settings/people/roles">
        ${csrfField(frame)}<button class="btn">Save roles</button>
      </form>`,
  );
}

function personRow(
  frame: Frame,
  { user, devices, places }: PersonLine,
  sessions: readonly ListedSession[],
  admins: number,
): Html {
  const name = personName(user);
  const seen = sessions.find(({ user_id }) => user_id === user.id);
  const isLast = user.role === "admin" && admins === 1;
  return html`<li id="person-${user.id}">
    ${face(name)}
    <div>
      <a class="name" href="${frame.base}/users/${user.id}"><bdi>${name}</bdi></a>
      <small><bdi>${user.email}</bdi></small>
    </div>
    <div>
      ${reached(devices)}
      <small>
        ${
          places.length === 0
            ? "in no group"
            : places.map(
                ({ group }, i) =>
                  html`${i === 0 ? "" : ", "}<a href="${frame.base}/alert_groups/${group.id}"
                      ><bdi>${group.title}</bdi></a
                    >`,
              )
        }
      </small>
    </div>
    <div class="quiet">
      ${
        seen !== undefined
          ? html`${when(seen.seen_at, frame)}<small>${seen.agent}</small>`
          : user.role === null
            ? null
            : "not signed in"
      }
    </div>
    <div class="acts">
      ${
        isLast
          ? html`<span title="The last admin keeps the role">admin, the last one</span>`
          : roleField(`role.${user.id}`, `Role of ${name}`, user.role, "roles")
      }
    </div>
  </li>`;
}

/** Whether a page reaches the person. */
function reached(devices: readonly Device[]): Html {
  const enabled = devices.filter((one) => one.enabled);
  if (enabled.length === 0) return stateAs("down", "No device");
  const working = enabled.filter(({ broken_at }) => broken_at === null);
  if (working.length === 0) return stateAs("down", "Device rejected");
  return working.some(({ verified_at }) => verified_at !== null)
    ? stateAs("ok", "Reached")
    : stateAs("warn", "Not verified");
}
