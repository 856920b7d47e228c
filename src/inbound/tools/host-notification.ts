/**
 * Notifications about hosts and services, as Nagios named them first: Checkmk and Icinga hand the same to a script, under
 * names that differ in case and underscores.
 */
import type { Contents } from "../alert.ts";
import { firstMembers, firstText, plainMembers, type Foreign } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  firing: "firing",
  resolved: "resolved",
  acknowledged: "acknowledged",
  downtimestart: null,
  flappingdisabled: null,
};

/** Kinds of notification by which the state did not change: the state itself decides. */
const aside = /^(?:flapping(?:start|stop|end)|downtime(?:end|cancelled|removed))$/;

/** The contents of a notification whose members have these names in any case, also after `NOTIFY_`. */
export function readNotification(
  body: Foreign,
  links: (read: Read) => [string, unknown][],
): Contents {
  const plain = plainMembers(firstMembers(body));
  const read: Read = (...names) =>
    firstText(plain, ...names.flatMap((name) => [name, `notify${name}`]));
  const host = read("hostname", "host");
  const service = read("servicedesc", "servicename", "servicedescription", "service");
  const state = service === null ? read("hoststate", "state") : read("servicestate", "state");
  const kind =
    read("notificationtype", "type")
      ?.toLowerCase()
      .replaceAll(/[^a-z]/g, "") ?? "";
  return contentsBy("host", states, {
    state: meaningOf(kind, state),
    thing: [host === null ? null : `host ${host}`, service === null ? null : `service ${service}`],
    name: service ?? `${host ?? "A host"} is ${state === null ? "down" : state.toLowerCase()}`,
    place: service === null ? null : host,
    texts: [
      service === null ? read("hostoutput", "output") : read("serviceoutput", "output"),
      service === null ? read("longhostoutput") : read("longserviceoutput"),
      read("notificationcomment", "comment"),
    ],
    severity: state,
    labels: {
      host,
      service,
      address: read("hostaddress", "address"),
      state,
      site: read("omdsite", "site"),
      by: read("notificationauthor", "author"),
    },
    links: links(read),
    test: kind === "custom",
  });
}

/** Reads the first text under one of the plain names. */
export type Read = (...names: string[]) => string | null;

function meaningOf(kind: string, state: string | null): string {
  const isHealthy = /^(?:ok|up|0)$/i.test(state ?? "");
  if (kind === "recovery") return "resolved";
  if (kind === "acknowledgement") return "acknowledged";
  if (aside.test(kind)) return isHealthy ? "resolved" : "firing";
  return Object.hasOwn(states, kind) ? kind : "firing";
}
