/**
 * Site24x7's webhook integration with its default JSON: one body for each change of state of a monitor.
 * https://www.site24x7.com/help/admin/third-party-integration/webhooks.html
 */
import type { Format } from "../alert.ts";
import { firstPast, firstText, instantOf, isObject, isVariable } from "../members.ts";
import { contentsBy, isDown, type States } from "./tool.ts";

const states: States = {
  down: "firing",
  critical: "firing",
  trouble: "firing",
  up: "resolved",
  maintenance: null,
  suspended: null,
};

export const site24x7: Format = {
  name: "site24x7",
  read: (body, now) =>
    isObject(body) && Object.hasOwn(body, "MONITORNAME") && Object.hasOwn(body, "STATUS")
      ? contentsBy("site24x7", states, {
          state: firstText(body, "STATUS"),
          thing: [firstText(body, "MONITORID", "MONITORNAME")],
          name: isDown(firstText(body, "MONITORNAME")),
          texts: [
            firstText(body, "INCIDENT_REASON"),
            firstText(body, "INCIDENT_DETAILS"),
            firstText(body, "MONITORURL"),
          ],
          severity: firstText(body, "STATUS"),
          since: firstPast(now, instantOf(body.INCIDENT_TIME_ISO)),
          labels: {
            type: body.MONITORTYPE,
            group: body.MONITOR_GROUPNAME,
            locations: body.FAILED_LOCATIONS,
            tags: body.TAGS,
          },
          links: [
            ["monitor", body.MONITOR_DASHBOARD_LINK],
            ["cause", body.RCA_LINK],
            ["check", body.MONITORURL],
          ],
          test: isVariable(firstText(body, "STATUS")),
        })
      : null,
};
