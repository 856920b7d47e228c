/** Routes of monitors that are not alike for both kinds, and marks in their charts. */
import { many, nothing, ofMonitors, one, orderedPage, page, answered } from "./answers.ts";
import { CheckOutcome, CheckRequest } from "../checks.ts";
import {
  Mark,
  MarkCreate,
  markParameters,
  MonitorChange,
  MonitorPast,
  pastParameters,
  rangeParameters,
  SubCheckChange,
} from "../history.ts";
import { tagged } from "./row.ts";
import { PausedMonitor, PauseSeveral, ResumeSeveral } from "./several-bodies.ts";
import { limits, Type } from "../schema.ts";
import { Report, Run } from "../webhook-monitors.ts";

export const subChecks = tagged("health_check_monitors", {
  "GET /health_check_monitors/:id/sub_checks": {
    id: "list_health_check_monitor_sub_check_changes",
    scope: "read",
    summary:
      "Changes of the sub-checks of a health check monitor, oldest first; before the range the last one of each",
    query: rangeParameters,
    answer: many(SubCheckChange),
  },
});

export const pasts = tagged("health_check_monitors", {
  "GET /monitors/history": {
    id: "list_monitor_histories",
    scope: "read",
    summary: "The states, the uptime and the response time of many monitors, in equal steps",
    query: { ...pastParameters, ...page },
    answer: many(MonitorPast),
  },
  "GET /monitors/changes": {
    id: "list_monitor_changes",
    scope: "read",
    onCall: true,
    summary: "List the changes of status of all monitors",
    query: { monitor_id: Type.Optional(Type.String()), ...ofMonitors, ...orderedPage },
    answer: many(MonitorChange),
  },
});

export const pauses = tagged("health_check_monitors", {
  "POST /monitors/pause": {
    id: "pause_monitors",
    scope: "write",
    summary: "Pause several monitors of either kind",
    body: PauseSeveral,
    answer: one(Type.Array(PausedMonitor), "The monitors."),
  },
  "POST /monitors/resume": {
    id: "resume_monitors",
    scope: "write",
    summary: "Resume several monitors of either kind",
    body: ResumeSeveral,
    answer: one(Type.Array(PausedMonitor), "The monitors."),
  },
});

export const marks = tagged("marks", {
  "GET /marks": {
    id: "list_marks",
    scope: "read",
    summary: "List the marks",
    query: { ...markParameters, ...orderedPage },
    answer: many(Mark),
  },
  "POST /marks": {
    id: "create_mark",
    scope: "write",
    summary: "Mark a moment in charts, such as a deployment",
    body: MarkCreate,
    judged: true,
    answer: answered(201, "The mark.", Mark),
  },
  "DELETE /marks/:id": {
    id: "delete_mark",
    scope: "write",
    summary: "Delete a mark",
    answer: nothing,
  },
});

export const runs = tagged("webhook_monitors", {
  "GET /webhook_monitors/:id/reports": {
    id: "list_webhook_monitor_reports",
    scope: "read",
    summary: "The error reports that are kept of a webhook monitor; of bursts a part",
    query: orderedPage,
    answer: many(Report),
  },
  "GET /webhook_monitors/:id/runs": {
    id: "list_webhook_monitor_runs",
    scope: "read",
    summary:
      "The latest 100 runs that were reported to a webhook monitor, and its latest 100 messages, oldest first",
    query: page,
    answer: many(Run),
  },
});

export const checks = tagged("health_check_monitors", {
  "POST /health_check_monitors/:id/check": {
    id: "check_health_check_monitor",
    scope: "write",
    summary: "Check a health check monitor once; nothing is stored",
    answer: one(CheckOutcome, "What came of it."),
  },
  "POST /checks": {
    id: "check_url",
    scope: "write",
    summary: "Check what a health check monitor would; nothing is stored",
    body: CheckRequest,
    kind: "health_check_monitors",
    bodyLimit: limits.managementBody,
    judged: true,
    answer: one(CheckOutcome, "What came of it."),
  },
});
