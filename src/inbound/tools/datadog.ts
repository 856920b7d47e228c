/**
 * Datadog's webhooks integration: its default payload, whose title carries the state, and the one of the guide, which also
 * has the transition, the monitor and its scope. https://docs.datadoghq.com/integrations/webhooks/
 */
import type { Format } from "../alert.ts";
import { withoutState } from "../identity/without-state.ts";
import {
  firstMembers,
  firstPast,
  firstText,
  instantOf,
  isObject,
  isVariable,
  objectOf,
  type Foreign,
} from "../members.ts";
import { contentsBy, sortedList, type States } from "./tool.ts";

const states: States = {
  triggered: "firing",
  warn: "firing",
  "no data": "firing",
  renotify: "firing",
  error: "firing",
  warning: "firing",
  recovered: "resolved",
  success: "resolved",
  ok: "resolved",
};

export const datadog: Format = {
  name: "datadog",
  read: (sent, now) => {
    if (!isObject(sent)) return null;
    const body = Object.hasOwn(sent, "ALERT_TRANSITION") ? inLowerCase(sent) : sent;
    const has = (name: string) => Object.hasOwn(body, name);
    const isDefault = has("last_updated") && has("event_type") && has("org") && has("title");
    if (!isDefault && !has("alert_transition")) return null;
    const title = firstText(body, "title", "event_title", "alert_title");
    const scope = sortedList(given(body, "alert_scope", "tags"));
    const monitor = given(body, "alert_id");
    return contentsBy("datadog", states, {
      state: stateOf(body, title),
      thing:
        given(body, "aggreg_key") === null
          ? [
              monitor,
              scope,
              // The title of a monitor can hold values that change. Without a scope it alone separates its groups.
              monitor !== null && scope !== null ? null : title && withoutState(title),
            ]
          : [given(body, "aggreg_key")],
      name: given(body, "alert_title")?.replace(mark, "") ?? title?.replace(mark, "") ?? null,
      place: given(body, "hostname"),
      texts: [given(body, "alert_status"), given(body, "body", "event_msg", "message")],
      severity: given(body, "priority", "alert_priority", "alert_type"),
      since: firstPast(now, instantOf(body.date)),
      labels: {
        scope: given(body, "alert_scope"),
        tags: given(body, "tags"),
        host: given(body, "hostname"),
        org: firstText(objectOf(body.org), "name") ?? given(body, "org_name"),
      },
      links: [
        ["monitor", body.link],
        ["snapshot", body.snapshot],
      ],
      test: /^\[[^\]]{1,200}\] \[TEST\]/.test(title ?? ""),
    });
  },
};

/** A payload can name its members as the variables. */
const inLowerCase = (sent: Foreign): Foreign =>
  Object.fromEntries(
    Object.entries(firstMembers(sent)).map(([name, value]) => [name.toLowerCase(), value]),
  );

/** `[Recovered on {host:web1}] ` before the name of the monitor. */
const mark = /^\[(?:Re-)?([A-Za-z ]+?)(?: on \{[^}]*\})?\]\s*/;

/** The first text that is more than an empty variable. */
function given(body: Foreign, ...names: string[]): string | null {
  return (
    names.map((name) => firstText(body, name)).find((text) => text !== null && !isVariable(text)) ??
    null
  );
}

/** `Re-Triggered` as `triggered`, `Recovered (No data)` as `recovered`. */
function stateOf(body: Foreign, title: string | null): string | null {
  const sent = given(body, "alert_transition");
  const state = sent === null || sent === "null" ? mark.exec(title ?? "")?.[1] : sent;
  const plain = (state ?? given(body, "alert_type"))?.toLowerCase().replace(/^re-/, "") ?? null;
  return plain?.startsWith("recovered") ? "recovered" : plain;
}
