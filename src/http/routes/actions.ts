/**
 * The buttons of a notification: a signed token allows one action on one incident in the name of one device.
 * POST only, because link previews fetch with GET. Without a login, because it is 03:00. The push app that
 * shows the answer only shows whether it worked.
 */
import type { FastifyInstance } from "fastify";
import { limits, Type } from "../../api/schema.ts";
import type { Deps } from "../deps.ts";
import { failures, json } from "../answer/responses.ts";
import { buttonPresses } from "../site/button-press.ts";

const Done = Type.Object(
  { done: Type.String({ description: "What was done, in a sentence." }) },
  { additionalProperties: false, title: "ActionDone" },
);

export function actionRoutes(app: FastifyInstance, deps: Deps) {
  const { verified, press } = buttonPresses(app, deps);

  app.post<{ Params: { token: string } }>(
    "/:token",
    {
      config: { scope: "public" },
      bodyLimit: limits.openBody,
      schema: {
        tags: ["actions"],
        operationId: "press_button",
        summary: "What a button of a notification does",
        security: [],
        response: { 200: json("It is done.", Done), ...failures },
      },
    },
    async (request, reply) =>
      reply.send({ done: await press(await verified(request), request.ip) }),
  );
}
