/**
 * Answers unknown paths: 405 where another method is allowed, else 404. A slash at the end of a page's path leads to the
 * page: people type one, and proxies add one.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { outsideErrorPage } from "../../dashboard/sign-in.ts";
import { sendPage } from "../answer/pages.ts";
import { Problem } from "../answer/problem.ts";

export interface KnownPaths {
  /** Closes the list of routes: those registered so far are all. */
  close(): void;
  /** The methods of a path, as `Allow` lists them; undefined: no route has it. */
  allowed(url: string): string | undefined;
}

/** `base`: path that everything is reached under. */
export function refuseUnknownPaths(app: FastifyInstance, base: () => string): KnownPaths {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.refuses === true) return;
    const known = methods.get(url) ?? new Set<string>();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  const patterns: { pattern: RegExp; allow: string }[] = [];
  const pathOf = (url: string) => (url.split("?")[0] ?? "").replace(/(.)\/$/, "$1");
  const allowed = (url: string) => patterns.find(({ pattern }) => pattern.test(pathOf(url)))?.allow;

  /** The URL without the slash at the end of its path, if a page is there; null: it has none, or a route of its own. */
  const withoutSlash = ({ method, url, is404, routeOptions }: FastifyRequest): string | null => {
    if (method !== "GET" && method !== "HEAD") return null;
    const [, path, query = ""] = /^([^?]+)\/(\?.*)?$/.exec(url) ?? [];
    // An id that is empty is none: `/incidents/` is the list.
    const isMissed = is404 || /\/:\w+$/.test(routeOptions.url ?? "");
    // Of `///` there would be `//` left, which names another host.
    if (path === undefined || path.endsWith("/") || !isMissed) return null;
    return allowed(path)?.split(", ").includes(method) ? path + query : null;
  };

  /** Throws the problem, or answers a browser with a page. */
  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const allow = allowed(request.url);
    if (allow !== undefined)
      throw new Problem(
        "method-not-allowed",
        `${request.method} is not allowed here. Allowed: ${allow}.`,
        { headers: { allow } },
      );
    // After a mistyped address a person should not see JSON.
    if (request.headers.accept?.includes("text/html") && !request.url.startsWith("/api/"))
      return sendPage(
        reply.code(404),
        outsideErrorPage(base(), {
          title: "Not found",
          detail: "Nothing exists at this address.",
        }),
      );
    throw new Problem(
      "not-found",
      "Nothing exists at this path. /api/v1/docs lists the paths of the API.",
    );
  };
  // Before the body is read: path or method are wrong, with any body.
  app.addHook("onRequest", (request, reply, done) => {
    const shorter = withoutSlash(request);
    if (shorter !== null) return reply.redirect(base() + shorter, 308);
    if (!request.is404) return done();
    try {
      refuse(request, reply);
    } catch (error) {
      done(error as Error);
    }
  });
  app.setNotFoundHandler(refuse);

  return {
    allowed,
    close() {
      // Fixed paths first: /login before /:id.
      const urls = [...methods.keys()].sort(
        (a, b) => Number(a.includes(":")) - Number(b.includes(":")),
      );
      for (const url of urls)
        patterns.push({
          pattern: new RegExp(
            `^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[a-z_]+/g, "[^/]+")}$`,
          ),
          allow: [...methods.get(url)!].sort().join(", "),
        });
    },
  };
}
