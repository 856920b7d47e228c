/** Status pages in the dashboard: the list of them, and the page of each. */
import type { FastifyInstance } from "fastify";
import type { Subscriber as SubscriberAnswer } from "../../../api/public/status-pages.ts";
import type { StatusPage } from "../../../core/model/model.ts";
import { csvText } from "../../../core/text/csv.ts";
import { statusPagesPage } from "../../../dashboard/status-pages/list.ts";
import { statusPagePage } from "../../../dashboard/status-pages/page.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { sendPage } from "../../answer/pages.ts";
import { statusPageUrl } from "../../answer/present.ts";
import { notFound } from "../../answer/problem.ts";
import { sendCsv } from "../../answer/send-csv.ts";
import { publicAddresses } from "../../site/badges.ts";
import { button, frameOf, mustAsk, page, type Site } from "../../site/site.ts";

/** Subscribers that the page of a status page lists. */
const newest = 50;
const columns = ["email", "subscribed_at", "confirmed_at"] as const;

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
    const frame = frameOf(site, request);
    const subscribers = frame.may.write ? await subscribersOf(org_id, shown) : null;
    return sendPage(reply, statusPagePage(frame, { page: shown, addresses, subscribers }));
  });

  async function subscribersOf(
    org_id: string,
    { id: page_id, mail_updates, public: publicity }: StatusPage,
  ) {
    const query = { org_id, page_id, limit: newest, after: null, order: "desc" } as const;
    const [counts, subscribers] = await Promise.all([
      store.read.subscriber_counts(page_id),
      store.read.subscribers(query),
    ]);
    return {
      counts,
      newest: subscribers,
      isOpen: mail_updates && publicity !== "off",
      hasMail: site.isConfigured("email"),
    };
  }

  app.get<{ Params: { id: string } }>(
    "/status_pages/:id/subscribers.csv",
    page("write"),
    async (request, reply) => {
      const { id } = request.params;
      const answer = await mustAsk(site, request, "GET", `/status_pages/${id}/subscribers`);
      const rows = answer.body as unknown as SubscriberAnswer[];
      const shown = await store.read.resource(
        "status_pages",
        callerOf(request).org_id,
        id,
        clock.now(),
      );
      const text = csvText(
        columns,
        rows.map((one) => columns.map((name) => one[name])),
      );
      return sendCsv(site, reply, actorOf(request), {
        name: "subscribers.csv",
        text,
        audited: { action: "export_subscribers", kind: "status_pages", object: shown ?? { id } },
      });
    },
  );

  button(app, site, "/status_pages/:id/subscribers/:subscriber_id/remove", {
    scope: "write",
    asks: "DELETE /status_pages/:id/subscribers/:subscriber_id",
    done: "removed",
    back: "/status_pages",
  });
}
