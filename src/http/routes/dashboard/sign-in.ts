/** Sign-in and sign-out. Opening the link does not use the code: link previews open it too. */
import type { FastifyInstance } from "fastify";
import { hashKey, looksLikeKey } from "../../../core/access/api-key.ts";
import { keyPage, signInPage } from "../../../dashboard/sign-in.ts";
import { beginSession, forgottenCookie, visitorOf } from "../../site/sessions.ts";
import { loginLimit, redeem } from "../keys.ts";
import { baseOf, sendPage } from "../../site/pages.ts";
import { writeRoute, formOf, goTo, localPath, type Site } from "./site.ts";

const longestName = 100;

export function signInRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const open = { config: { scope: "public" as const }, schema: { hide: true } };

  app.get<{ Querystring: { code?: string; next?: string } }>(
    "/login",
    open,
    async (request, reply) => {
      const { code = "", next } = request.query;
      // A visitor with a code wants to use it, signed in or not.
      if (code === "" && (await visitorOf(site, request)))
        return goTo(site, reply, localPath(next), null);
      return sendPage(
        reply,
        signInPage(baseOf(site), {
          code: String(code),
          next: localPath(String(next ?? "")),
          problem: null,
        }),
      );
    },
  );

  app.post(
    "/login",
    { ...open, config: { scope: "public", rateLimit: loginLimit } },
    async (request, reply) => {
      const form = formOf(request);
      const code = (form.get("code") ?? "").trim();
      const name = (form.get("name") ?? "").trim().slice(0, longestName);
      const next = localPath(form.get("next"));
      if (looksLikeKey(code)) {
        const key = await store.read.key_by_hash(hashKey(code));
        const good = key?.revoked_at === null && (key.expires_at ?? Infinity) > clock.now();
        if (key && good)
          return goTo(
            site,
            reply.header("set-cookie", await beginSession(site, key, name)),
            next,
            null,
          );
      }
      const made = looksLikeKey(code)
        ? null
        : await redeem(site, code, name === "" ? "browser" : name, request.ip);
      if (!made)
        return sendPage(
          reply.code(401),
          signInPage(baseOf(site), {
            code: "",
            next,
            problem: code.startsWith("mon_")
              ? "This API key is mistyped, unknown, expired or revoked."
              : "This code is unknown, was used already or is too old.",
          }),
        );
      const key = await store.read.key_by_hash(hashKey(made.key));
      if (key) reply.header("set-cookie", await beginSession(site, key, name));
      return sendPage(reply, keyPage(baseOf(site), site.siteUrl(), made.key));
    },
  );

  app.post("/logout", writeRoute("read"), async (request, reply) => {
    if (request.visitor) await store.run("end_session", { hash: request.visitor.hash });
    return goTo(site, reply.header("set-cookie", forgottenCookie(site.siteUrl())), "/login", null);
  });
}
