/** The dashboard's routes: rights, and error pages. Pages are in `dashboard/`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { outsideErrorPage } from "../../../dashboard/sign-in.ts";
import { errorPage } from "../../../dashboard/pages/error.ts";
import { demandScope } from "../../request/auth.ts";
import { compressAnswers } from "../../answer/compress.ts";
import { Problem, problemOf } from "../../answer/problem.ts";
import { problems } from "../../answer/problems.ts";
import { isCrossSite, isOwnForm, visitorOf } from "../../request/sessions.ts";
import { actionPages } from "./actions.ts";
import { assetRoutes } from "./assets.ts";
import { bulkRoutes } from "./bulk.ts";
import { findRoutes } from "./find.ts";
import { firstRunPages } from "./first-run.ts";
import { activityPages } from "./activity.ts";
import { devicePages } from "./device.ts";
import { editRoutes } from "./edit.ts";
import { groupPages } from "./on-call/groups.ts";
import { calendarFeeds } from "../public/calendar.ts";
import { clientRoute } from "../public/client.ts";
import { guidePages } from "../public/guide.ts";
import { homeRoutes } from "./home.ts";
import { incidentListPages } from "./incident-list.ts";
import { incidentPages } from "./incidents.ts";
import { memberPages } from "./on-call/members.ts";
import { monitorListPages } from "./monitor-list.ts";
import { monitorPages } from "./monitors.ts";
import { joinPages } from "./join.ts";
import { peoplePages } from "./on-call/people.ts";
import { passkeyPages } from "./passkeys.ts";
import { myShiftPages } from "./on-call/my-shifts.ts";
import { onCallPages } from "./on-call/on-call.ts";
import { reportPages } from "./on-call/report.ts";
import { uptimeReportPages } from "./reports.ts";
import { schedulePages } from "./on-call/schedules.ts";
import { providerLogoutRoute } from "./provider-logout.ts";
import { providerRoutes } from "./provider.ts";
import { phonePages } from "./phone.ts";
import { addPhonePages } from "./on-call/phones.ts";
import { provePages } from "./prove.ts";
import { publicPages } from "../public/status-pages.ts";
import { subscriptionPages } from "../public/subscriptions.ts";
import { silencePages } from "./silences.ts";
import { statusPageRoutes } from "./status-pages.ts";
import { signInRoutes } from "./sign-in.ts";
import { keepForm, signedOut } from "../../site/access/sign-in.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { onceOnly } from "../../site/access/once.ts";
import { statusPages } from "../../site/public/status-pages.ts";
import { acceptForms, formOf, frameOf, type Site } from "../../site/site.ts";
import { askProof, keptForProof } from "../../site/settings/prove.ts";
import { tryPages } from "./on-call/try.ts";
import { auditPages } from "./settings/audit.ts";
import { keyPages } from "./settings/keys.ts";
import { peopleSettingsPages } from "./settings/people.ts";
import { servicePages } from "./settings/service.ts";
import { singleSignOnPages } from "./settings/single-sign-on.ts";
import { youPages } from "./settings/you.ts";

const formType = "application/x-www-form-urlencoded";

export function dashboardRoutes(app: FastifyInstance, site: Site): void {
  acceptForms(app);
  compressAnswers(app);

  app.addHook("onRequest", async (request, reply) => {
    const { scope } = request.routeOptions.config;
    if (scope === undefined || scope === "public") return;
    request.visitor = await visitorOf(site, request);
    if (!request.visitor) {
      // The fields of a form are read first: the page of the sign-in keeps them.
      if (request.method === "POST" && request.headers["content-type"]?.startsWith(formType))
        return;
      if (request.method !== "GET") throw signedOut();
      const next = encodeURIComponent(request.url);
      return reply
        .header("cache-control", "no-store")
        .redirect(`${baseOf(site)}/login${request.url === "/" ? "" : `?next=${next}`}`, 303);
    }
    request.caller = request.visitor.caller;
    demandScope(request, request.caller);
  });

  // Every change must come from a page of this session.
  app.addHook("preHandler", async (request, reply) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    const { scope, anyOrigin } = request.routeOptions.config;
    if (anyOrigin) return;
    const isCross = isCrossSite(request, site.siteUrl());
    const { origin } = request.headers;
    if (isCross && URL.canParse(origin ?? "") && origin !== new URL(site.siteUrl()).origin)
      throw new Problem(
        "forbidden",
        `This form is from ${origin}, and this is ${site.siteUrl()}. Open that address, or set --site-url to the one in the browser.`,
      );
    if (isCross || (request.visitor && !isOwnForm(request.visitor, formOf(request).get("csrf"))))
      throw new Problem("forbidden", "This form has expired. Reload the page and submit it again.");
    if (scope !== undefined && scope !== "public" && !request.visitor)
      return keepForm(site, request, reply);
  });

  onceOnly(app, site);

  // Pages say in their navigation how many incidents wait, those that answer a form as well. A page that shows none
  // needs no database for it.
  app.addHook("preHandler", async (request) => {
    if (request.method === "HEAD" || !request.visitor) return;
    request.attention = await site.store.read
      .unacknowledged(request.visitor.caller.org_id)
      .catch(() => null);
  });

  app.setErrorHandler((error, request, reply) => sendError(site, error, request, reply));

  assetRoutes(app, site);
  const pages = statusPages(site);
  publicPages(app, site, pages);
  subscriptionPages(app, site, pages);
  signInRoutes(app, site);
  guidePages(app, site);
  clientRoute(app);
  calendarFeeds(app, site);
  homeRoutes(app, site);
  firstRunPages(app, site);
  findRoutes(app, site);
  bulkRoutes(app, site);
  incidentListPages(app, site);
  incidentPages(app, site);
  monitorListPages(app, site);
  monitorPages(app, site);
  groupPages(app, site);
  tryPages(app, site);
  memberPages(app, site);
  onCallPages(app, site);
  schedulePages(app, site);
  reportPages(app, site);
  uptimeReportPages(app, site);
  myShiftPages(app, site);
  peoplePages(app, site);
  passkeyPages(app, site);
  provePages(app, site);
  phonePages(app, site);
  providerRoutes(app, site);
  providerLogoutRoute(app, site);
  joinPages(app, site);
  devicePages(app, site);
  actionPages(app, site);
  addPhonePages(app, site);
  silencePages(app, site);
  statusPageRoutes(app, site);
  activityPages(app, site);
  // The tabs of Settings.
  youPages(app, site);
  peopleSettingsPages(app, site);
  keyPages(app, site);
  auditPages(app, site);
  servicePages(app, site);
  singleSignOnPages(app, site);
  editRoutes(app, site);
}

function sendError(
  site: Site,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const problem = problemOf(error, request);
  if (problem.problem === "proof-needed" && request.method === "POST")
    return askProof(site, request, reply.code(403), keptForProof(request));
  const { status, title } = problems[problem.problem];
  const texts = { title, detail: problem.message };
  return sendPage(
    reply.code(status).headers(problem.headers),
    request.caller
      ? errorPage(frameOf(site, request), texts)
      : outsideErrorPage(baseOf(site), texts),
  );
}
