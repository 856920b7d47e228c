/** The pages of the way in. Opening the link uses nothing up: link previews do that too. */
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { homePage, keyPage, signInPage } from "../../dashboard/sign-in.ts";
import type { Deps } from "../deps.ts";
import { loginLimit, redeem } from "./keys.ts";

const stylesheet = readFileSync(
  new URL("../../dashboard/assets/style.css", import.meta.url),
  "utf8",
);
const policy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export function signInRoutes(app: FastifyInstance, deps: Deps) {
  const base = () =>
    URL.parse(deps.siteUrl())?.pathname.replace(/\/$/, "") ?? "";
  const options = {
    config: { scope: "public" as const },
    schema: { hide: true },
  };
  const send = (reply: FastifyReply, text: string) =>
    reply
      .type("text/html; charset=utf-8")
      .headers({
        "content-security-policy": policy,
        "cache-control": "no-store",
      })
      .send(text);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4096 },
    (_request, body, done) => {
      done(null, new URLSearchParams(body as string));
    },
  );

  app.get("/", options, (_request, reply) =>
    send(reply, homePage(base(), deps.version)),
  );
  app.get("/assets/style.css", options, (_request, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(stylesheet),
  );
  app.get<{ Querystring: { code?: string } }>(
    "/login",
    options,
    (request, reply) =>
      send(reply, signInPage(base(), String(request.query.code ?? ""), null)),
  );
  app.post<{ Body: URLSearchParams }>(
    "/login",
    { ...options, config: { scope: "public", rateLimit: loginLimit } },
    async (request, reply) => {
      const code = request.body.get("code") ?? "";
      const key = await redeem(deps, code, "browser");
      return key
        ? send(reply, keyPage(base(), deps.siteUrl(), key.key))
        : send(
            reply.code(401),
            signInPage(
              base(),
              "",
              "This code is unknown, was used already or is too old.",
            ),
          );
    },
  );
}
