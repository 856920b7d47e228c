/**
 * UptimeRobot's webhook alert contact, whose POST value names its variables as they are called there:
 * `monitorID`, `monitorURL`, `monitorFriendlyName`, `alertType` (1 down, 2 up, 3 certificate expires), `alertTypeFriendlyName`,
 * `alertDetails`, `alertDuration`, `alertDateTime`; also with underscores. https://uptimerobot.com/help/
 */
import type { Format } from "../alert.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  plainMembers,
  firstMembers,
  isVariable,
} from "../members.ts";
import { contentsBy, isDown, type States } from "./tool.ts";

const states: States = {
  1: "firing",
  2: "resolved",
  3: "firing",
  98: null,
  99: null,
  down: "firing",
  up: "resolved",
  started: null,
  paused: null,
};
const kinds = ["alertType", "alertTypeFriendlyName", "alert_type", "alert_type_friendly_name"];
const marks = "monitorFriendlyName monitorURL monitorID monitor_friendly_name monitor_url".split(
  " ",
);

export const uptimerobot: Format = {
  name: "uptimerobot",
  read: (body, now) => {
    const has = (name: string) => Object.hasOwn(body as object, name);
    if (!isObject(body) || !kinds.some(has) || !marks.some(has)) return null;
    const plain = plainMembers(firstMembers(body));
    const kind = firstText(plain, "alerttype", "alerttypefriendlyname");
    const site = firstText(plain, "monitorfriendlyname", "monitorurl");
    const details = firstText(plain, "alertdetails");
    // A certificate is another problem than a site that is down, and UptimeRobot sends no end of it.
    const expires =
      kind === "3" || /ssl|domain/i.test(firstText(plain, "alerttypefriendlyname") ?? "");
    return contentsBy("uptimerobot", states, {
      state: expires ? "3" : kind,
      thing: [
        firstText(plain, "monitorid", "monitorurl", "monitorfriendlyname"),
        expires ? "certificate" : null,
      ],
      name: expires ? `${site}: certificate or domain expires` : isDown(site),
      texts: [details],
      since: firstPast(now, instantOf(plain.alertdatetime)),
      links: [["check", plain.monitorurl]],
      test: isVariable(kind),
      assumed: expires,
    });
  },
};
