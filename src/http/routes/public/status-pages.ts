/**
 * Public status pages and their badges, without a session or a cookie. Unknown addresses and disabled
 * pages get the same answer. Search engines are asked not to list them: visitors get the address from the
 * operator.
 */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isKnown } from "../../answer/conditional.ts";
import { overall } from "../../../core/status/status-page.ts";
import type { PublicState } from "../../../core/model/status.ts";
import { badge } from "../../../dashboard/badge.ts";
import { statusPage } from "../../../dashboard/pages/status.ts";
import { percent, type UptimeFigures } from "../../../dashboard/chart/uptime.ts";
import { incidentFeed } from "../../../dashboard/pages/status-feed.ts";
import { baseOf } from "../../answer/pages.ts";
import { timestamp, timestampOr } from "../../answer/present.ts";
import { Problem } from "../../answer/problem.ts";
import { statusPages, type Published } from "../../site/status-pages.ts";
import { page, type Site } from "../../site/site.ts";

const options = page("public");

const types = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
};

const policy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const headers = {
  html: {
    "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self'; ${policy}`,
  },
  // For other pages: READMEs, and custom status pages.
  json: {
    "content-security-policy": `default-src 'none'; ${policy}`,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  },
  atom: { "content-security-policy": `default-src 'none'; ${policy}` },
  svg: {
    "content-security-policy": `default-src 'none'; ${policy}`,
    "cross-origin-resource-policy": "cross-origin",
  },
};

export function publicPages(app: FastifyInstance, site: Site): void {
  const find = statusPages(site);
  /** The rendered text of cached data, made once. */
  const texts = new WeakMap<Published, Sendable>();

  app.get<{ Params: { page: string } }>("/status/:page", options, async (request, reply) => {
    const feed = withoutEnd(request.params.page, ".atom");
    if (feed !== null) {
      const url = `${site.siteUrl()}/status/${feed}`;
      return send(request, reply, "atom", sendable(incidentFeed(await pageOf(feed), url)));
    }
    const json = withoutEnd(request.params.page, ".json");
    const page = await pageOf(json ?? request.params.page);
    if (json !== null)
      return send(request, reply, "json", sendable(JSON.stringify(publicJson(page))));
    let text = texts.get(page);
    if (!text) {
      text = sendable(
        statusPage({ ...page, base: baseOf(site), feed: `${request.params.page}.atom` }),
      );
      texts.set(page, text);
    }
    return send(request, reply, "html", text);
  });

  app.get<{ Params: { page: string } }>("/badge/:page", options, async (request, reply) => {
    const page = await pageOf(withoutEnd(request.params.page, ".svg"));
    const state = overall(page.monitors.map((one) => one.state));
    return sendBadge(request, reply, page.title, state, state);
  });

  app.get<{ Params: { page: string; monitor: string } }>(
    "/badge/:page/:monitor",
    options,
    async (request, reply) => {
      const { page, monitor } = request.params;
      const { title, state } = await monitorOf(page, withoutEnd(monitor, ".svg"));
      return sendBadge(request, reply, title, state, state);
    },
  );

  app.get<{ Params: { page: string; monitor: string } }>(
    "/badge/:page/:monitor/uptime.svg",
    options,
    async (request, reply) => {
      const { page, monitor } = request.params;
      const { title, uptime } = await monitorOf(page, monitor);
      return sendBadge(
        request,
        reply,
        `${title}, 90 days`,
        uptime.good === null ? "unknown" : percent(uptime.good),
        uptimeState(uptime),
      );
    },
  );

  async function pageOf(slug: string | null): Promise<Published> {
    const page = slug === null ? null : await find(slug);
    if (!page) throw new Problem("not-found", "Nothing exists at this address.");
    return page;
  }

  async function monitorOf(slug: string, name: string | null) {
    const { monitors } = await pageOf(slug);
    const monitor = monitors.find(({ names }) => names.some((one) => one === name));
    if (!monitor) throw new Problem("not-found", "Nothing exists at this address.");
    return monitor;
  }
}

const withoutEnd = (text: string, end: string) =>
  text.endsWith(end) ? text.slice(0, -end.length) : null;

/** An hour in a month is not much; a day is. */
const uptimeState = ({ good }: UptimeFigures): PublicState =>
  good === null ? "unknown" : good >= 0.999 ? "operational" : good >= 0.97 ? "degraded" : "down";

/** The same for programs. */
const publicJson = ({ title, description, now, monitors, incidents }: Published) => ({
  title,
  description,
  status: overall(monitors.map(({ state }) => state)),
  as_of: timestamp(now),
  monitors: monitors.map((one) => ({
    title: one.title,
    section: one.section,
    status: one.state,
    uptime_90_days: one.uptime.good,
  })),
  incidents: incidents.map((one) => ({
    title: one.title,
    status: one.resolved_at === null ? "ongoing" : "resolved",
    opened_at: timestamp(one.opened_at),
    resolved_at: timestampOr(one.resolved_at),
    updates: one.updates.map(({ at, message }) => ({
      at: timestamp(at),
      message,
    })),
  })),
});

const sendBadge = (
  request: FastifyRequest,
  reply: FastifyReply,
  label: string,
  message: string,
  state: PublicState,
) => send(request, reply, "svg", sendable(badge(label, message, state)));

interface Sendable {
  text: string;
  etag: string;
}

function sendable(text: string): Sendable {
  const digest = hash("sha256", text, "base64url");
  return { text, etag: `"${digest.slice(0, 22)}"` };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: keyof typeof types,
  { text, etag }: Sendable,
): FastifyReply {
  reply.headers({
    ...headers[kind],
    "cache-control": "public, max-age=30",
    "x-robots-tag": "noindex",
    etag,
  });
  return isKnown(request, etag) ? reply.code(304).send() : reply.type(types[kind]).send(text);
}
