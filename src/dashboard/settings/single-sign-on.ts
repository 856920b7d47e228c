/** The OpenID Connect providers: their state, their people, and the roles of their groups. For admins. Pure. */
import type { Issuer, ProviderState } from "../../core/access/issuer.ts";
import type { Instant } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { empty } from "../components/empty.ts";
import { facts } from "../components/facts.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { action, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";
import { settingsPage } from "./tabs.ts";

/** A provider with its people. */
export interface ShownProvider {
  issuer: Issuer;
  state: ProviderState;
  /** The latest sign-in; null: none yet. */
  latest: { name: string; at: Instant } | null;
  /** Users of this provider by the group that gives their role; "" those without one. */
  members: ReadonlyMap<string, number>;
  users: number;
  /** Everybody with an identity of it. */
  people: readonly { identity_id: string; user_id: string; name: string; email: string | null }[];
  refused: readonly { at: Instant; reason: string }[];
}

export interface SingleSignOnModel {
  providers: readonly ShownProvider[];
  callback: string;
  providersOnly: boolean;
  /** Users with a role. */
  people: number;
  admins: number;
  admins_with_passkey: number;
  /** Why a test was refused; null: none was. */
  problem: string | null;
}

export const singleSignOnPage = (frame: Frame, model: SingleSignOnModel): string =>
  settingsPage(
    frame,
    "sso",
    html`<div class="stack">
      ${model.problem === null ? null : note("down", model.problem)}
      ${
        model.providers.length === 0
          ? panel(
              { id: "none-title", title: "OpenID Connect" },
              empty(
                "dots",
                "No provider is configured",
                html`People sign in with a passkey or a link. The
                  <a href="${frame.base}/guide/single-sign-on">guide</a> describes the file of
                  <code>--oidc-config</code>.`,
              ),
            )
          : html`${model.providers.map((one) => live(`sso-${one.issuer.slug}`, html`<div class="stack">${provider(frame, model, one)}</div>`))}
            ${downPanel(model)}`
      }
    </div>`,
  );

const provider = (frame: Frame, model: SingleSignOnModel, one: ShownProvider): Html => {
  const { issuer, refused } = one;
  const id = `sso-${issuer.slug}`;
  return html`${statusNote(frame, model, one)}
  ${panel(
    {
      id: `${id}-title`,
      title: issuer.name,
      boxed: true,
      tools: html`${action(frame, `/oidc/test/${issuer.slug}`, "Test sign-in", { class: "slim" })}
      ${
        frame.who.user_id === null ||
        one.people.some(({ user_id }) => user_id === frame.who.user_id)
          ? null
          : action(frame, `/oidc/connect/${issuer.slug}`, "Connect my account", { class: "slim" })
      }`,
    },
    html`${padded(
      facts([
        ["Provider", html`<bdi>${issuer.issuer}</bdi>`],
        ["Client", html`<bdi>${issuer.client_id}</bdi>`],
        [
          "Redirect",
          html`<span class="url"
            ><code class="cut" id="${id}-callback">${model.callback}</code
            ><button class="btn slim" type="button" data-copy="${id}-callback">
              ${icon("copy", "s12")}Copy
            </button></span
          >`,
        ],
        ["New people", newPeople(issuer)],
        [
          "Others",
          model.providersOnly
            ? "passkeys, keys and links do not sign people in"
            : "passkeys and links stay allowed",
        ],
      ]),
    )}
    ${issuer.roles.length === 0 ? null : groupTable(one)}
    ${one.people.length === 0 ? null : peopleTable(frame, one)}
    ${refused.length === 0 ? null : refusedTable(frame, refused)}`,
  )}`;
};

function statusNote(
  frame: Frame,
  { people }: SingleSignOnModel,
  { issuer, state, latest, users, refused }: ShownProvider,
): Html {
  const { problem, since, looked_at } = state;
  if (looked_at === null) return note("unknown", html`<b>Not asked yet.</b>`);
  const have = `${users} of ${plural(people, "person", "people")} have signed in with it.`;
  if (problem === null)
    return note(
      "ok",
      html`<b>Works.</b> ${
          latest === null
            ? null
            : html`<bdi>${latest.name}</bdi> signed in with it ${when(latest.at, frame)}.`
        }
        ${have}`,
    );
  const failed = refused.filter(({ at }) => at >= (since ?? 0)).length;
  return note(
    "down",
    html`<b><bdi>${issuer.name}</bdi> does not work.</b>
      <bdi>${problem}</bdi>
      ${since === null ? null : html`Since ${when(since, frame)}, ${plural(failed, "sign-in")} failed.`}`,
  );
}

function newPeople({ users, default_role, allowed_domains, roles }: Issuer): string {
  if (users === "invited") return "only users that an admin added";
  const as = default_role === null ? "if a group gives them a role" : `join as ${default_role}`;
  const from =
    allowed_domains.length === 0
      ? ""
      : `, if their email address ends with ${allowed_domains.join(" or ")}`;
  return `${as}${roles.length > 0 && default_role !== null ? " or by group" : ""}${from}`;
}

const groupTable = ({ issuer, members }: ShownProvider): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Group of the provider</th>
        <th scope="col">Role here</th>
        <th scope="col" class="num">People</th>
      </tr>
    </thead>
    <tbody>
      ${issuer.roles.map(
        ({ group, role }) =>
          html`<tr>
            <td><bdi>${group}</bdi></td>
            <td>${role}</td>
            <td class="num">${members.get(group) ?? 0}</td>
          </tr>`,
      )}
      <tr>
        <td>everybody else</td>
        <td>${issuer.default_role ?? "no role"}</td>
        <td class="num">${members.get("") ?? 0}</td>
      </tr>
    </tbody>
  </table>`;

const peopleTable = (frame: Frame, { people }: ShownProvider): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Connected</th>
        <th scope="col">Email there</th>
        <th scope="col"><span class="unseen">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${people.map(
        ({ identity_id, user_id, name, email }) =>
          html`<tr>
            <td><bdi class="name">${name}</bdi></td>
            <td class="quiet"><bdi>${email ?? "none"}</bdi></td>
            <td>
              ${action(
                frame,
                `/settings/sso/users/${user_id}/identities/${identity_id}/remove`,
                "Disconnect",
                { class: "slim", name: `Disconnect ${name}` },
              )}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const refusedTable = (frame: Frame, refused: ShownProvider["refused"]): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Refused sign-ins</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      ${refused.map(
        ({ at, reason }) =>
          html`<tr>
            <td><bdi>${reason}</bdi></td>
            <td class="quiet">${when(at, frame)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const downPanel = ({ providersOnly, admins, admins_with_passkey }: SingleSignOnModel): Html =>
  panel(
    { id: "down-title", title: "If the provider is down" },
    padded(
      html`<p>
          ${
            providersOnly
              ? html`People who are signed in stay so. On the server,
                  <code>monitord setup-code --for EMAIL</code> prints a link for one person.`
              : `Passkeys still work. ${admins_with_passkey} of ${plural(admins, "admin")} ${admins_with_passkey === 1 ? "has" : "have"} one.`
          }
        </p>
        <p class="quiet small">Acknowledging from a push never needs a sign-in.</p>`,
    ),
  );
