/**
 * The table of routes: every row of the API below `/api/v1`, by method and path. `http/routes/api` has a handler for each
 * row, `client/client` calls any of them, and the API document lists them in this order.
 */
import type { AnswerOf, BodyOf, ParamsIn, QueryOf } from "./row.ts";
import { drills, groupSchedules, members, who } from "./alert-groups.ts";
import { keys } from "./access.ts";
import { declarations, deletedResources } from "./declarations.ts";
import { explanations, incidents, silences } from "./incidents.ts";
import { checks, marks, pasts, pauses, runs, subChecks } from "./monitors.ts";
import { accounts, deviceInvitations, devices } from "./people.ts";
import { inboundEvents, records, service } from "./records.ts";
import { feeds } from "./feeds.ts";
import { reports } from "./reports.ts";
import { monitors, pingKeys, resourceRoutes, restores, rotations } from "./resources.ts";
import { schedules } from "./schedules.ts";
import { subscribers } from "./status-pages.ts";

export const routes = {
  ...resourceRoutes,
  ...members,
  ...groupSchedules,
  ...schedules,
  ...subscribers,
  ...drills,
  ...feeds,
  ...monitors,
  ...subChecks,
  ...pasts,
  ...reports,
  ...pauses,
  ...deletedResources,
  ...restores,
  ...marks,
  ...runs,
  ...devices,
  ...deviceInvitations,
  ...accounts,
  ...checks,
  ...incidents,
  ...records,
  ...inboundEvents,
  ...rotations,
  ...pingKeys,
  ...silences,
  ...explanations,
  ...who,
  ...keys,
  ...service,
  ...declarations,
};

export type Routes = typeof routes;
/** A row, by its method and path. */
export type Route = keyof Routes;

/** What a request of a route gives and gets. */
export type Params<R extends Route> = Record<ParamsIn<R>, string>;
export type Query<R extends Route> = QueryOf<Routes[R]>;
export type Body<R extends Route> = BodyOf<Routes[R]>;
export type Answered<R extends Route> = AnswerOf<Routes[R]>;
