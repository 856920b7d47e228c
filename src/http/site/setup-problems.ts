/** Problems of the setup, as the first screen names them. */
import type { SetupProblem } from "../../dashboard/pages/overview.ts";
import type { Vitals } from "../../store/reads/vitals.ts";
import type { Instant } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { healthReport } from "../answer/health.ts";
import type { Site } from "./site.ts";

/** Groups that a setup problem names; the rest is a number. */
const namedGroups = 3;

/** The service's own checks that concern every user. */
const machineryChecks = new Set([
  "database",
  "disk",
  "checks",
  "pushes",
  "push_servers",
  "network",
]);

/** Problems of the service that concern this organization. */
export function setupProblems(
  { store, outside }: Site,
  org_id: string,
  vitals: Vitals,
  now: Instant,
): SetupProblem[] {
  const own = <T extends { org_id: string }>(rows: T[]) =>
    rows.filter((row) => row.org_id === org_id);
  const report = healthReport(vitals, outside(), store.failure(), now);
  const machinery = report.checkResults
    .filter(({ name, status }) => status !== "ok" && machineryChecks.has(name))
    .map(({ label, shortSummary }) => ({
      text: `${label}: ${shortSummary}.`,
      path: "/settings/service",
    }));
  const unreachable = own(vitals.unreachable_groups);
  const broken = own(vitals.broken_devices).length;
  const failing = own(vitals.failing_urls).length;
  const more = unreachable.length - namedGroups;
  return [
    ...machinery,
    ...unreachable.slice(0, namedGroups).map(({ id, title }) => ({
      text: `${title}: no member can be reached.`,
      path: `/alert_groups/${id}`,
    })),
    ...(more > 0
      ? [
          {
            text: `${plural(more, "more group")} without a reachable member.`,
            path: "/alert_groups",
          },
        ]
      : []),
    ...(broken > 0
      ? [{ text: `${plural(broken, "device")} rejected by the push server.`, path: "/users" }]
      : []),
    ...(failing > 0
      ? [{ text: `${plural(failing, "webhook URL")} rejecting events.`, path: "/activity" }]
      : []),
  ];
}
