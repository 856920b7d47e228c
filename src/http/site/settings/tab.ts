/** What the pages of *Settings* share: the right that each needs, from the table of tabs. */
import type { RouteShorthandOptions } from "fastify";
import { settingsTabs, type SettingsTabId } from "../../../dashboard/settings/tabs.ts";
import { page, writeRoute } from "../site.ts";

const scopeOf = (id: SettingsTabId) => settingsTabs.find((tab) => tab.id === id)!.scope;

/** Options of the page of a tab. */
export const settingsRoute = (id: SettingsTabId): RouteShorthandOptions => page(scopeOf(id));

/** Options of a form on the page of a tab. */
export const settingsForm = (id: SettingsTabId): RouteShorthandOptions => writeRoute(scopeOf(id));
