/** API keys: listed, created and revoked. For admins. Pure. */
import { scopes, type ApiKey } from "../../core/model/model.ts";
import { empty } from "../components/empty.ts";
import { padded, panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { action, csrfField, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";
import { settingsPage } from "./tabs.ts";

export interface KeysModel {
  keys: readonly (ApiKey & { person: string | null })[];
  /** A key that was just created, shown this once; null: none. */
  created: string | null;
  /** Why a key was not created; null: no try, or it was. */
  problem: string | null;
}

export function keysPage(frame: Frame, model: KeysModel): string {
  return settingsPage(
    frame,
    "keys",
    html`<div class="stack">
      ${model.created === null ? null : createdPanel(model.created)}
      ${panel(
        { id: "keys-title", title: "API keys", boxed: true },
        html`${live("keys", keyTable(frame, model))} ${newKey(frame, model)}`,
      )}
    </div>`,
  );
}

const createdPanel = (key: string): Html =>
  panel(
    { id: "created-title", title: "Your new key" },
    padded(
      html`<p>Shown this once. Only a fingerprint of the key is stored.</p>
        <pre class="copy" id="created-key">${key}</pre>
        <button class="btn" type="button" data-copy="created-key">Copy</button>`,
    ),
  );

function keyTable(frame: Frame, { keys }: KeysModel): Html {
  if (keys.length === 0)
    return empty("dots", "No API keys yet", "Programs and monitorctl use one.");
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">Scopes</th>
        <th scope="col" class="hide-s">Last used</th>
        <th scope="col" class="hide-s">Expires</th>
        <th scope="col"><span class="unseen">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${keys.map((key) => {
        const ended =
          key.revoked_at !== null
            ? "Revoked"
            : key.expires_at !== null && key.expires_at <= frame.now
              ? "Expired"
              : null;
        return html`<tr id="key-${key.id}">
          <td><bdi class="name">${key.name}</bdi> <span class="quiet">${key.prefix}…</span></td>
          <td>${key.scopes.join(", ")}</td>
          <td class="hide-s quiet">
            ${key.last_used_at === null ? "never" : when(key.last_used_at, frame.now)}
          </td>
          <td class="hide-s quiet">
            ${key.expires_at === null ? "never" : when(key.expires_at, frame.now)}
          </td>
          <td>
            ${
              ended === null
                ? action(frame, `/settings/keys/${key.id}/revoke`, "Revoke", {
                    class: "slim",
                    name: `Revoke ${key.name}`,
                  })
                : stateAs("paused", ended)
            }
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** For how long a new key is valid; no days: until it is revoked. */
export const keyLifetimes = [
  { days: "", text: "Never expires" },
  { days: "30", text: "Expires after 30 days" },
  { days: "90", text: "Expires after 90 days" },
  { days: "365", text: "Expires after a year" },
] as const;

const newKey = (frame: Frame, { problem }: KeysModel): Html =>
  html`<form class="ph" method="post" action="${frame.base}/settings/keys">
    ${csrfField(frame)}
    <input
      class="in"
      name="name"
      required
      maxlength="255"
      placeholder="Name of a new key"
      aria-label="Name of a new key"
    />
    <select class="in" name="scope" aria-label="Scope">
      ${scopes.map((scope) => html`<option>${scope}</option>`)}
    </select>
    <select class="in" name="expires" aria-label="Expires">
      ${keyLifetimes.map(({ days, text }) => html`<option value="${days}">${text}</option>`)}
    </select>
    <button class="btn">Create key</button>
    ${problem === null ? null : html`<p role="alert" class="down">${problem}</p>`}
  </form>`;
