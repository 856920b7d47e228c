/** The signed-in person: phones, groups, passkeys and signed-in browsers. Pure. */
import type { Passkey } from "../../core/model/model.ts";
import { html } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import { passkeysPanel } from "../on-call/passkeys-panel.ts";
import { devicesPanel, groupsPanel, type PersonLine } from "../pages/people.ts";
import { sessionsPanel, type ListedSession } from "./sessions.ts";
import { settingsPage } from "./tabs.ts";

export interface YouModel extends PersonLine {
  /** null: this site has no name that browsers keep passkeys for. */
  passkeys: readonly Passkey[] | null;
  sessions: readonly ListedSession[];
}

export const youPage = (frame: Frame, model: YouModel): string =>
  settingsPage(
    frame,
    "you",
    html`<div class="stack">
      ${live("devices", devicesPanel(frame, `${frame.base}/users/${model.user.id}`, model))}
      ${live("groups", groupsPanel(frame, model))}
      ${model.passkeys && passkeysPanel(frame, model.user.id, model.passkeys)}
      ${sessionsPanel(frame, model.sessions, "/settings/you/sessions")}
    </div>`,
  );
