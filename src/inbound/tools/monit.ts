/**
 * Monit: the script of the guide, which sends the environment that Monit hands to a program. One kind of event of one
 * service of a host is one problem. https://mmonit.com/monit/documentation/monit.html#ENVIRONMENT
 */
import type { Format } from "../alert.ts";
import { firstPast, firstText, instantOf, isObject } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = { firing: "firing", resolved: "resolved", other: null };

/** The words of Monit's events for an end: `Resource limit succeeded`, `Exists`, `Timeout recovery`, `Link up`. */
const ends = /(?:\bsucceeded|^exists|\brecovery|\bnot changed|^link up|\bok)$/i;
/** Monit itself was started, or followed a user. */
const own = /^(?:monit )?instance\b|^action done$/i;
/** The words in which a failure and its end differ. */
const state =
  /(?:^does not |\b)(?:failed|succeeded|changed|not changed|matched|match|exists?|error|recovery|up|down|ok|exceeded|invalid)\b/gi;

export const monit: Format = {
  name: "monit",
  read: (body, now) => {
    if (!isObject(body)) return null;
    const event = firstText(body, "monit_event");
    const service = firstText(body, "monit_service");
    if (event === null || service === null) return null;
    const host = firstText(body, "monit_host");
    const kind = event.slice(0, 200).toLowerCase().replaceAll(state, "").trim();
    return contentsBy("monit", states, {
      state: own.test(event) ? "other" : ends.test(event) ? "resolved" : "firing",
      thing: [host, service, kind],
      name: `${service}: ${event}`,
      place: host === service ? null : host,
      texts: [firstText(body, "monit_description")],
      since: firstPast(now, instantOf(body.monit_date)),
      labels: { host, service },
    });
  },
};
