/**
 * Public status pages and their badges, without a session or a cookie. Unknown addresses and pages that are switched off
 * get the same answer. Search engines are asked to list no page that is unlisted, and no other file of one that is listed.
 */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isKnown } from "../../answer/conditional.ts";
import type { PublicState } from "../../../core/model/status.ts";
import { badge } from "../../../dashboard/badge.ts";
import { minutesOld, overallOf, statusPage } from "../../../dashboard/public/page.ts";
import { percent, type UptimeFigures } from "../../../dashboard/chart/uptime.ts";
import { incidentFeed } from "../../../dashboard/public/feed.ts";
import { baseOf } from "../../answer/pages.ts";
import { timestamp, timestampOr } from "../../answer/present.ts";
import { Problem } from "../../answer/problem.ts";
import type { Published } from "../../site/public/published.ts";
import type { StatusPages } from "../../site/public/status-pages.ts";
import { page, type Site } from "../../site/site.ts";

const options = page("public");

const types = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
};

const policy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** For other pages: custom status pages, and readers of feeds in a browser. */
const data = {
  "content-security-policy": `default-src 'none'; ${policy}`,
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};
const headers = {
  html: {
    "content-security-policy": `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; ${policy}`,
  },
  json: data,
  atom: data,
  svg: {
    "content-security-policy": `default-src 'none'; ${policy}`,
    "cross-origin-resource-policy": "cross-origin",
  },
};

export function publicPages(app: FastifyInstance, site: Site, pages: StatusPages): void {
  /** The rendered text of cached data, made once; that of an old page once a minute, because it says how old it is. */
  const texts = new WeakMap<Published, Sendable & { minutes: number }>();

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
    const served = site.clock.now();
    const minutes = minutesOld(page.now, served);
    let text = texts.get(page);
    if (text?.minutes !== minutes) {
      text = {
        ...sendable(
          statusPage({
            ...page,
            sendsMails: sendsMails(page),
            base: baseOf(site),
            siteUrl: site.siteUrl(),
            served,
          }),
        ),
        minutes,
      };
      texts.set(page, text);
    }
    return send(request, reply, "html", text, page.isListed);
  });

  app.get<{ Params: { page: string } }>("/status/:page/logo", options, async (request, reply) => {
    const logo = await pages.logo(await pageOf(request.params.page));
    const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(logo ?? "") ?? [];
    if (type === undefined) throw new Problem("not-found", "Nothing exists at this address.");
    const content = Buffer.from(data!, "base64");
    const etag = `"${hash("sha256", content, "base64url").slice(0, 22)}"`;
    // A picture that is opened alone is a document of this site: it must neither run nor load anything.
    reply.headers({
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; sandbox; ${policy}`,
      "cache-control": "public, max-age=300",
      etag,
    });
    return isKnown(request, etag) ? reply.code(304).send() : reply.type(type).send(content);
  });

  app.get<{ Params: { page: string } }>("/badge/:page", options, async (request, reply) => {
    const page = await pageOf(withoutEnd(request.params.page, ".svg"));
    const state = overallOf(page.sections);
    return sendBadge(request, reply, page.title, state, state);
  });

  app.get<{ Params: { page: string; system: string } }>(
    "/badge/:page/:system",
    options,
    async (request, reply) => {
      const { page, system } = request.params;
      const { name, state } = await systemOf(page, withoutEnd(system, ".svg"));
      return sendBadge(request, reply, name, state, state);
    },
  );

  app.get<{ Params: { page: string; system: string } }>(
    "/badge/:page/:system/uptime.svg",
    options,
    async (request, reply) => {
      const { page, system } = request.params;
      const { name, uptime } = await systemOf(page, system);
      return sendBadge(
        request,
        reply,
        `${name}, 90 days`,
        uptime.good === null ? "unknown" : percent(uptime.good),
        uptimeState(uptime),
      );
    },
  );

  const sendsMails = (page: Published) => page.sendsMails && site.isConfigured("email");

  async function pageOf(slug: string | null): Promise<Published> {
    const page = slug === null ? null : await pages.page(slug);
    if (!page) throw new Problem("not-found", "Nothing exists at this address.");
    return page;
  }

  async function systemOf(slug: string, name: string | null) {
    const { sections } = await pageOf(slug);
    const system = sections.flatMap(({ systems }) => systems).find(({ badge }) => badge === name);
    if (!system) throw new Problem("not-found", "Nothing exists at this address.");
    return system;
  }
}

const withoutEnd = (text: string, end: string) =>
  text.endsWith(end) ? text.slice(0, -end.length) : null;

/** An hour in a month is not much; a day is. */
const uptimeState = ({ good }: UptimeFigures): PublicState =>
  good === null ? "unknown" : good >= 0.999 ? "operational" : good >= 0.97 ? "degraded" : "down";

/** The same for programs. */
const publicJson = ({ title, description, now, sections, planned, incidents }: Published) => ({
  title,
  description,
  status: overallOf(sections),
  as_of: timestamp(now),
  systems: sections.flatMap((section) =>
    section.systems.map((one) => ({
      name: one.name,
      section: section.title,
      status: one.state,
      uptime_90_days: one.uptime.good,
    })),
  ),
  planned: planned.map(({ from, until, systems }) => ({
    from: timestamp(from),
    until: timestamp(until),
    systems,
  })),
  incidents: incidents.map((one) => ({
    id: one.id,
    title: one.title,
    state: one.state,
    systems: one.systems,
    opened_at: timestamp(one.opened_at),
    ended_at: timestampOr(one.ended_at),
    updates: one.updates.map(({ at, message, state, edited_at }) => ({
      at: timestamp(at),
      edited_at: timestampOr(edited_at),
      state,
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
  isListed = false,
): FastifyReply {
  reply.headers({
    ...headers[kind],
    "cache-control": "public, max-age=30",
    ...(!isListed && { "x-robots-tag": "noindex" }),
    etag,
  });
  return isKnown(request, etag) ? reply.code(304).send() : reply.type(types[kind]).send(text);
}
