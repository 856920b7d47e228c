/** API keys and sessions, as a page for admins. Each button is a request to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionId } from "../../../../core/access/session.ts";
import { accessPage, keyLifetimes } from "../../../../dashboard/settings/access.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import {
  button,
  askApi,
  formOf,
  frameOf,
  page,
  writeRoute,
  type Site,
} from "../../../site/site.ts";
import { day } from "../../../../core/text/units.ts";

/** Keys shown at most, newest first. */
const maxKeys = 200;

export function accessPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/access";

  app.get(home, page("admin"), (request, reply) => show(request, reply, null, null));

  app.post(`${home}/keys`, writeRoute("admin"), async (request, reply) => {
    const form = formOf(request);
    const { days } =
      keyLifetimes.find((one) => one.days === form.get("expires")) ?? keyLifetimes[0];
    const answer = await askApi(app, site, request, "POST", "/api_keys", {
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

  const back = home;
  button(app, site, `${home}/keys/:id/revoke`, {
    scope: "admin",
    asks: "DELETE /api_keys/:id",
    done: "removed",
    back,
  });
  button(app, site, `${home}/sessions/:id/end`, {
    scope: "admin",
    asks: "DELETE /sessions/:id",
    done: "removed",
    back,
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    created: string | null,
    problem: string | null,
  ): Promise<FastifyReply> {
    const { org_id, session_id } = callerOf(request);
    const [keys, sessions] = await Promise.all([
      store.read.keys({ org_id, limit: maxKeys, after: null, order: "desc" }),
      store.read.sessions(org_id, clock.now()),
    ]);
    return sendPage(
      reply,
      accessPage(frameOf(site, request), {
        keys,
        sessions: sessions.map(({ hash, name, user_id, seen_at }) => ({
          id: sessionId(hash),
          name,
          user_id,
          seen_at,
          own: sessionId(hash) === session_id,
        })),
        created,
        problem,
      }),
    );
  }
}
