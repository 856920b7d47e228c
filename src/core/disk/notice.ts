/** Notices about the disk of monitord, for the phones of its operators. Pure. */
import type { Device, Instant } from "../model/model.ts";
import type { PushText } from "../paging/bundle.ts";
import { newNotification, pushLifetime } from "../paging/notification.ts";
import type { NewNotification } from "../command/change.ts";
import type { DiskSeen } from "./room.ts";

/** ntfy's priorities: of a disk that fills up, of one on which monitoring stops, and of good news. */
const priorities = { low: 4, unwritable: 5, ok: 3 };

/** States with a notice through the outbox, the worst last. */
const noted = ["ok", "low", "full"] as const;
export type NotedState = (typeof noted)[number];

/**
 * Whether a state is news after the last notice, which has this key; null: none. It is when it is worse,
 * or when the disk has room again. A restart in between does not count.
 */
export function isNews(state: NotedState, lastKey: string | null): boolean {
  const last = noted.findIndex((one) => lastKey?.split("/")[1] === one);
  return state === "ok" ? last > 0 : noted.indexOf(state) > last;
}

/** The words of a notice about the disk as it is now. */
export function diskText({ state, sentence }: DiskSeen): PushText {
  switch (state) {
    case "ok":
      return {
        title: "monitord has disk space again",
        message: sentence,
        priority: priorities.ok,
        tags: ["white_check_mark"],
      };
    case "unwritable":
      return {
        title: "monitord cannot write",
        message: `${sentence} Nothing is checked and no incident is opened until monitord can write again.`,
        priority: priorities.unwritable,
        tags: ["rotating_light"],
      };
    case "low":
    case "full":
      return {
        title: state === "low" ? "monitord is low on disk space" : "The disk of monitord is full",
        message: sentence,
        priority: priorities.low,
        tags: ["floppy_disk"],
      };
  }
}

/** After a notice "cannot write". */
export const writesAgain = (disk: DiskSeen): PushText => ({
  ...diskText({ ...disk, state: "ok" }),
  title: "monitord can write again",
});

/** The notice for a device, through the outbox. */
export function diskNotification(
  device: Device,
  state: NotedState,
  text: PushText,
  now: Instant,
): NewNotification {
  return newNotification(
    device,
    {
      ...text,
      incident_id: null,
      alert_group_id: null,
      transition: state === "ok" ? "disk_recovered" : "disk_warning",
      key: `disk/${state}/${now}/${device.id}`,
      expires_at: now + pushLifetime,
    },
    now,
  );
}
