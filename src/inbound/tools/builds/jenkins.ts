/**
 * Jenkins' Notification plugin. The builds of one job are one problem: the next one that succeeds resolves it.
 * https://plugins.jenkins.io/notification/
 */
import type { Format } from "../../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf } from "../../members.ts";
import { contentsBy, nothing, type States } from "../tool.ts";

const states: States = {
  failure: "firing",
  unstable: "firing",
  success: "resolved",
  aborted: null,
  not_built: null,
};

export const jenkins: Format = {
  name: "jenkins",
  read: (body, now) => {
    if (!isObject(body) || !isObject(body.build) || typeof body.build.phase !== "string")
      return null;
    const build = body.build;
    const status = firstText(build, "status");
    if (status === null) return nothing("The build is not over.");
    const name = firstText(body, "display_name", "name");
    const scm = objectOf(build.scm);
    const url = firstText(build, "full_url");
    return contentsBy("jenkins", states, {
      state: status,
      thing: [url && (URL.parse(url)?.host ?? null), firstText(body, "url") ?? name],
      name: `${name ?? "A job"} failed`,
      place: firstText(scm, "branch"),
      texts: [firstText(build, "notes"), firstText(build, "log")],
      severity: status,
      since: firstPast(now, instantOf(build.timestamp)),
      labels: { job: name, build: build.number, branch: scm.branch, commit: scm.commit },
      links: [["build", url]],
    });
  },
};
