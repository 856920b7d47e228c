/**
 * BugSnag's webhooks: one body for each trigger. An error that a person ignores or snoozes is resolved here:
 * BugSnag sends when it is reopened. https://docs.bugsnag.com/product/integrations/data-forwarding/webhook/
 */
import type { Format } from "../../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf } from "../../members.ts";
import { contentsBy, type States } from "../tool.ts";

const states: States = {
  firstexception: "firing",
  exception: "firing",
  erroreventfrequency: "firing",
  powerten: "firing",
  reopened: "firing",
  unignored: "firing",
  snoozecancelled: "firing",
  projectspiking: "firing",
  fixed: "resolved",
  ignored: "resolved",
  snoozed: "resolved",
  release: null,
  comment: null,
  projectsamplingstarted: null,
  projectapproachingratelimit: null,
};

export const bugsnag: Format = {
  name: "bugsnag",
  read: (body, now) => {
    if (!isObject(body) || !isObject(body.trigger) || !isObject(body.project)) return null;
    const { trigger, project } = body;
    const type = firstText(trigger, "type")?.toLowerCase().replaceAll("-", "") ?? null;
    if (type === null) return null;
    const error = objectOf(body.error);
    const id = firstText(error, "errorId", "id");
    const exception = firstText(error, "exceptionClass");
    const message = firstText(error, "message");
    const spike = type === "projectspiking";
    return contentsBy("bugsnag", states, {
      state: type === "errorstatemanualchange" ? firstText(trigger, "stateChange") : type,
      thing:
        spike || id === null
          ? [`project ${firstText(project, "id", "name")}`, type]
          : [`error ${id}`],
      name: spike
        ? `${firstText(project, "name")}: spike of errors`
        : [exception, message].filter((part) => part !== null).join(": ") ||
          firstText(trigger, "message"),
      texts: [
        firstText(error, "context"),
        firstText(error, "requestUrl"),
        firstText(trigger, "message"),
      ],
      severity: firstText(error, "severity"),
      since: firstPast(now, instantOf(error.firstReceived)),
      labels: {
        project: firstText(project, "name"),
        stage: error.releaseStage,
        version: error.appVersion,
      },
      links: [
        ["error", error.url],
        ["project", project.url],
      ],
      assumed: spike,
    });
  },
};
