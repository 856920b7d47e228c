/** API keys, as a page: for admins all, for others their own. Each button is a request to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { keyLifetimes, keysPage, type KeysModel } from "../../../../dashboard/settings/keys.ts";
import { allows } from "../../../../core/access/scope.ts";
import { callerOf, lacking } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { Problem } from "../../../answer/problem.ts";
import { settingsRoute } from "../../../site/settings/tab.ts";
import {
  button,
  askApi,
  formOf,
  frameOf,
  goTo,
  mustAsk,
  writeRoute,
  type Site,
} from "../../../site/site.ts";
import { day } from "../../../../core/text/units.ts";

/** Keys shown at most, newest first. */
const maxKeys = 200;

const untouched = { name: "", scope: "read", projects: "", expires: keyLifetimes[0].days };

export function keyPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/keys";

  app.get(home, settingsRoute("keys"), (request, reply) => show(request, reply, {}));

  app.post(home, writeRoute("admin"), async (request, reply) => {
    const form = formOf(request);
    const typed = Object.fromEntries(
      Object.entries(untouched).map(([name, start]) => [name, form.get(name) ?? start]),
    ) as KeysModel["typed"];
    const { days } =
      keyLifetimes.find((one) => one.days === form.get("expires")) ?? keyLifetimes.at(-1)!;
    const projects = namesIn(typed.projects);
    const answer = await askApi(site, request, "POST", "/api_keys", {
      body: {
        name: typed.name,
        scopes: [typed.scope],
        ...(projects.length > 0 && { projects }),
        ...(days !== "" && {
          expires_at: new Date(clock.now() + Number(days) * day).toISOString(),
        }),
      },
    });
    return answer.ok
      ? show(request, reply, { created: String(answer.body["key"]) })
      : show(request, reply.code(answer.status), { problem: answer.detail, typed });
  });

  app.post(`${home}/people`, writeRoute("admin"), async (request, reply) => {
    const people_declared_by = namesIn(formOf(request).get("projects") ?? "");
    await mustAsk(site, request, "PUT", "/organization", { body: { people_declared_by } });
    return goTo(site, reply, home, "saved");
  });

  button(app, site, `${home}/:id/revoke`, {
    scope: "read",
    asks: "DELETE /api_keys/:id",
    done: "removed",
    back: home,
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    more: Partial<KeysModel>,
  ): Promise<FastifyReply> {
    const caller = callerOf(request);
    const { org_id, user_id } = caller;
    const isAdmin = allows(caller, "admin");
    if (!isAdmin && user_id === null) throw new Problem("forbidden", lacking(caller, "admin"));
    const [keys, people_declared_by] = await Promise.all([
      store.read.keys({
        org_id,
        user_id: isAdmin ? undefined : user_id!,
        limit: maxKeys,
        after: null,
        order: "desc",
      }),
      isAdmin ? store.read.people_declared_by(org_id) : null,
    ]);
    const model = { keys, created: null, problem: null, typed: untouched, people_declared_by };
    return sendPage(reply, keysPage(frameOf(site, request), { ...model, ...more }));
  }
}

/** Names between commas, each once. */
const namesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];
