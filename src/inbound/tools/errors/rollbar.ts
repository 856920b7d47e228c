/**
 * Rollbar's webhooks: one body for each event of an item. Deployments are left out.
 * https://docs.rollbar.com/docs/webhooks
 */
import type { Format } from "../../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf } from "../../members.ts";
import { contentsBy, type States } from "../tool.ts";

const states: States = {
  new_item: "firing",
  occurrence: "firing",
  exp_repeat_item: "firing",
  item_velocity: "firing",
  reactivated_item: "firing",
  reopened_item: "firing",
  resolved_item: "resolved",
  deploy: null,
  test: null,
};

/** Rollbar's levels by their numbers, in tens. */
const levels = ["debug", "info", "warning", "error", "critical"];

export const rollbar: Format = {
  name: "rollbar",
  read: (body, now) => {
    if (!isObject(body) || typeof body.event_name !== "string" || !isObject(body.data)) return null;
    const { item: sent, message } = body.data;
    if (!isObject(sent) && !Object.hasOwn(states, body.event_name)) return null;
    const item = objectOf(sent);
    const id = firstText(item, "id");
    const level = firstText(item, "level");
    return contentsBy("rollbar", states, {
      state: body.event_name,
      thing: [id === null ? null : `item ${id}`],
      name: firstText(item, "title") ?? firstText({ message }, "message"),
      texts: [firstText(objectOf(item.last_occurrence), "context")],
      severity: levels[Number(level) / 10 - 1] ?? level,
      since: firstPast(now, instantOf(item.last_activated_timestamp)),
      labels: {
        environment: item.environment,
        host: firstText(objectOf(objectOf(item.last_occurrence).server), "host"),
        occurrences: item.total_occurrences,
      },
      test: body.event_name === "test",
    });
  },
};
