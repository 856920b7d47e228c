/**
 * The buttons of a notification: a signed token allows one action on one incident in the name of one device.
 * POST only, because link previews fetch with GET. Without a login, because it is 03:00. The push app that
 * shows the answer only shows whether it worked.
 */
import type { FastifyInstance } from "fastify";
import { openRoutes } from "../../api/routes/open.ts";
import type { Deps } from "../deps.ts";
import { optionsOf } from "../request/asked.ts";
import { buttonPresses } from "../site/button-press.ts";

export function actionRoutes(app: FastifyInstance, deps: Deps) {
  const { verified, press } = buttonPresses(app, deps);
  const name = "POST /api/actions/:token";
  app.route<{ Params: { token: string } }>({
    ...optionsOf(name, openRoutes[name], true),
    handler: async (request, reply) => reply.send({ done: await press(await verified(request)) }),
  });
}
