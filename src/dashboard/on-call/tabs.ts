/** The parts of *On call*: the present, then the lists of schedules, alert groups, people and status pages, and the report. Pure. */
import { tabs } from "../components/tabs.ts";
import type { Html } from "../html.ts";
import type { Frame } from "../layout.ts";

const parts = [
  ["on_call", "Who is on call"],
  ["schedules", "Schedules"],
  ["alert_groups", "Groups"],
  ["users", "People"],
  ["status_pages", "Status pages"],
  ["reports/on_call", "Report"],
] as const;

export const onCallTabs = (
  { base }: Pick<Frame, "base">,
  chosen: (typeof parts)[number][0],
): Html =>
  tabs(
    "On call",
    parts.map(([path, label]) => ({
      label,
      href: `${base}/${path}`,
      chosen: chosen === path,
    })),
  );
