/**
 * The steps of `doctor` that say whether a page would arrive: the failing sub-checks of the server's health,
 * and the alert groups without a reachable member. All that is healthy takes one line.
 */
import type { AlertGroup, Member } from "../../api/alert-groups.ts";
import type { Who } from "../../api/explanations.ts";
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import type { Static } from "../../api/schema.ts";
import type { Client } from "../../client/client.ts";
import { coverageOf, gapsAfter, knownAround } from "../../core/on-call/coverage.ts";
import { gapsText } from "../../core/on-call/coverage-text.ts";
import { reachedOrClosed } from "../../core/paging/coverage.ts";
import { healthCheckOf } from "../../core/status/remedies.ts";
import { plural } from "../../core/text/plural.ts";
import { nameOf } from "../input/find-one.ts";
import { orNone } from "../input/offered.ts";
import { exitCodes } from "../call/exit.ts";
import type { StepResult } from "./doctor-step.ts";

type SubChecks = NonNullable<HealthCheckMonitor["last_results"]>;
type NamedStep = StepResult & { name: string };

/** A line for all sub-checks, and one for each that fails. */
export function healthSteps(checks: SubChecks): NamedStep[] {
  const failing = checks.filter(({ status }) => status !== "ok" && status !== "skipped");
  const healthy = `${checks.length - failing.length} of ${plural(checks.length, "sub-check")} ok`;
  const state = failing.length === 0 ? "ok" : "warning";
  return [
    { name: "health", state, detail: `ready, ${healthy}` },
    ...failing.map((check): NamedStep => {
      const { name, label, notificationMessage, shortSummary, status } = check;
      const { remedy, stopsPages, guide } = healthCheckOf(name);
      const text = notificationMessage || shortSummary || status;
      // This is the command that the server advises.
      const reason = text.replace("; `monitorctl doctor` names them", "");
      const stops = stopsPages && status !== "warning";
      return {
        name,
        state: stops ? "failed" : "warning",
        detail: `${label ?? name}: ${reason}`,
        fix: remedy,
        guide,
        exit: exitCodes.down,
        stopsPages: stops ? (reason.split(/[.;]/)[0] ?? reason) : null,
      };
    }),
  ];
}

/** Groups that are checked at once: each takes a few requests. */
const sideBySide = 20;

/** A line for the groups that can be paged, and one for each other group. */
export async function groupSteps(client: Client, now: number): Promise<NamedStep[]> {
  const [users, groups] = await Promise.all([
    client.send("GET /users"),
    client.send("GET /alert_groups"),
  ]);
  if (users.length === 0) return [unpaged("users", "no users exist", "monitorctl users add EMAIL")];
  if (groups.length === 0)
    return [unpaged("alert groups", "no alert groups exist", "monitorctl init, then apply it")];
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const steps: NamedStep[] = [];
  for (let from = 0; from < groups.length; from += sideBySide) {
    const some = groups.slice(from, from + sideBySide);
    const results = await Promise.all(some.map((group) => groupStep(client, group, emails, now)));
    steps.push(...results.flat());
  }
  const blocked = steps.filter(({ state }) => state === "failed").length;
  const paged = `${groups.length - blocked} of ${plural(groups.length, "group")} can be paged`;
  const state = blocked === 0 ? "ok" : "warning";
  const ofOneGroup = blocked < groups.length;
  return [
    { name: "alert groups", state, detail: paged },
    ...steps.map((step) => ({ ...step, ofOneGroup })),
  ];
}

const unpaged = (name: string, detail: string, fix: string): NamedStep => ({
  name,
  state: "failed",
  detail,
  fix,
  exit: exitCodes.down,
  stopsPages: detail,
});

/** Empty: a member would be notified now, and a device of the group has answered a test. */
async function groupStep(
  client: Client,
  group: AlertGroup,
  emails: ReadonlyMap<string, string>,
  now: number,
): Promise<NamedStep[]> {
  const { id, title } = group;
  const name = nameOf("alert_groups", group);
  const [{ people }, members, schedules] = await Promise.all([
    client.send("GET /alert_groups/:id/who", { id }),
    client.send("GET /alert_groups/:id/members", { id }),
    orNone(client.send("GET /alert_groups/:id/schedules", { id })),
  ]);
  const hasTurns = schedules.length > 0;
  if (people.length === 0)
    return [
      hasTurns
        ? unpaged(name, `nobody is on call in "${title}"`, "monitorctl oncall")
        : unpaged(name, `"${title}" has no members`, "declare its members: and apply"),
    ];
  if (people.every(({ devices }) => devices.length === 0))
    return [
      unpaged(
        name,
        `${hasTurns ? "nobody on call in" : "no member of"} "${title}" has a device`,
        `monitorctl devices add ${emails.get(people[0]!.user_id) ?? "USER"}`,
      ),
    ];
  if (!people.some(({ told }) => told)) return [closedStep(name, group, people)];
  // The server knows the turns of a year, and its health warns of their gaps.
  const coverage = hasTurns ? [] : coverageStep(name, group, members, now);
  const isVerified = hasTurns
    ? await anyVerified(client, people)
    : members.some(({ verified_devices }) => verified_devices > 0);
  return [...coverage, ...(isVerified ? [] : [unverifiedStep(name, group)])];
}

/** True when a device of one of these people has answered a test. */
async function anyVerified(client: Client, people: Static<typeof Who>["people"]): Promise<boolean> {
  const devices = await Promise.all(
    people.map(({ user_id }) => client.send("GET /users/:user_id/devices", { user_id })),
  );
  return devices.flat().some(({ verified_at }) => verified_at !== null);
}

/** Warns of gaps in the next 53 weeks within the contact hours of the group. */
function coverageStep(
  name: string,
  group: AlertGroup,
  members: readonly Member[],
  now: number,
): NamedStep[] {
  const reachable = members.filter(({ devices }) => devices > 0);
  const coverage = coverageOf(reachedOrClosed(group, reachable, knownAround(now)), now);
  if (group.priority_level !== 1 || group.urgent_ignores_contact_hours) return [];
  if (gapsAfter(coverage).length === 0) return [];
  const { remedy, guide } = healthCheckOf("coverage");
  return [
    {
      name,
      state: "warning",
      detail: `"${group.title}" notifies nobody ${gapsText(coverage, group.timezone)}`,
      fix: remedy.replace("GROUP", name.slice("ag/".length)),
      guide,
    },
  ];
}

const unverifiedStep = (name: string, { title }: AlertGroup): NamedStep => ({
  name,
  state: "warning",
  detail: `no device of "${title}" is verified: none has answered a test`,
  fix: `monitorctl notify test ${name}`,
});

/** No member would be notified now: until when, or which gate a person has to open. */
function closedStep(
  name: string,
  { title }: AlertGroup,
  people: Static<typeof Who>["people"],
): NamedStep {
  const closed = people.flatMap(({ name: person, devices }) =>
    devices.map(({ gates }) => ({ person, gates: gates.filter(({ passed }) => !passed) })),
  );
  const later = closed
    .filter(({ gates }) => gates.every(({ until }) => until !== null))
    .map(({ gates }) => ({
      reason: gates[0]!.reason,
      until: gates
        .map((one) => one.until!)
        .sort()
        .at(-1)!,
    }))
    .sort((a, b) => a.until.localeCompare(b.until))[0];
  if (later)
    return {
      name,
      state: "warning",
      detail: `nobody of "${title}" is paged before ${later.until}: ${later.reason}`,
      fix: `monitorctl who ${name}`,
    };
  const { person, gates } = closed[0]!;
  const gate = gates.find(({ until }) => until === null)!;
  const detail = `"${title}" reaches nobody (${person}: ${gate.reason})`;
  return unpaged(name, detail, gateRemedies[gate.gate]?.(name) ?? `monitorctl who ${name}`);
}

/** By the gate that is closed; `group` as people type it. */
const gateRemedies: Partial<Record<string, (group: string) => string>> = {
  device: () => "monitorctl devices list",
  reachable: () => healthCheckOf("devices").remedy,
  priority: (group) => `monitorctl members set ${group.slice("ag/".length)} USER --priority 3`,
  silence: () => "monitorctl silence list",
};
