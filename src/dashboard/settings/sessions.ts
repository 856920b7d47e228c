/** Browsers that are signed in, as a panel. Pure. */
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { action, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";

/** A browser that is signed in. */
export interface ListedSession {
  id: string;
  name: string;
  /** The user's id; null: signed in with a key. */
  user_id: string | null;
  seen_at: number;
  /** True for the browser that shows the page. */
  own: boolean;
}

/** `ends`: the path below which each is signed out. */
export const sessionsPanel = (
  frame: Frame,
  sessions: readonly ListedSession[],
  ends: string,
): Html =>
  panel(
    { id: "sessions-title", title: "Signed-in browsers", count: sessions.length },
    live(
      "sessions",
      html`<ul class="members devices">
        ${sessions.map(
          (one) =>
            html`<li id="session-${one.id}">
              <div><bdi class="strong">${one.name}</bdi></div>
              <div class="quiet">
                ${[one.user_id === null ? "with a key" : "", one.own ? "this browser" : ""]
                  .filter(Boolean)
                  .join(", ")}
              </div>
              <div class="quiet">${when(one.seen_at, frame.now)}</div>
              <div class="acts">
                ${action(frame, `${ends}/${one.id}/end`, "Sign out", {
                  class: "slim",
                  name: `Sign out ${one.name}`,
                })}
              </div>
            </li>`,
        )}
      </ul>`,
    ),
  );
