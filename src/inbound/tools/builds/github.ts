/**
 * GitHub's webhooks about workflow runs and check suites. One workflow on one branch is one problem: the next run that
 * succeeds resolves it. https://docs.github.com/webhooks/webhook-events-and-payloads
 */
import type { Contents, Format } from "../../alert.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  listOf,
  objectOf,
  type Foreign,
} from "../../members.ts";
import type { Instant } from "../../../core/model/model.ts";
import { contentsBy, nothing, type States } from "../tool.ts";

const states: States = {
  failure: "firing",
  timed_out: "firing",
  startup_failure: "firing",
  success: "resolved",
  cancelled: null,
  skipped: null,
  neutral: null,
  stale: null,
  action_required: null,
};

export const github: Format = {
  name: "github",
  read: (body, now) => {
    if (!isObject(body)) return null;
    if (typeof body.zen === "string" && Object.hasOwn(body, "hook_id")) return ping(body);
    const run = body.workflow_run ?? body.check_suite;
    return isObject(run) && typeof body.action === "string"
      ? readRun(run, body, body.action, now)
      : null;
  },
};

function readRun(run: Foreign, body: Foreign, action: string, now: Instant): Contents {
  if (action !== "completed" && firstText(run, "conclusion") === null)
    return nothing("The run is not over.");
  const isForReview =
    firstText(run, "event")?.startsWith("pull_request") || listOf(run.pull_requests).length > 0;
  if (isForReview) return nothing("A run for a pull request opens and resolves nothing.");
  const repository = firstText(objectOf(body.repository), "full_name", "name");
  const branch = firstText(run, "head_branch");
  const name = firstText(run, "name") ?? firstText(objectOf(run.app), "name") ?? "Checks";
  return contentsBy("github", states, {
    state: firstText(run, "conclusion"),
    thing: [repository, firstText(run, "workflow_id") ?? firstText(run, "path") ?? name, branch],
    name: `${name} failed`,
    place: repository === null ? branch : [repository, branch].filter(Boolean).join(" "),
    texts: [firstText(run, "display_title"), firstText(objectOf(run.head_commit), "message")],
    since: firstPast(now, instantOf(run.updated_at)),
    labels: {
      repository,
      branch,
      run: run.run_number,
      attempt: run.run_attempt,
      conclusion: run.conclusion,
      by: firstText(objectOf(run.actor), "login") ?? firstText(objectOf(body.sender), "login"),
    },
    links: [["run", run.html_url ?? objectOf(body.repository).html_url]],
  });
}

/** The first delivery of a new webhook. */
const ping = (body: Foreign): Contents =>
  contentsBy("github", states, {
    state: null,
    thing: [],
    name: "GitHub webhook",
    place: firstText(objectOf(body.repository), "full_name"),
    texts: [firstText(body, "zen")],
    test: true,
  });
