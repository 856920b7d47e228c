/** A push that is due, with what a test wants to say about it. */
import type { DuePush } from "../../src/app/ports.ts";
import type { Device, Notification } from "../../src/core/model.ts";

export function duePush(
  notification: Partial<Notification>,
  device: Partial<Device> = {},
): DuePush {
  return {
    sequence_id: "inc-1-ada",
    notification: {
      id: "n1",
      org_id: "o1",
      incident_id: "i1",
      alert_group_id: "g1",
      user_id: "u1",
      device_id: "d1",
      transition: "opened",
      key: "k1",
      lane: "ntfy",
      state: "leased",
      due_at: 0,
      attempts: 1,
      perhaps_delivered: false,
      expires_at: 0,
      priority: 5,
      title: "Shop is down",
      message: "Database: Could not connect",
      tags: ["rotating_light"],
      delivered_at: null,
      last_error: null,
      inserted_at: 0,
      ...notification,
    },
    device: {
      id: "d1",
      org_id: "o1",
      user_id: "u1",
      kind: "ntfy",
      name: null,
      target: "ada-phone",
      server: null,
      access_token: null,
      enabled: true,
      verified_at: null,
      broken_at: null,
      broken_reason: null,
      version: 1,
      inserted_at: 0,
      updated_at: 0,
      ...device,
    },
  };
}
