/**
 * Pingdom's webhooks, of uptime and of transaction checks: one body for each change of state.
 * https://www.pingdom.com/resources/webhooks/
 */
import type { Format } from "../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf } from "../members.ts";
import { contentsBy, isDown, type States } from "./tool.ts";

const states: States = {
  down: "firing",
  failing: "firing",
  up: "resolved",
  success: "resolved",
  paused: null,
};

export const pingdom: Format = {
  name: "pingdom",
  read: (body, now) => {
    if (
      !isObject(body) ||
      !Object.hasOwn(body, "check_id") ||
      !Object.hasOwn(body, "current_state")
    )
      return null;
    const params = objectOf(body.check_params);
    return contentsBy("pingdom", states, {
      state: firstText(body, "current_state"),
      thing: [firstText(body, "check_id")],
      name: isDown(firstText(body, "check_name")),
      place: firstText(params, "hostname"),
      texts: [
        firstText(body, "long_description"),
        firstText(body, "description"),
        firstText(body, "custom_message"),
      ],
      severity: firstText(body, "importance_level"),
      since: firstPast(now, instantOf(body.state_changed_timestamp)),
      labels: { type: body.check_type, tags: body.tags },
      links: [["check", params.full_url]],
    });
  },
};
