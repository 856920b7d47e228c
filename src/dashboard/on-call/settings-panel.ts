/** The settings of a group as facts in words. Pure. */
import { remindersOf } from "../../core/paging/rounds.ts";
import { cronText } from "../../core/silence/cron-text.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { linkButton } from "../components/button.ts";
import { facts } from "../components/facts.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { address } from "../words.ts";
import { hoursText } from "./hours.ts";
import type { ShownGroup } from "./model.ts";

const minutes = (count: number) => formatDuration(count * 60_000);

/** `escalates_to`: the title of that group; null: none. */
export function groupSettingsPanel(
  frame: Frame,
  group: ShownGroup,
  escalates_to: string | null,
): Html {
  const path = `${frame.base}/alert_groups/${group.id}`;
  return panel(
    {
      id: "settings-title",
      title: "Configuration",
      tools: frame.may.write
        ? html`<span class="push acts"
            >${linkButton(`${path}/edit`, "Edit", { look: "slim" })}
            <a class="btn slim danger" href="${path}/delete">Delete…</a></span
          >`
        : null,
    },
    padded(facts(settingsOf(group, escalates_to))),
  );
}

function settingsOf(group: ShownGroup, escalates_to: string | null): [term: Piece, value: Piece][] {
  const { repeat_minutes, repeat_limit } = remindersOf(group, group);
  const { severity_priorities, escalate_after_minutes, acknowledge_for_minutes } = group;
  return [
    ["Priority", `P${group.priority_level}`],
    [
      "By severity",
      severity_priorities === null
        ? null
        : Object.entries(severity_priorities).map(
            ([severity, level]) => html`<div><bdi>${severity}</bdi>: P${level}</div>`,
          ),
    ],
    ["Contact hours", hoursText(group)],
    ["P1 outside them", group.urgent_ignores_contact_hours ? "pages at any hour" : "waits too"],
    [
      "Reminders",
      repeat_minutes === null || repeat_minutes === 0
        ? "none"
        : `every ${minutes(repeat_minutes)}, ${plural(repeat_limit, "time")}`,
    ],
    [
      "Escalates",
      escalates_to === null
        ? "to no other group"
        : html`to <bdi>${escalates_to}</bdi> after ${minutes(escalate_after_minutes ?? 0)}`,
    ],
    [
      "Acknowledgement expires",
      acknowledge_for_minutes === null ? "never" : `after ${minutes(acknowledge_for_minutes)}`,
    ],
    [
      "Drills",
      group.drill_cron === null ? "on demand" : `${cronText(group.drill_cron)} (${group.timezone})`,
    ],
    ["Alerts resolve", `${minutes(group.assume_resolved_after_minutes)} after the last one`],
    ["Senders authenticate", group.webhook_auth ?? "by the URL alone"],
    ["Runbook", group.runbook_url === null ? null : address(group.runbook_url)],
    [
      "Description",
      group.description === null
        ? null
        : html`<span class="preserve"><bdi>${group.description}</bdi></span>`,
    ],
  ];
}
