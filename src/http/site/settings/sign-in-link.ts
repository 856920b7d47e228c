/** Makes a link by which a person signs in, and shows it with its code. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignInLink } from "../../../api/sign-in-links.ts";
import { signInLinkPage } from "../../../dashboard/settings/sign-in-link.ts";
import { sendPage } from "../../answer/pages.ts";
import { notFound } from "../../answer/problem.ts";
import { callerOf } from "../../request/auth.ts";
import { frameOf, goTo, mustAsk, type Site } from "../site.ts";

/** `id`: of the user. `mail`: it is sent to them; the page shows it where that failed, and is the only place that has it. */
export async function sendSignInLink(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  mail: boolean,
): Promise<FastifyReply> {
  const { store, clock } = site;
  const path = `/users/${encodeURIComponent(id)}/sign_in_links`;
  const answer = await mustAsk(site, request, "POST", path, { body: { mail } });
  const link = answer.body as unknown as SignInLink;
  if (link.mailed) return goTo(site, reply, "/settings/people", "mailed");
  const user = await store.read.resource("users", callerOf(request).org_id, id, clock.now());
  if (!user) throw notFound("user");
  return sendPage(
    reply.header("cache-control", "no-store"),
    signInLinkPage(frameOf(site, request), {
      user,
      url: link.url,
      expires_at: Date.parse(link.expires_at),
      warning: link.warning,
      mail_problem: link.mail_problem,
    }),
  );
}
