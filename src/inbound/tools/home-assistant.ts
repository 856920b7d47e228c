/**
 * Home Assistant: a `rest_command` with the payload of the guide. Its automations say which state is a problem: `on` is one
 * for a leak and none for a connection. https://www.home-assistant.io/integrations/rest_command/
 */
import type { Format } from "../alert.ts";
import { firstText, isObject } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  problem: "firing",
  firing: "firing",
  unavailable: "firing",
  unknown: "firing",
  ok: "resolved",
  resolved: "resolved",
};

export const homeAssistant: Format = {
  name: "home-assistant",
  read: (body) =>
    isObject(body) && body.source === "home-assistant" && typeof body.status === "string"
      ? contentsBy("home-assistant", states, {
          state: body.status,
          thing: [firstText(body, "entity_id") ?? firstText(body, "title", "message")],
          name: firstText(body, "title", "entity_id", "message"),
          texts: [firstText(body, "message")],
          severity: firstText(body, "severity"),
          value: firstText(body, "state"),
          labels: { entity: body.entity_id, area: body.area },
          links: [["home", body.url]],
          test: body.status.toLowerCase() === "test",
        })
      : null,
};
