/**
 * Lists who would be notified of an incident that has not opened, by passing an imagined one through the
 * same gates. Pure.
 */
import type { Evidence } from "./explain.ts";
import { gatesOf, type Gate, type IncidentFacts } from "../paging/gate.ts";
import type { AlertGroup, Instant } from "../model/model.ts";

/** Who would be notified of an incident that opens at some moment. */
export interface WhoWould {
  user_id: string;
  name: string;
  told: boolean;
  sentence: string;
  devices: { device_id: string; name: string | null; gates: Gate[] }[];
}

/** The members whom an incident of `priority_level` would reach, if it opened at `at`. */
export function whoWould(
  evidence: Pick<Evidence, "group" | "silences" | "people"> & {
    group: AlertGroup;
  },
  priority_level: number,
  at: Instant,
): WhoWould[] {
  const { group, silences, people } = evidence;
  const incident = imagined(group, priority_level, at);
  return people.map(({ user, member, devices }) => {
    const name = user.name ?? user.email;
    const each = devices.map((device) => ({
      device,
      gates: gatesOf({ transition: "opened", incident, group, member, device, silences }, at),
    }));
    const closed = each.map(({ gates }) => gates.find((gate) => !gate.passed));
    const told = closed.some((gate) => !gate);
    const why = each.length === 0 ? "has no device" : closed[0]?.reason;
    return {
      user_id: user.id,
      name,
      told,
      sentence: told
        ? `${name} would be notified immediately.`
        : `${name} would not be notified immediately: ${why}.`,
      devices: each.map(({ device, gates }) => ({
        device_id: device.id,
        name: device.name,
        gates,
      })),
    };
  });
}

/** A new alert, of no monitor in particular. */
const imagined = (group: AlertGroup, priority_level: number, at: Instant): IncidentFacts => ({
  source: "alert_group",
  source_id: "",
  key: "",
  alert_group_id: group.id,
  status: "open",
  priority_level,
  opened_at: at,
  details: {},
});
