/**
 * GitLab's pipeline events. The pipelines of one branch are one problem: the next one that succeeds resolves it.
 * https://docs.gitlab.com/user/project/integrations/webhook_events/#pipeline-events
 */
import type { Format } from "../../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf, objectsOf } from "../../members.ts";
import { contentsBy, nothing, type States } from "../tool.ts";

/** A pipeline that has not ended, or without a result. */
const open = [
  "created",
  "waiting_for_resource",
  "preparing",
  "pending",
  "running",
  "scheduled",
  "manual",
  "canceled",
  "canceling",
  "skipped",
];
const states: States = {
  failed: "firing",
  success: "resolved",
  ...Object.fromEntries(open.map((status) => [status, null])),
};

export const gitlab: Format = {
  name: "gitlab",
  read: (body, now) => {
    if (!isObject(body) || body.object_kind !== "pipeline" || !isObject(body.object_attributes))
      return null;
    const pipeline = body.object_attributes;
    if (pipeline.source === "merge_request_event")
      return nothing("A pipeline of a merge request opens and resolves nothing.");
    const project = objectOf(body.project);
    const path = firstText(project, "path_with_namespace", "name");
    const branch = firstText(pipeline, "ref");
    const failed = objectsOf(body.builds)
      .filter((job) => job.status === "failed" && job.allow_failure !== true)
      .slice(0, 10)
      .flatMap((job) => firstText(job, "name") ?? []);
    return contentsBy("gitlab", states, {
      state: firstText(pipeline, "status"),
      thing: [firstText(project, "id"), path, firstText(pipeline, "name"), branch],
      name: `${firstText(pipeline, "name") ?? "Pipeline"} failed`,
      place: [path, branch].filter((part) => part !== null).join(" ") || null,
      texts: [
        failed.length === 0 ? null : `Failed jobs: ${failed.join(", ")}`,
        firstText(objectOf(body.commit), "title", "message"),
      ],
      since: firstPast(now, instantOf(pipeline.finished_at ?? pipeline.created_at)),
      labels: {
        project: path,
        branch,
        pipeline: pipeline.id,
        by: firstText(objectOf(body.user), "name"),
      },
      links: [["pipeline", pipeline.url ?? project.web_url]],
    });
  },
};
