/** People, as accounts: for admins. Pure. */
import { panel } from "../components/panel.ts";
import { html } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import { personRow, type PersonLine } from "../pages/people.ts";
import { sessionsPanel, type ListedSession } from "./sessions.ts";
import { settingsPage } from "./tabs.ts";

export interface PeopleModel {
  people: readonly PersonLine[];
  sessions: readonly ListedSession[];
}

export const peopleSettings = (frame: Frame, { people, sessions }: PeopleModel): string =>
  settingsPage(
    frame,
    "people",
    html`<div class="stack">
      ${panel(
        { id: "people-title", title: "People", count: people.length },
        live(
          "people",
          html`<ul class="members">
            ${people.map((one) => personRow(frame, one))}
          </ul>`,
        ),
      )}
      ${sessionsPanel(frame, sessions, "/settings/people/sessions")}
    </div>`,
  );
