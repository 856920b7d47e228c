/** The data of the page of an incident. Types only. */
import type { Named } from "../../core/command/command.ts";
import type { Explanation } from "../../core/explain/explain.ts";
import type { LadderGroup } from "../../core/explain/ladder.ts";
import type { Reach } from "../../core/explain/reach.ts";
import type { ChangeBefore } from "../../core/incident/changes-before.ts";
import type { Entry } from "../../core/incident/folded-timeline.ts";
import type { Phases, Usual } from "../../core/incident/phases.ts";
import type { Guidance } from "../../core/incident/guidance.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import type { MonitorPast } from "../monitor/model.ts";
import type { ShownOn } from "../publishing.ts";
import type { BrokenThen, PassedThen } from "./broken-then.ts";

/** The facts that only a resolved incident has. */
export interface IncidentPast {
  phases: Phases;
  usual: Usual;
  /** Worst first; empty: its monitor has no sub-checks. */
  broken: readonly BrokenThen[];
  /** When the fewest sub-checks passed; null: not known. */
  passed: PassedThen | null;
  /** Earlier incidents of the same monitor or alert, of 90 days, newest first. */
  similar: readonly Incident[];
}

export interface IncidentModel {
  incident: Incident;
  guidance: Guidance;
  source_title: string | null;
  group_title: string | null;
  /** Oldest first. */
  timeline: readonly (Entry & { id: string })[];
  reach: Reach;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
  /** Where the public status page of its group is; null: it has none. */
  status_pages: readonly ShownOn[];
  /** Why members were notified, or were not. */
  explanation: Explanation;
  /** The same people by the group that paged them. */
  ladder: readonly LadderGroup[];
  /** null: it is not resolved. */
  past: IncidentPast | null;
  /** Its monitor, with the last 12 hours, or with those of a resolved incident; null: an alert of another tool, or the monitor was deleted. */
  monitor: MonitorPast | null;
  /** People and groups that it can be handed over to, by name; empty when it is resolved. */
  heirs: { users: readonly Named[]; groups: readonly Named[] };
  /** The inbound events that opened and resolved it, oldest first; empty for monitors. */
  deliveries: readonly { id: string; received_at: Instant }[];
  /** Its possible causes, newest first. */
  changes: readonly ChangeBefore[];
  /** The titles of resources that changed fields refer to, by their ids. */
  titles: ReadonlyMap<string, string>;
}
