/**
 * Proxmox VE, Backup Server and Mail Gateway: a webhook target with the body of the guide. Severities as documented:
 * info, notice, warning, error, unknown. https://pve.proxmox.com/wiki/Notifications
 */
import type { Format } from "../alert.ts";
import { withoutState } from "../identity/without-state.ts";
import { firstPast, firstText, instantOf, isObject, objectOf } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  error: "firing",
  warning: "firing",
  unknown: "firing",
  info: "resolved",
  notice: null,
};

/** Titles of its templates, for bodies that do not name their source. */
const titles =
  /^(?:vzdump backup status|Replication Job:|Garbage Collect Datastore|Verify Datastore)/;

export const proxmox: Format = {
  name: "proxmox",
  read: (body, now) => {
    if (!isObject(body) || typeof body.severity !== "string" || typeof body.title !== "string")
      return null;
    const fields = objectOf(body.fields);
    const isProxmox =
      body.source === "proxmox" ||
      (Object.hasOwn(body, "message") &&
        (Object.hasOwn(fields, "type") || titles.test(body.title)));
    if (!isProxmox) return null;
    const type = firstText(body, "type") ?? firstText(fields, "type");
    const host = firstText(body, "hostname") ?? firstText(fields, "hostname");
    const job = firstText(body, "job") ?? firstText(fields, "job-id");
    return contentsBy("proxmox", states, {
      state: body.severity,
      thing: [type, host, job, withoutState(body.title)],
      name: body.title,
      place: host !== null && body.title.includes(host) ? null : host,
      texts: [firstText(body, "message")],
      severity: body.severity,
      since: firstPast(now, instantOf(body.timestamp)),
      labels: { type, host, job },
      test: /^Test notification$/i.test(body.title),
    });
  },
};
