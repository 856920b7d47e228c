/**
 * The tabs of *Settings*: one line each. A tab is a page at `/settings/<id>`; its route takes its options from
 * `settingsRoute` (`http/site/settings/tab`), so that tab and route ask for the same right. Pure.
 */
import type { Scope } from "../../core/model/model.ts";
import { tabs } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import { framed, type Frame } from "../layout.ts";

interface SettingsTab {
  id: string;
  label: string;
  /** The right that its page needs. */
  scope: Scope;
  /** Only for accounts: a browser that is signed in with a key has none. */
  account?: true;
  /** The same, except for admins: they see those of all. */
  ownUnlessAdmin?: true;
}

export const settingsTabs = [
  { id: "you", label: "You", scope: "read", account: true },
  { id: "people", label: "People", scope: "admin" },
  { id: "keys", label: "API keys", scope: "read", ownUnlessAdmin: true },
  { id: "sso", label: "Single sign-on", scope: "admin" },
  { id: "audit", label: "Audit log", scope: "admin" },
  { id: "service", label: "Service", scope: "read" },
] as const satisfies readonly SettingsTab[];
export type SettingsTabId = (typeof settingsTabs)[number]["id"];

/** The tabs of a visitor; the first one is the page behind *Settings*. */
export const tabsOf = ({ may, who }: Pick<Frame, "may" | "who">): SettingsTab[] =>
  settingsTabs.filter(
    (tab: SettingsTab) =>
      (tab.scope !== "admin" || may.admin) &&
      (!tab.account || who.user_id !== null) &&
      (!tab.ownUnlessAdmin || may.admin || who.user_id !== null),
  );

/** A page of the settings below its tabs. */
export const settingsPage = (frame: Frame, chosen: SettingsTabId, body: Html): string =>
  framed(
    frame,
    `Settings: ${settingsTabs.find(({ id }) => id === chosen)!.label}`,
    html`<div>
        <div class="lead"><h1>Settings</h1></div>
        ${tabs(
          "Settings",
          tabsOf(frame).map(({ id, label }) => ({
            label,
            href: `${frame.base}/settings/${id}`,
            chosen: id === chosen,
          })),
        )}
      </div>
      ${body}`,
    "board",
  );
