/**
 * LibreNMS: the body of the guide for its API transport, whose members are named as the variables of its templates. One rule
 * of one device is one problem. https://docs.librenms.org/Alerting/Templates/
 */
import type { Format } from "../alert.ts";
import { firstText, isObject } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

/** `LibreNMS/Enum/AlertState.php`: active, acknowledged, worse, better, changed; 0 is recovered. */
const states: States = {
  0: "resolved",
  1: "firing",
  2: "acknowledged",
  3: "firing",
  4: "firing",
  5: "firing",
};

export const librenms: Format = {
  name: "librenms",
  read: (body) => {
    const has = (name: string) => Object.hasOwn(body as object, name);
    if (!isObject(body) || !has("device_id") || !has("state") || !(has("sysName") || has("uid")))
      return null;
    const rule = firstText(body, "name", "rule");
    return contentsBy("librenms", states, {
      state: firstText(body, "state"),
      thing: [
        firstText(body, "hostname"),
        firstText(body, "device_id"),
        firstText(body, "rule_id") ?? rule,
      ],
      name: rule ?? firstText(body, "title"),
      place: firstText(body, "display", "sysName", "hostname"),
      texts: [firstText(body, "msg"), firstText(body, "title"), firstText(body, "alert_notes")],
      severity: firstText(body, "severity"),
      labels: {
        host: body.hostname,
        ip: body.ip,
        location: body.location,
        os: body.os,
        type: body.type,
      },
      test: rule === "Test-Rule" && firstText(body, "uid") === "000",
    });
  },
};
