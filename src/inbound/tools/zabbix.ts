/**
 * Zabbix: a media type of the type Webhook with the parameters of the guide, named as the macros are:
 * `event_value` (1 problem, 0 recovery), `event_update_status` (1: a user changed the problem), `trigger_id`, `event_name`.
 * Macros: the page "Supported macros" of Zabbix' documentation.
 */
import type { Format } from "../alert.ts";
import { firstText, isObject, isVariable, type Foreign } from "../members.ts";
import { pairsOf } from "../identity/things.ts";
import { withoutState } from "../identity/without-state.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = { 1: "firing", 0: "resolved", acknowledged: "acknowledged" };

export const zabbix: Format = {
  name: "zabbix",
  read: (body) => {
    if (!isObject(body) || !Object.hasOwn(body, "event_value")) return null;
    const value = firstText(body, "event_value") ?? "";
    const test = isVariable(value);
    if (!test && value !== "0" && value !== "1") return null;
    const trigger = firstText(body, "trigger_id");
    const host = firstText(body, "host", "host_name", "hostname");
    return contentsBy("zabbix", states, {
      state: isAcknowledged(body) ? "acknowledged" : value,
      // Its name can hold a value that another problem of the same trigger does not have.
      thing: [host, trigger ?? firstText(body, "event_name", "trigger_name") ?? subjectOf(body)],
      name: firstText(body, "event_name", "trigger_name") ?? subjectOf(body),
      place: host,
      texts: [firstText(body, "message", "description"), firstText(body, "opdata")],
      severity: firstText(body, "severity", "event_severity"),
      value: firstText(body, "opdata"),
      labels: { ...pairsOf(tagsOf(body)), host },
      links: [["problem", body.link ?? body.url]],
      test,
    });
  },
};

/** `Problem: Disk is full` and `Resolved in 4m 10s: Disk is full` as `Disk is full`. */
function subjectOf(body: Foreign): string | null {
  const subject = firstText(body, "subject", "title");
  return subject && withoutState(subject);
}

/** An update of a problem that goes on, by which a user acknowledged it. */
function isAcknowledged(body: Foreign): boolean {
  const what = firstText(body, "event_update_action") ?? "";
  return (
    firstText(body, "event_value") === "1" &&
    firstText(body, "event_update_status") === "1" &&
    /\backnowledged\b/i.test(what) &&
    !/\bunacknowledged\b/i.test(what)
  );
}

/** `{EVENT.TAGSJSON}` is a list as text, `{EVENT.TAGS}` is `name:value, …`. */
function tagsOf(body: Foreign): unknown {
  const sent = body.tags ?? body.event_tags ?? null;
  if (typeof sent !== "string" || !sent.startsWith("[") || sent.length > 20_000) return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}
