/** Status pages in the dashboard: the list of them, and the page of each. */
import type { FastifyInstance } from "fastify";
import { statusPagesPage } from "../../../dashboard/status-pages/list.ts";
import { statusPagePage } from "../../../dashboard/status-pages/page.ts";
import { callerOf } from "../../request/auth.ts";
import { sendPage } from "../../answer/pages.ts";
import { statusPageUrl } from "../../answer/present.ts";
import { notFound } from "../../answer/problem.ts";
import { publicAddresses } from "../../site/badges.ts";
import { frameOf, page, type Site } from "../../site/site.ts";

export function statusPageRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/status_pages", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const query = { org_id, limit: 1000, after: null };
    const pages = await store.read.resources("status_pages", query, clock.now());
    const lines = pages
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map((one) => ({ page: one, url: statusPageUrl(site.siteUrl(), one) }));
    return sendPage(reply, statusPagesPage(frameOf(site, request), lines));
  });

  app.get<{ Params: { id: string } }>("/status_pages/:id", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const { id } = request.params;
    const shown = await store.read.resource("status_pages", org_id, id, clock.now());
    if (!shown) throw notFound("status page");
    const addresses = publicAddresses(site.siteUrl(), shown, null);
    return sendPage(reply, statusPagePage(frameOf(site, request), { page: shown, addresses }));
  });
}
