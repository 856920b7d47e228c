/** The signed-in person, and the page behind *Settings*. */
import type { FastifyInstance } from "fastify";
import { passkeyHost } from "../../../../core/access/passkey.ts";
import { mask } from "../../../../core/declare/secrets.ts";
import { tabsOf } from "../../../../dashboard/settings/tabs.ts";
import { youPage } from "../../../../dashboard/settings/you.ts";
import { actorOf, callerOf } from "../../../request/auth.ts";
import { notFound, valueOf } from "../../../answer/problem.ts";
import { sendPage } from "../../../answer/pages.ts";
import { listedSessions } from "../../../site/settings/sessions.ts";
import { settingsForm, settingsRoute } from "../../../site/settings/tab.ts";
import { frameOf, goTo, page, type Site } from "../../../site/site.ts";

export function youPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/you";

  app.get("/settings", page(), (request, reply) =>
    goTo(site, reply, `/settings/${tabsOf(frameOf(site, request))[0]!.id}`, null),
  );

  app.get(home, settingsRoute("you"), async (request, reply) => {
    const { org_id, user_id, session_id } = callerOf(request);
    const now = clock.now();
    const user = user_id && (await store.read.resource("users", org_id, user_id, now));
    if (!user) throw notFound("user");
    const [devices, places, passkeys, sessions] = await Promise.all([
      store.read.devices(org_id, user.id),
      store.read.memberships(org_id, [user.id]),
      passkeyHost(site.siteUrl()) === null ? null : store.read.passkeys(org_id, user.id),
      store.read.sessions(org_id, now),
    ]);
    return sendPage(
      reply,
      youPage(frameOf(site, request), {
        user,
        devices: (devices ?? []).map((device) => mask("devices", device)),
        places: places.get(user.id) ?? [],
        passkeys,
        sessions: listedSessions(
          sessions.filter((one) => one.user_id === user.id),
          passkeys ?? [],
          session_id,
        ),
      }),
    );
  });

  app.post<{ Params: { id: string } }>(
    `${home}/sessions/:id/end`,
    settingsForm("you"),
    async (request, reply) => {
      const { user_id } = callerOf(request);
      if (user_id === null) throw notFound("session");
      const input = { actor: actorOf(request), id: request.params.id, user_id, now: clock.now() };
      valueOf(await store.run("end_listed_session", input), "session");
      return goTo(site, reply, home, "removed");
    },
  );

  app.post(`${home}/sessions/end`, settingsForm("you"), async (request, reply) => {
    const { user_id } = callerOf(request);
    if (user_id === null || !request.visitor) throw notFound("session");
    await store.run("end_other_sessions", {
      actor: actorOf(request),
      user_id,
      keep: request.visitor.hash,
      now: clock.now(),
    });
    return goTo(site, reply, home, "signed_out");
  });
}
