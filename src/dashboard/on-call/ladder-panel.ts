/** The steps of an unacknowledged incident: reminders and escalation. Pure. */
import type { AlertGroup } from "../../core/model/model.ts";
import { remindersOf } from "../../core/paging/rounds.ts";
import type { EscalationStep } from "../../core/command/snapshot.ts";
import { waitText } from "../../core/explain/who-would.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { escalationRule, type RuleStep } from "../chart/ladder.ts";
import { panel } from "../components/panel.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { nameList } from "../components/name-list.ts";

/** A group of the escalation, and the names of its members; no minutes: the group before it is unreachable. */
export interface LadderGroup extends EscalationStep {
  title: string;
  members: readonly string[];
}

export interface LadderModel {
  group: AlertGroup;
  /** The incident's priority. */
  priority: number;
  members: readonly string[];
  steps: readonly LadderGroup[];
}

const maxNames = 4;
const minutes = (count: number) => formatDuration(count * 60_000);

const namesText = (names: readonly string[]): Html =>
  names.length === 0 ? html`no members` : nameList(names, maxNames);

export function ladderPanel(frame: Frame, model: LadderModel): Html {
  const { group, priority } = model;
  return panel(
    {
      id: "ladder-title",
      title: "While unacknowledged",
      tools: html`<span class="push"
        >${segments(
          "Priority of the incident",
          [1, 2, 3].map((level) => ({
            label: `P${level}`,
            href: `${frame.base}/alert_groups/${group.id}${level === group.priority_level ? "" : `?priority=${level}`}`,
            chosen: level === priority,
          })),
        )}</span
      >`,
    },
    escalationRule(ruleSteps(frame, model)),
  );
}

function ruleSteps(frame: Frame, { group, priority, members, steps }: LadderModel): RuleStep[] {
  const { repeat_minutes, repeat_limit } = remindersOf(group, { priority_level: priority });
  const reminders = repeat_minutes !== null && repeat_minutes > 0 && repeat_limit > 0;
  let after = 0;
  const escalations = steps.map(({ to, after_minutes, title, members: names }) => {
    after += after_minutes;
    return {
      after,
      at: waitText(after),
      title: html`<a class="name" href="${frame.base}/alert_groups/${to}"><bdi>${title}</bdi></a>`,
      note: namesText(names),
    };
  });
  const later = [
    ...(reminders
      ? [
          {
            after: repeat_minutes,
            at: `every ${minutes(repeat_minutes)}, ${plural(repeat_limit, "time")}`,
            title: "The same people again",
            note: "while it is unacknowledged",
          },
        ]
      : []),
    ...escalations,
  ].toSorted((a, b) => a.after - b.after);
  const end = Math.max(reminders ? repeat_minutes * repeat_limit : 0, after);
  return [
    {
      at: "at once",
      title: html`<bdi>${group.title}</bdi>`,
      note: html`those in contact hours: ${namesText(members)}`,
    },
    ...later,
    {
      at: end === 0 ? "then" : `after ${minutes(end)}`,
      title: html`<span class="quiet">Nothing more</span>`,
      note: "the incident stays open",
    },
  ];
}
