/** People as accounts: their roles, invitations and signed-in browsers, as a page for admins. */
import type { FastifyInstance } from "fastify";
import { sessionId } from "../../../../core/access/session.ts";
import { peopleSettings } from "../../../../dashboard/settings/people.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { allUsers } from "../../../site/lists.ts";
import { settingsRoute } from "../../../site/settings/tab.ts";
import { button, frameOf, type Site } from "../../../site/site.ts";

export function peopleSettingsPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/people";

  app.get(home, settingsRoute("people"), async (request, reply) => {
    const { org_id, session_id } = callerOf(request);
    const users = await allUsers(site, org_id);
    const ids = users.map(({ id }) => id);
    const [devices, places, sessions] = await Promise.all([
      store.read.all_devices(org_id),
      store.read.memberships(org_id, ids),
      store.read.sessions(org_id, clock.now()),
    ]);
    return sendPage(
      reply,
      peopleSettings(frameOf(site, request), {
        people: users.map((user) => ({
          user,
          devices: devices.get(user.id) ?? [],
          places: places.get(user.id) ?? [],
        })),
        sessions: sessions.map(({ hash, name, user_id, seen_at }) => ({
          id: sessionId(hash),
          name,
          user_id,
          seen_at,
          own: sessionId(hash) === session_id,
        })),
      }),
    );
  });

  button(app, site, `${home}/sessions/:id/end`, {
    scope: "admin",
    asks: "DELETE /sessions/:id",
    done: "removed",
    back: home,
  });
}
