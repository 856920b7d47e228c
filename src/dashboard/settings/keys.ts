/** API keys: listed, created and revoked. Admins see all, others their own. Pure. */
import { isOver, keyState } from "../../core/access/key-state.ts";
import { scopes, type ApiKey } from "../../core/model/model.ts";
import { empty } from "../components/empty.ts";
import { menu } from "../components/menu.ts";
import { padded, panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { action, csrfField, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";
import { settingsPage } from "./tabs.ts";

type Key = ApiKey & { person: string | null };

export interface KeysModel {
  keys: readonly Key[];
  /** A key that was just created, shown this once; null: none. */
  created: string | null;
  /** Why a key was not created; null: no try, or it was. */
  problem: string | null;
  /** The form of the last try. */
  typed: { name: string; scope: string; projects: string; expires: string };
  /** The projects that can declare people; null: not for this visitor. */
  people_declared_by: readonly string[] | null;
}

export function keysPage(frame: Frame, model: KeysModel): string {
  const working = model.keys.filter((key) => !isOver(keyState(key, frame.now)));
  return settingsPage(
    frame,
    "keys",
    html`<div class="stack">
      ${model.created === null ? null : createdPanel(model.created)}
      ${panel(
        {
          id: "keys-title",
          title: frame.may.admin ? "API keys" : "Your API keys",
          count: working.length,
          boxed: true,
        },
        html`${live("keys", keyTable(frame, model))}
        ${frame.may.admin ? newKey(frame, model) : null}`,
      )}
      ${model.people_declared_by === null ? null : peoplePanel(frame, model.people_declared_by)}
    </div>`,
  );
}

const createdPanel = (key: string): Html =>
  panel(
    { id: "created-title", title: "Your new key" },
    padded(
      html`<p>Copy it now. Only a fingerprint of the key is stored, so it is not shown again.</p>
        <pre class="copy" id="created-key">${key}</pre>
        <button class="btn" type="button" data-copy="created-key">Copy</button>`,
    ),
  );

function keyTable(frame: Frame, { keys }: KeysModel): Html {
  if (keys.length === 0)
    return empty(
      "dots",
      "No API keys",
      frame.may.admin
        ? "monitorctl and CI use one. A browser does not need one."
        : "monitorctl login makes one for you on each machine.",
    );
  const order = (key: Key) => Number(isOver(keyState(key, frame.now)));
  return html`<table class="key-list">
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">Scope</th>
        <th scope="col" class="hide-s">Projects</th>
        <th scope="col">Expires</th>
        <th scope="col" class="hide-s">Last used</th>
        <th scope="col"><span class="unseen">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${keys.toSorted((a, b) => order(a) - order(b)).map((key) => keyRow(frame, key))}
    </tbody>
  </table>`;
}

function keyRow(frame: Frame, key: Key): Html {
  const state = keyState(key, frame.now);
  const small = (text: Piece) => html`<small class="quiet">${text}</small>`;
  return html`<tr id="key-${key.id}">
    <td>
      <bdi class="name">${key.name}</bdi> ${small(
        html`${key.prefix}…${
          key.user_id === null
            ? key.made_by === null
              ? null
              : html`, made by <bdi>${key.made_by}</bdi> ${when(key.inserted_at, frame)}`
            : html`, of <bdi>${key.person ?? "a deleted user"}</bdi>, with their role`
        }`,
      )}
    </td>
    <td>${key.scopes.length === 0 ? "none" : key.scopes.join(", ")}</td>
    <td class="hide-s">
      ${key.projects === null ? "all" : key.projects.map((one, index) => html`${index > 0 ? ", " : null}<bdi>${one}</bdi>`)}
    </td>
    <td>${expiry(frame, key)}</td>
    <td class="hide-s">
      ${
        state === "unused"
          ? stateAs(
              "warn",
              key.last_used_at === null ? "Never used" : when(key.last_used_at, frame),
            )
          : key.last_used_at === null
            ? html`<span class="quiet">not yet</span>`
            : when(key.last_used_at, frame)
      }
      ${key.last_used_address === null ? null : small(html`<bdi>${key.last_used_address}</bdi>`)}
    </td>
    <td>
      ${
        isOver(state)
          ? null
          : menu(
              `revoke-${key.id}`,
              html`<span class="btn plain slim"
                >Revoke<span class="unseen"> ${key.name}</span></span
              >`,
              html`<p>Programs with this key are refused at once. It cannot be undone.</p>
                ${action(frame, `/settings/keys/${key.id}/revoke`, "Revoke", {
                  class: "solid-danger",
                  name: `Revoke ${key.name}`,
                })}`,
              "push",
            )
      }
    </td>
  </tr>`;
}

function expiry(frame: Frame, key: Key): Piece {
  const state = keyState(key, frame.now);
  if (state === "revoked") return stateAs("paused", "Revoked");
  if (key.expires_at === null) return "never";
  const moment = when(key.expires_at, frame);
  if (state === "expired") return stateAs("down", html`Expired ${moment}`);
  if (state === "soon") return stateAs("stale", moment);
  return key.user_id === null
    ? moment
    : html`${moment} <small class="quiet">later with each use</small>`;
}

/** For how long a new key is valid; no days: until it is revoked. */
export const keyLifetimes = [
  { days: "90", text: "Expires after 90 days" },
  { days: "365", text: "Expires after a year" },
  { days: "30", text: "Expires after 30 days" },
  { days: "", text: "Never expires" },
] as const;

const newKey = (frame: Frame, { problem, typed }: KeysModel): Html =>
  html`<form class="pf row-form" method="post" action="${frame.base}/settings/keys">
    ${csrfField(frame)}
    <div class="fld">
      <label for="key-name">Name</label>
      <input class="in" id="key-name" name="name" required maxlength="255" value="${typed.name}" />
    </div>
    <div class="fld">
      <label for="key-scope">Scope</label>
      <select class="in" id="key-scope" name="scope">
        ${scopes.map((scope) => html`<option ${scope === typed.scope ? html`selected` : null}>${scope}</option>`)}
      </select>
    </div>
    <div class="fld">
      <label for="key-projects">Projects</label>
      <input
        class="in"
        id="key-projects"
        name="projects"
        value="${typed.projects}"
        placeholder="all"
        aria-describedby="key-projects-help"
      />
    </div>
    <div class="fld">
      <label for="key-expires">Expires</label>
      <select class="in" id="key-expires" name="expires">
        ${keyLifetimes.map(({ days, text }) => html`<option value="${days}" ${days === typed.expires ? html`selected` : null}>${text}</option>`)}
      </select>
    </div>
    <button class="btn">Create key</button>
    <p class="help" id="key-projects-help">
      A key of projects reads everything, and changes only their resources. Separate names with
      commas.
    </p>
    ${problem === null ? null : html`<p role="alert" class="err">${problem}</p>`}
  </form>`;

const peoplePanel = (frame: Frame, projects: readonly string[]): Html =>
  panel(
    { id: "declared-title", title: "People declared by projects" },
    padded(
      html`<form class="stack" method="post" action="${frame.base}/settings/keys/people">
        ${csrfField(frame)}
        <div class="fld">
          <label for="declared-by">Projects</label>
          <input
            class="in"
            id="declared-by"
            name="projects"
            value="${projects.join(", ")}"
            placeholder="none"
            aria-describedby="declared-by-help"
          />
          <p class="help" id="declared-by-help">
            Their manifests can add and change people with a key of the scope write. Roles stay with
            admins.
          </p>
        </div>
        <div class="buttons"><button class="btn">Save</button></div>
      </form>`,
    ),
  );
