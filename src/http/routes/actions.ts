/**
 * The buttons of a notification: a signed token allows one action on one incident in the name of one device; and the browser
 * that renews the subscription of its device, which the keys of the old one prove. POST only, because link previews fetch
 * with GET. Without a login, because it is 03:00. The push app that shows the answer only shows whether it worked.
 */
import type { FastifyInstance } from "fastify";
import { openRoutes } from "../../api/routes/open.ts";
import { subscriptionOf } from "../../channel/webpush/subscription.ts";
import { Problem } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import { optionsOf } from "../request/asked.ts";
import { buttonPresses } from "../site/button-press.ts";
import type { Static } from "../../api/schema.ts";

const button = "POST /api/actions/:token";
const renewal = "POST /api/actions/devices/:id/subscription";

export function actionRoutes(app: FastifyInstance, deps: Deps) {
  const { verified, press, missed } = buttonPresses(app, deps);
  app.route<{ Params: { token: string } }>({
    ...optionsOf(button, openRoutes[button], true),
    handler: async (request, reply) => reply.send({ done: await press(await verified(request)) }),
  });
  app.route<{ Params: { id: string }; Body: Static<(typeof openRoutes)[typeof renewal]["body"]> }>({
    ...optionsOf(renewal, openRoutes[renewal], true),
    handler: async (request, reply) => {
      const { old, subscription } = request.body;
      const outcome = await deps.store.run("renew_subscription", {
        id: request.params.id,
        old: subscriptionOf(old),
        subscription: subscription && subscriptionOf(subscription),
        allowed: deps.allowAddresses,
        request_id: request.id,
        now: deps.clock.now(),
      });
      if (outcome.ok) return reply.send({ done: "The device has this subscription." });
      if (outcome.why === "conflict") throw new Problem("conflict", outcome.message);
      await missed(request);
      throw new Problem("not-found", "No device has this subscription. Add the browser again.");
    },
  });
}
