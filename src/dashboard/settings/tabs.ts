/** The head of *Settings*: the service itself, and for admins its keys and sessions. Pure. */
import { tabs } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";

export const settingsHead = ({ base, may }: Frame, chosen: "service" | "access"): Html =>
  html`<div>
    <div class="lead"><h1>Settings</h1></div>
    ${tabs("Settings", [
      { label: "Service", href: `${base}/settings`, chosen: chosen === "service" },
      ...(may.admin
        ? [
            {
              label: "Keys and sessions",
              href: `${base}/settings/access`,
              chosen: chosen === "access",
            },
          ]
        : []),
    ])}
  </div>`;
