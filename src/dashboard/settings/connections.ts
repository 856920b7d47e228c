/** The providers by which a person signs in, or could. Pure. */
import type { Identity } from "../../core/model/model.ts";
import { panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { action, live, type Frame } from "../layout.ts";
import { when } from "../words.ts";

export interface Connection {
  slug: string;
  name: string;
  /** The issuer identifier. */
  issuer: string;
  /** The person at the provider; null: not connected. */
  identity: Identity | null;
}

export const connectionsPanel = (frame: Frame, connections: readonly Connection[]): Html =>
  panel(
    { id: "connections-title", title: "Single sign-on" },
    live(
      "connections",
      html`<ul class="members devices">
        ${connections.map(({ slug, name, issuer, identity }) => {
          const named = { class: "slim", name: `${identity ? "Disconnect" : "Connect"} ${name}` };
          return html`<li>
            <div>
              <bdi class="strong">${name}</bdi> <small><bdi>${issuer}</bdi></small>
            </div>
            <div>
              ${identity ? stateAs("ok", "Connected") : html`<span class="quiet">not connected</span>`}
              ${identity?.email == null ? null : html`<small><bdi>${identity.email}</bdi></small>`}
            </div>
            <div class="quiet">
              ${
                identity === null
                  ? null
                  : identity.last_used_at === null
                    ? "not used yet"
                    : html`used ${when(identity.last_used_at, frame)}`
              }
            </div>
            <div class="acts">
              ${
                identity
                  ? action(
                      frame,
                      `/settings/you/identities/${identity.id}/remove`,
                      "Disconnect",
                      named,
                    )
                  : action(frame, `/oidc/connect/${slug}`, "Connect", named)
              }
            </div>
          </li>`;
        })}
      </ul>`,
    ),
  );
