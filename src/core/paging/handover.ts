/**
 * Hands an unresolved incident over to the group that its monitor has moved to. The new group is paged under
 * its own rules, except devices that have the page. Recipients outside the new group learn it with one push,
 * and hear no more of the incident. An acknowledgement stays: then the new group gets that push in place of
 * the page. Pure.
 */
import type { Change, Move } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { unacknowledged, type AlertGroup, type Incident, type Instant } from "../model/model.ts";
import { plural } from "../text/plural.ts";
import { noBatch } from "./bundle.ts";
import {
  type Earlier,
  type Fanout,
  type Recipient,
  type Text,
  fanOutPage,
  notificationOf,
  updateState,
} from "./notification.ts";
import { nextPaging, pagingFrom } from "./paging.ts";
import { countsAsPaged } from "./paged.ts";
import { changePriority, priorityNow } from "./priority.ts";

/** Takes an incident to the group of `paging`. */
export function handOver(
  { incident: given, paging }: Pick<Snapshot, "incident" | "paging">,
  { by, from, word }: Move,
  now: Instant,
): Change[] {
  if (!given || !paging || given.alert_group_id === paging.group.id) return [];
  const { group } = paging;
  const incident = word === "Moved" ? given : { ...given, ...unacknowledged };
  const moved = { ...incident, priority_level: priorityNow(group, incident) };
  const restarted = pagingFrom(moved, paging, now);
  return [
    {
      kind: "timeline",
      entry: "moved",
      text: `${word} from "${from}" to "${group.title}" by ${by}.`,
      actor: by,
    },
    ...changePriority(incident, group),
    {
      kind: "incident",
      set: {
        alert_group_id: group.id,
        // Those who were asked to help hear no more of it, either.
        ...(incident === given ? {} : { ...unacknowledged, responders: 0 }),
        ...restarted,
        ...(incident.status === "open"
          ? {}
          : { act_at: nextPaging({ ...moved, ...restarted }, paging.group, now) }),
      },
    },
    { kind: "handed-over", group, by, from, word },
  ];
}

/** The pushes to people that an incident does not page any more. */
export interface Leaving extends Fanout {
  /** Their pages. */
  left: readonly Earlier[];
}

/** The pushes of a handover, and what it changes about earlier pages. */
export interface Handover extends Leaving {
  /** Pages of devices in the new group: they belong to it from now on. */
  kept: readonly Earlier[];
}

/** The pushes of a handover to `group`. `recipients`: its devices. `earlier`: all pages of the incident. */
export function fanOutHandover(
  incident: Incident,
  { group, by, from, word }: Move & { group: AlertGroup },
  recipients: readonly Recipient[],
  earlier: readonly Earlier[],
  now: Instant,
): Handover {
  const inGroup = new Set(recipients.map(({ device }) => device.id));
  const current = earlier.filter(({ page }) => !page.handed_over);
  const kept = current.filter(({ page }) => inGroup.has(page.device_id));
  const left = current.filter((one) => !kept.includes(one));
  // After a handover by a person, an earlier page does not count.
  const shown = word === "Moved" ? kept : [];
  const paged = new Set(shown.flatMap(({ page }) => (countsAsPaged(page) ? [page.device_id] : [])));
  const round = `moved.${now}`;
  const acknowledged =
    incident.status === "acknowledged" ? `Acknowledged by ${incident.acknowledged_by}.` : null;
  const news = {
    title: `Handed over to "${group.title}": ${incident.title}`,
    message: `${acknowledged ?? `"${group.title}" is paged now.`}\n${word} from "${from}" by ${by}.`,
    batch: noBatch,
    round,
  };
  const page = fanOutPage(
    incident,
    {
      title: incident.title,
      message: `${incident.summary}\n${word} from "${from}" by ${by}.`,
      batch: noBatch,
      round,
    },
    recipients,
    now,
    { group_id: group.id, earlier: [] },
  );
  const toGroup = acknowledged
    ? recipients
        .filter(({ device }) => device.enabled)
        .map(({ device }) => ({
          ...notificationOf(incident, "handed_over", news, device, "queued", now),
          alert_group_id: group.id,
        }))
    : page.queued;
  const leaving = farewells(incident, news, left, `handed over to "${group.title}"`, now);
  return {
    ...leaving,
    queued: [...toGroup.filter(({ device_id }) => !paged.has(device_id)), ...leaving.queued],
    timeline: [...(acknowledged ? [] : page.timeline), ...leaving.timeline],
    kept,
  };
}

/** Cancels the pages of `left` that were not sent, for this reason; each device with one that was gets the news. */
export function farewells(
  incident: Incident,
  news: Text,
  left: readonly Earlier[],
  reason: string,
  now: Instant,
): Leaving {
  const unsent = left.filter(({ page: { state } }) => state === "queued" || state === "held");
  const devices = Map.groupBy(left, ({ page: { device_id } }) => device_id);
  return {
    queued: [...devices.values()].flatMap((pages) => farewell(incident, news, pages, now)),
    dropped: unsent.map(({ page: { id } }) => ({ id, reason })),
    reworded: [],
    timeline:
      unsent.length === 0
        ? []
        : [
            {
              entry: "dropped",
              text: `${plural(unsent.length, "queued notification")} canceled: the incident was handed over.`,
            },
          ],
    left,
  };
}

/** The push to a device that has the page; empty: it never got it. */
function farewell(
  incident: Incident,
  news: Text,
  pages: readonly Earlier[],
  now: Instant,
): Fanout["queued"] {
  const heard = pages.filter(({ page }) => updateState(page) !== null);
  const last = heard.at(-1);
  if (!last?.device?.enabled) return [];
  const waits = heard.some(({ page }) => updateState(page) === "waiting");
  const state = waits ? "waiting" : "queued";
  return [
    {
      ...notificationOf(incident, "handed_over", news, last.device, state, now),
      alert_group_id: last.page.alert_group_id,
    },
  ];
}
