/** Files that pages are made of, read once. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { isKnown } from "../../answer/conditional.ts";
import { baseOf } from "../../answer/pages.ts";
import { page, type Site } from "../../site/site.ts";

/** Parts of the stylesheet, in the order in which their rules apply. */
const styleParts = [
  "tokens",
  "base",
  "frame",
  "buttons",
  "panels",
  "states",
  "passing",
  "board",
  "wall",
  "incident-rows",
  "monitor-rows",
  "charts",
  "matrix",
  "case",
  "past",
  "call",
  "shifts",
  "load",
  "report",
  "messages",
  "runs",
  "forms",
  "start",
  "days",
  "status-pages",
  "guide",
  "plain",
  "print",
];

/** The parts for public status pages, which are small because many people load them at once. */
const statusParts = ["tokens", "base", "buttons", "panels", "states", "public"];

const types: Record<string, string> = {
  "style.css": "text/css; charset=utf-8",
  "line.js": "text/javascript; charset=utf-8",
  "status.css": "text/css; charset=utf-8",
  "status.js": "text/javascript; charset=utf-8",
  "live.js": "text/javascript; charset=utf-8",
  "keys.js": "text/javascript; charset=utf-8",
  "lists.js": "text/javascript; charset=utf-8",
  "actions.js": "text/javascript; charset=utf-8",
  "charts.js": "text/javascript; charset=utf-8",
  "phone.js": "text/javascript; charset=utf-8",
  "passkey.js": "text/javascript; charset=utf-8",
  "picture.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
  "icon-192.png": "image/png",
  "icon-512.png": "image/png",
};

const read = (name: string): Buffer =>
  readFileSync(new URL(`../../../dashboard/assets/${name}`, import.meta.url));

/** One stylesheet of several parts: a page needs one request for it. */
const joined = (parts: readonly string[]): Buffer =>
  Buffer.concat(parts.map((part) => read(`style/${part}.css`)));

const stylesheets: Record<string, () => Buffer> = {
  "style.css": () => joined(styleParts),
  "status.css": () => joined(statusParts),
};

const files = Object.entries(types).map(([name, type]) => {
  const content = stylesheets[name]?.() ?? read(name);
  const digest = hash("sha256", content, "base64url");
  return { name, type, content, etag: `"${digest.slice(0, 16)}"` };
});

export function assetRoutes(app: FastifyInstance, site: Site): void {
  const options = page("public");
  for (const { name, type, content, etag } of files)
    app.get(`/assets/${name}`, options, (request, reply) => {
      // Asked for again each time, and sent again only when it is another.
      reply.headers({ "cache-control": "public, no-cache", etag });
      return isKnown(request, etag) ? reply.code(304).send() : reply.type(type).send(content);
    });

  const worker = read("service-worker.js");
  // In the folder of the pages that it is for. It sends presses under its own policy, not under that of a page.
  app.get("/service-worker.js", options, (_request, reply) =>
    reply
      .headers({
        "cache-control": "no-cache",
        "content-security-policy": "default-src 'none'; connect-src 'self'",
      })
      .type("text/javascript; charset=utf-8")
      .send(worker),
  );

  app.get("/manifest.webmanifest", options, (_request, reply) => {
    const base = baseOf(site);
    const icon = (name: string, sizes: string, type: string) => ({
      src: `${base}/assets/${name}`,
      sizes,
      type,
    });
    return reply.type("application/manifest+json").send(
      JSON.stringify({
        name: "monitord",
        short_name: "monitord",
        start_url: `${base}/`,
        scope: `${base}/`,
        display: "standalone",
        background_color: "#121517",
        theme_color: "#0b5cad",
        icons: [
          icon("icon.svg", "any", "image/svg+xml"),
          icon("icon-192.png", "192x192", "image/png"),
          icon("icon-512.png", "512x512", "image/png"),
        ],
      }),
    );
  });
}
