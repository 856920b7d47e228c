/**
 * Sends pushes from memory while every write fails: "monitord cannot write", and later that it can again. They
 * bypass the outbox, and go to devices that were read while the database was healthy. Each device is notified
 * once; a failed push is retried a few times. No other work waits for them.
 */
import { laneOf } from "../../channel/registry.ts";
import { diskText, writesAgain } from "../../core/disk/notice.ts";
import type { DiskSeen } from "../../core/disk/room.ts";
import type { Device, Instant } from "../../core/model/model.ts";
import type { PushText } from "../../core/paging/bundle.ts";
import type { Pusher } from "../../core/paging/push.ts";

/** Attempts per device, and the pause between them, ms. */
const attempts = 5;
const pause = 30_000;

interface Notified {
  device: Device;
  attempts: number;
  /** A push may have reached it. */
  reached: boolean;
  /** One is being sent, which may take minutes. */
  sending: boolean;
  nextAt: Instant;
}

export class LastWord {
  readonly #pusher: Pusher;
  readonly #underWay = new Set<Promise<void>>();
  #devices: readonly Device[] = [];
  /** By device, since writes fail. */
  #notified = new Map<string, Notified>();

  constructor(pusher: Pusher) {
    this.#pusher = pusher;
  }

  /** The devices to notify when reads fail as well. */
  remember(devices: readonly Device[]): void {
    this.#devices = devices;
  }

  /** Writes fail: notifies the devices that do not know it yet. Does not wait for the answers. */
  cannotWrite(disk: DiskSeen, now: Instant): void {
    for (const device of this.#devices) {
      const one = this.#notified.get(device.id) ?? {
        device,
        attempts: 0,
        reached: false,
        sending: false,
        nextAt: now,
      };
      this.#notified.set(device.id, one);
      if (one.reached || one.sending || one.attempts === attempts || now < one.nextAt) continue;
      one.attempts += 1;
      one.sending = true;
      one.nextAt = now + pause;
      this.#send(device, diskText(disk), "disk_warning", now, (reached) => {
        one.reached = reached;
        one.sending = false;
      });
    }
  }

  /** Writes succeed again: notifies the devices that know of the failure. */
  canWrite(disk: DiskSeen, now: Instant): void {
    for (const { device, reached } of this.#notified.values())
      if (reached) this.#send(device, writesAgain(disk), "disk_recovered", now, () => {});
    this.#notified.clear();
  }

  resting(): boolean {
    return this.#underWay.size === 0;
  }

  /** Waits for the pushes under way. The stop of the daemon has a limit of its own. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  #send(
    device: Device,
    text: PushText,
    event: "disk_warning" | "disk_recovered",
    at: Instant,
    onEnd: (reached: boolean) => void,
  ): void {
    const task = this.#pusher
      .push({
        text,
        device,
        lane: laneOf(device),
        // The good news replaces the bad on the phone.
        sequence_id: "monitord-disk",
        claims: [],
        actions: [],
        event,
        at,
        incident: null,
        runbook_url: null,
      })
      .then(({ kind }) => onEnd(kind === "delivered" || kind === "perhaps_delivered"))
      .finally(() => this.#underWay.delete(task));
    this.#underWay.add(task);
  }
}
