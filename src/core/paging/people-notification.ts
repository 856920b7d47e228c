/**
 * Pushes without an incident: tests, drills and reports of drills, which ask whether people can be
 * reached and report the result. Each is sent alone, because it has a button or reports on buttons. Pure.
 */
import type { AlertGroup, Device, Drill, Instant, Transition } from "../model/model.ts";
import { plural } from "../text/plural.ts";
import { newNotification, pushLifetime } from "./notification.ts";
import type { NewNotification } from "../command/change.ts";
import { silent } from "./push-priority.ts";

type PeopleTransition = Extract<Transition, "test" | "drill" | "drill_report" | "account">;

/** A test goes without a sound, at any hour, and is worth sending for ten minutes. */
const testLifetime = 10 * 60_000;

/** A test push to a device, under a key of its own. */
export function testNotification(device: Device, key: string, now: Instant): NewNotification {
  return quietNotification(
    device,
    {
      alert_group_id: null,
      transition: "test",
      key: `test/${key}`,
      expires_at: now + testLifetime,
      title: "Test from monitord",
      message: "Tap “I got it” to verify this device.",
    },
    now,
  );
}

/** The push that asks a person in a drill, valid as long as the drill lasts. */
export function drillNotification(
  group: AlertGroup,
  device: Device,
  ends_at: Instant,
  now: Instant,
): NewNotification {
  return quietNotification(
    device,
    {
      alert_group_id: group.id,
      transition: "drill",
      key: `drill/${group.id}/${now}/${device.id}`,
      expires_at: ends_at,
      title: "On-call drill: please confirm",
      message: `Tap “I got it” to show that "${group.title}" can reach you.`,
    },
    now,
  );
}

/** The report after a drill: `names` of members without a response, at least one. */
export function drillReport(
  group: AlertGroup,
  drill: Drill,
  names: readonly string[],
  device: Device,
  now: Instant,
): NewNotification {
  return quietNotification(
    device,
    {
      alert_group_id: group.id,
      transition: "drill_report",
      key: `drill_report/${drill.id}/${device.id}`,
      expires_at: now + pushLifetime,
      title: `Drill: no response from ${plural(names.length, "member")} of "${group.title}"`,
      message: `May be unreachable: ${names.join(", ")}.`,
    },
    now,
  );
}

/** The news for a person of a change of their rights or their ways to sign in. `key`: of the event. */
export function accountNotification(
  device: Device,
  key: string,
  text: { title: string; message: string },
  now: Instant,
): NewNotification {
  return quietNotification(
    device,
    {
      alert_group_id: null,
      transition: "account",
      key: `account/${key}/${device.id}`,
      expires_at: now + pushLifetime,
      ...text,
    },
    now,
  );
}

/** About no incident and without a sound. */
function quietNotification(
  device: Device,
  about: Pick<NewNotification, "alert_group_id" | "key" | "expires_at" | "title" | "message"> & {
    transition: PeopleTransition;
  },
  now: Instant,
): NewNotification {
  const tags = tagsOf[about.transition];
  return newNotification(device, { ...about, incident_id: null, priority: silent, tags }, now);
}

/** A test for a person who holds the phone: it rings like a page. */
export function invitedTest(device: Device, key: string, now: Instant): NewNotification {
  return {
    ...testNotification(device, key, now),
    priority: 4,
    title: "Test: this is how a page sounds",
    message: "Tap “I got it”, here or on the setup page.",
  };
}

const tagsOf: Record<PeopleTransition, string[]> = {
  test: ["bell"],
  drill: ["bell"],
  drill_report: ["no_bell"],
  account: ["key"],
};
