/** The passkeys of a person, for themselves and for admins. Pure. */
import type { Passkey } from "../../core/model/model.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { action, csrfField, live, type Frame } from "../layout.ts";
import { passkeyScript } from "../sign-in.ts";
import { when } from "../words.ts";

export const passkeysPanel = (frame: Frame, user_id: string, passkeys: readonly Passkey[]): Html =>
  panel(
    {
      id: "passkeys-title",
      title: "Passkeys",
      tools: frame.who.user_id === user_id ? newPasskey(frame, user_id) : null,
    },
    // Without the form above it: that one is hidden until the script shows it.
    live(
      "passkeys",
      passkeys.length === 0
        ? empty(
            "phone",
            "No passkey",
            "With one you sign in by finger, face or PIN, without a link.",
          )
        : html`<ul class="members devices">
            ${passkeys.map((passkey) => passkeyRow(frame, passkey))}
          </ul>`,
    ),
  );

/** Shown by the script. */
const newPasskey = (frame: Frame, user_id: string): Html =>
  html`<form
      class="push acts"
      method="post"
      action="${frame.base}/users/${user_id}/passkeys"
      data-passkey="create"
      data-options="${frame.base}/users/${user_id}/passkeys/options"
      hidden
    >
      ${csrfField(frame)}
      <input type="hidden" name="answer" />
      <span class="quiet" role="status"></span>
      <button class="btn slim">Add a passkey</button>
    </form>
    ${passkeyScript(frame.base)}`;

const passkeyRow = (
  frame: Frame,
  { id, user_id, name, last_used_at, inserted_at }: Passkey,
): Html =>
  html`<li>
    <div><bdi class="strong">${name}</bdi></div>
    <div class="quiet">added ${when(inserted_at, frame)}</div>
    <div class="quiet">
      ${last_used_at === null ? "not used yet" : html`used ${when(last_used_at, frame)}`}
    </div>
    <div class="acts">
      ${action(frame, `/users/${user_id}/passkeys/${id}/remove`, "Remove", {
        class: "slim",
        name: `Remove the passkey ${name}`,
      })}
    </div>
  </li>`;
