/** The two lists of *On call*: alert groups and people. Pure. */
import { tabs } from "../components/tabs.ts";
import type { Html } from "../html.ts";
import type { Frame } from "../layout.ts";

export const onCallTabs = ({ base }: Pick<Frame, "base">, chosen: "groups" | "people"): Html =>
  tabs("On call", [
    { label: "Groups", href: `${base}/alert_groups`, chosen: chosen === "groups" },
    { label: "People", href: `${base}/users`, chosen: chosen === "people" },
  ]);
