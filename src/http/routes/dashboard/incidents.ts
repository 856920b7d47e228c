/** Incidents, as pages. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { incidentPage } from "../../../dashboard/pages/incident.ts";
import type { Scope } from "../../../core/model/model.ts";
import { callerOf } from "../../request/auth.ts";
import { notFound } from "../../answer/problem.ts";
import { incidentModel } from "../../site/incident-page.ts";
import { sendPage } from "../../answer/pages.ts";
import { button, frameOf, page, type Done, type Site } from "../../site/site.ts";

export function incidentPages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  app.get<{ Params: { id: string } }>("/incidents/:id", page(), async (request, reply) => {
    const model = await incidentModel(site, callerOf(request), await idOf(request));
    if (!model) throw notFound("incident");
    return sendPage(reply, incidentPage(frameOf(site, request), model));
  });

  answers("respond", "acknowledge", "acknowledged");
  answers("respond", "unacknowledge", "unacknowledged");
  button(app, site, "/incidents/:id/snooze", {
    scope: "respond",
    asks: "POST /incidents/:id/acknowledge",
    body: () => ({ for_minutes: 60 }),
    done: "snoozed",
  });
  button(app, site, "/incidents/:id/hand-over", {
    scope: "respond",
    body: (form) => heirIn(form, "user_id", "alert_group_id"),
    done: "handed_over",
  });
  button(app, site, "/incidents/:id/ask", {
    scope: "respond",
    asks: "POST /incidents/:id/page",
    body: (form) => {
      const heir = heirIn(form, "user_ids", "alert_group_ids");
      return Object.fromEntries(Object.entries(heir).map(([name, id]) => [name, [id]]));
    },
    done: "helped",
  });
  answers("respond", "page", "paged");
  answers("respond", "resolve", "resolved", "reason");
  answers("respond", "reopen", "reopened");
  answers("respond", "notes", "noted", "text");
  answers("write", "publish", "published", "message", "title", "state");
  answers("write", "unpublish", "unpublished");
  button(app, site, "/incidents/:id/updates/:update_id/correct", {
    scope: "write",
    asks: "PUT /incidents/:id/updates/:update_id",
    // A field that is empty is set to none; one that is not in the form stays as it is.
    body: (form) =>
      Object.fromEntries(
        [...form]
          .filter(([name]) => ["message", "title", "state"].includes(name))
          .map(([name, value]) => [name, value.trim() || null]),
      ),
    done: "corrected",
  });
  button(app, site, "/incidents/:id/updates/:update_id/delete", {
    scope: "write",
    asks: "DELETE /incidents/:id/updates/:update_id",
    done: "removed",
  });

  function answers(scope: Scope, verb: string, done: Done, ...fields: string[]) {
    const body = (form: URLSearchParams) =>
      Object.fromEntries(
        fields
          .map((name) => [name, form.get(name)?.trim() ?? ""] as const)
          .filter(([, value]) => value !== ""),
      );
    button(app, site, `/incidents/:id/${verb}`, { scope, body, done });
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

/** The user or the group that is chosen in a form, `user:ID` or `group:ID`, under the name of its field. */
function heirIn(form: URLSearchParams, user: string, group: string): Record<string, string> {
  const [kind, id = ""] = (form.get("to") ?? "").split(":");
  return { [kind === "group" ? group : user]: id };
}
