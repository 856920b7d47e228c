/** A push that is due, with what a test wants to say about it. */
import type { DuePush } from "../../src/core/paging/push.ts";
import type { PushText } from "../../src/core/paging/bundle.ts";
import type { Device } from "../../src/core/model/model.ts";
import { device as givenDevice } from "../support/builders.ts";

export function duePush(text: Partial<PushText>, device: Partial<Device> = {}): DuePush {
  return {
    sequence_id: "inc-1-ada",
    lane: "ntfy",
    actions: [],
    event: "opened",
    at: 0,
    incident: null,
    runbook_url: null,
    claims: [{ notification_id: "n1", attempt: 1 }],
    text: {
      priority: 5,
      title: "Shop is down",
      message: "Database: Could not connect",
      tags: ["rotating_light"],
      ...text,
    },
    device: givenDevice({
      id: "d1",
      org_id: "o1",
      user_id: "u1",
      name: null,
      target: "ada-phone",
      inserted_at: 0,
      updated_at: 0,
      ...device,
    }),
  };
}
