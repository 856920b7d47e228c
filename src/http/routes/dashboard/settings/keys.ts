/** API keys, as a page for admins. Each button is a request to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { keyLifetimes, keysPage } from "../../../../dashboard/settings/keys.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { settingsForm, settingsRoute } from "../../../site/settings/tab.ts";
import { button, askApi, formOf, frameOf, type Site } from "../../../site/site.ts";
import { day } from "../../../../core/text/units.ts";

/** Keys shown at most, newest first. */
const maxKeys = 200;

export function keyPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/keys";

  app.get(home, settingsRoute("keys"), (request, reply) => show(request, reply, null, null));

  app.post(home, settingsForm("keys"), async (request, reply) => {
    const form = formOf(request);
    const { days } =
      keyLifetimes.find((one) => one.days === form.get("expires")) ?? keyLifetimes[0];
    const answer = await askApi(site, request, "POST", "/api_keys", {
      body: {
        name: form.get("name"),
        scopes: [form.get("scope") ?? "read"],
        ...(days !== "" && {
          expires_at: new Date(clock.now() + Number(days) * day).toISOString(),
        }),
      },
    });
    return answer.ok
      ? show(request, reply, String(answer.body["key"]), null)
      : show(request, reply.code(answer.status), null, answer.detail);
  });

  button(app, site, `${home}/:id/revoke`, {
    scope: "admin",
    asks: "DELETE /api_keys/:id",
    done: "removed",
    back: home,
  });
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    created: string | null,
    problem: string | null,
  ): Promise<FastifyReply> {
    const { org_id } = callerOf(request);
    const keys = await store.read.keys({ org_id, limit: maxKeys, after: null, order: "desc" });
    return sendPage(reply, keysPage(frameOf(site, request), { keys, created, problem }));
  }
}
