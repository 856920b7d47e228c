/** The page *On call*: the people that each group reaches, now or at another moment. */
import type { FastifyInstance } from "fastify";
import { onCallPage } from "../../../../dashboard/duty/page.ts";
import { sendPage } from "../../../answer/pages.ts";
import { onCallModel } from "../../../site/on-call/on-call-page.ts";
import { frameOf, page, type Site } from "../../../site/site.ts";

export function onCallPages(app: FastifyInstance, site: Site): void {
  app.get<{ Querystring: { at?: unknown; search?: unknown } }>(
    "/on_call",
    page(),
    async (request, reply) =>
      sendPage(
        reply,
        onCallPage(frameOf(site, request), await onCallModel(site, request, request.query)),
      ),
  );
}
