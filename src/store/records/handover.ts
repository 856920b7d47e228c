/** Writes that change the pages of an incident already queued: a handover, a higher priority. */
import type { Change } from "../../core/command/change.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { fanOutHandover, type Handover, type Leaving } from "../../core/paging/handover.ts";
import { fanOutLeaving } from "../../core/paging/leaving.ts";
import { pushPriority } from "../../core/paging/push-priority.ts";
import type { Context } from "../queries/context.ts";
import { recipientsOf } from "./audience.ts";
import { rows, together, write, type Procedure } from "../kit/procedure.ts";

/** Hands the pages of an incident over; returns the pushes to write. */
export function* writeHandover(
  c: Context,
  incident: Incident,
  change: Extract<Change, { kind: "handed-over" }>,
  now: Instant,
): Procedure<Handover> {
  const group_id = change.group.id;
  const incident_id = incident.id;
  const recipients = yield* recipientsOf(c, group_id, now);
  const earlier = yield* rows(c.q.pages, { incident_id });
  const handover = fanOutHandover(incident, change, recipients, earlier, now);
  for (const { page } of handover.kept) {
    // The hours of the new group apply.
    const due = page.state === "held" ? { due_at: now } : {};
    yield* c.of.notifications.update({ id: page.id }, { alert_group_id: group_id, ...due });
  }
  // The incident may have come back: an older handover no longer matters to them.
  const ids = JSON.stringify(recipients.map(({ device }) => device.id));
  yield* write(c.q.dropHandovers, { incident_id, ids });
  yield* markLeft(c, handover);
  return handover;
}

/** Hands an incident over from people that have left its groups; returns the pushes to write. */
export function* writeLeaving(
  c: Context,
  incident: Incident,
  user_ids: readonly string[],
  now: Instant,
): Procedure<Leaving> {
  const users = yield* together(user_ids.map((id) => c.of.users.first({ id })));
  const recipients = yield* recipientsOf(c, incident.alert_group_id, now);
  const earlier = yield* rows(c.q.pages, { incident_id: incident.id });
  const left = users.filter((user) => user !== undefined);
  const leaving = fanOutLeaving(incident, left, recipients, earlier, now);
  yield* markLeft(c, leaving);
  return leaving;
}

/** Marks the pages of people that it does not page any more. */
function* markLeft(c: Context, { left }: Leaving): Procedure<void> {
  for (const { page } of left)
    yield* c.of.notifications.update({ id: page.id }, { handed_over: true });
  c.nudge("pushes");
}

/** Gives unsent pages the raised priority, and re-evaluates pages on hold. */
export function* raisePages(c: Context, incident: Incident, now: Instant): Procedure<void> {
  const incident_id = incident.id;
  const priority = pushPriority("opened", incident, "normal");
  yield* write(c.q.raiseUnsent, { incident_id, priority });
  // Urgent incidents may ignore contact hours, and more members may be notified.
  yield* write(c.q.reevaluateHeldOf, { incident_id, now });
  c.nudge("pushes");
  c.nudge("coverage");
}
