/** Incidents, as pages. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { incidentPage } from "../../../dashboard/pages/incident.ts";
import type { Scope } from "../../../core/model/model.ts";
import type { Position } from "../../../store/reads/reader.ts";
import { callerOf } from "../../request/auth.ts";
import { notFound } from "../../answer/problem.ts";
import { incidentModel } from "../../site/incident-page.ts";
import { sendPage } from "../../site/pages.ts";
import { writeRoute, formOf, frameOf, goTo, mustAsk, page, type Done, type Site } from "./site.ts";

export const perPage = 50;

export function incidentPages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  app.get<{ Params: { id: string } }>("/incidents/:id", page(), async (request, reply) => {
    const model = await incidentModel(site, callerOf(request), await idOf(request));
    if (!model) throw notFound("incident");
    return sendPage(reply, incidentPage(frameOf(site, request), model));
  });

  does("respond", "acknowledge", "acknowledged", []);
  does("respond", "unacknowledge", "unacknowledged", []);
  does("respond", "page", "paged", []);
  does("respond", "resolve", "resolved", ["reason"]);
  does("respond", "reopen", "reopened", []);
  does("respond", "notes", "noted", ["text"]);
  does("write", "publish", "published", ["message", "title"]);
  does("write", "unpublish", "unpublished", []);

  function does(scope: Scope, verb: string, done: Done, fields: string[]) {
    app.post<{ Params: { id: string } }>(
      `/incidents/:id/${verb}`,
      writeRoute(scope),
      async (request, reply) => {
        const form = formOf(request);
        const body = Object.fromEntries(
          fields
            .map((name) => [name, form.get(name)?.trim() ?? ""] as const)
            .filter(([, value]) => value !== ""),
        );
        await mustAsk(
          app,
          site,
          request,
          "POST",
          `/incidents/${encodeURIComponent(request.params.id)}/${verb}`,
          { body },
        );
        return goTo(site, reply, form.get("back") ?? "/", done);
      },
    );
  }

  /** The id; people say the number. */
  async function idOf(request: FastifyRequest<{ Params: { id: string } }>): Promise<string> {
    const { id } = request.params;
    if (!/^\d{1,9}$/.test(id)) return id;
    const [found] = await store.read.incidents({
      org_id: callerOf(request).org_id,
      number: Number(id),
      limit: 1,
      after: null,
    });
    return found?.id ?? id;
  }
}

/** Where a page of a list begins, as its address says. */
export function afterOf(request: FastifyRequest): Position | null {
  const { before } = request.query as { before?: unknown };
  const match = typeof before === "string" ? /^(\d{1,16})-([\w-]{1,64})$/.exec(before) : null;
  return match ? { inserted_at: Number(match[1]), id: match[2]! } : null;
}
