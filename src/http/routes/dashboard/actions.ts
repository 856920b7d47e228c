/**
 * The pages that mails and chat messages link to, in place of the buttons of a push app. Their readers do
 * not sign in. Opening a page changes no data, because mail scanners and link previews open every link.
 */
import type { FastifyInstance } from "fastify";
import { actionPage, actionTakenPage } from "../../../dashboard/pages/action.ts";
import { buttonPresses } from "../../site/button-press.ts";
import { baseOf, sendPage, unlisted } from "../../answer/pages.ts";
import { timeZoneOf, type Site } from "../../site/site.ts";

const path = "/actions/:token";

export function actionPages(app: FastifyInstance, site: Site): void {
  const { verified, press } = buttonPresses(app, site);
  const schema = { hide: true };

  app.get<{ Params: { token: string } }>(
    path,
    { config: { scope: "public", quiet: true }, schema },
    async (request, reply) => {
      const { org_id, person, action } = await verified(request);
      const shown =
        action.verb === "confirm" || action.verb === "here"
          ? null
          : await site.store.read.incident(org_id, action.incident_id);
      const base = baseOf(site);
      return sendPage(
        reply.headers(unlisted),
        actionPage(base, {
          path: `${base}/actions/${request.params.token}`,
          verb: action.verb,
          person,
          incident: shown?.incident ?? null,
          now: site.clock.now(),
          zone: timeZoneOf(request),
        }),
      );
    },
  );

  app.post<{ Params: { token: string } }>(
    path,
    { config: { scope: "public" }, schema },
    async (request, reply) => {
      const result = await press(await verified(request));
      return sendPage(reply.headers(unlisted), actionTakenPage(baseOf(site), result));
    },
  );
}
