/** Browsers that are signed in, as a panel. Pure. */
import type { Session } from "../../core/model/model.ts";
import { signInMethods } from "../../core/text/actor.ts";
import { panel } from "../components/panel.ts";
import { pill } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { action, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";

/** A browser that is signed in. */
export interface ListedSession extends Pick<
  Session,
  | "name"
  | "user_id"
  | "agent"
  | "client_address"
  | "method"
  | "new_device"
  | "inserted_at"
  | "seen_at"
> {
  id: string;
  /** The name of the passkey that signed in; null: another method, or it was removed. */
  passkey: string | null;
  /** True for the browser that shows the page. */
  own: boolean;
}

/** `ends`: the path below which each is signed out. `named`: the names of their owners are shown. */
export const sessionsPanel = (
  frame: Frame,
  sessions: readonly ListedSession[],
  { ends, named = false, tools }: { ends: string; named?: boolean; tools?: Piece },
): Html =>
  panel(
    { id: "sessions-title", title: "Signed-in devices", count: sessions.length, tools },
    live(
      "sessions",
      html`<ul class="members devices">
        ${sessions.map((one) => sessionRow(frame, one, ends, named))}
      </ul>`,
    ),
  );

function sessionRow(frame: Frame, one: ListedSession, ends: string, named: boolean): Html {
  const what = named ? `${one.name}, ${one.agent}` : one.agent;
  return html`<li id="session-${one.id}">
    <div>
      <bdi class="strong">${named ? one.name : one.agent}</bdi>
      ${one.own ? pill("ok", "this browser") : null}
      ${one.new_device ? pill("warn", "new device") : null}
      <small>${named ? `${one.agent}, ` : null}${one.client_address}</small>
    </div>
    <div class="quiet">${one.own ? "in use" : html`used ${when(one.seen_at, frame)}`}</div>
    <div class="quiet">
      signed in ${when(one.inserted_at, frame)} ${signInMethods[one.method]}
      ${one.passkey === null ? null : html`<bdi>${one.passkey}</bdi>`}
    </div>
    <div class="acts">
      ${action(frame, `${ends}/${one.id}/end`, "Sign out", {
        class: "slim",
        name: `Sign out ${what}`,
      })}
    </div>
  </li>`;
}
