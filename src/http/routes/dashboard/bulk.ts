/** One answer to several incidents: those whose boxes are ticked. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Incident } from "../../../core/model/model.ts";
import { callerOf } from "../../request/auth.ts";
import { timestamp } from "../../answer/present.ts";
import {
  askApi,
  formOf,
  goTo,
  refusal,
  writeRoute,
  type Said,
  type Site,
} from "../../site/site.ts";
import { hour } from "../../../core/text/units.ts";

/** Ticked boxes that count; a page has fewer. */
const maxTicked = 200;

export function bulkRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.post("/incidents/bulk", writeRoute("respond"), async (request, reply) => {
    const form = formOf(request);
    const ids = [...new Set(form.getAll("incident"))].slice(0, maxTicked);
    const silence = form.get("verb") === "silence";
    const refused: Said[] = [];
    for (const id of ids) {
      const answer = silence ? await silenced(request, id) : await acknowledged(request, id);
      // It was resolved in the meantime.
      if (!answer.ok && answer.status !== 404 && answer.status !== 409) refused.push(answer);
    }
    if (refused[0]) throw refusal(refused[0]);
    const outcome = ids.length === 0 ? null : silence ? "silenced" : "acknowledged";
    return goTo(site, reply, form.get("back") ?? "/", outcome);
  });

  const acknowledged = (request: FastifyRequest, id: string) =>
    askApi(app, site, request, "POST", `/incidents/${encodeURIComponent(id)}/acknowledge`, {
      body: {},
    });

  async function silenced(request: FastifyRequest, id: string): Promise<Said> {
    const details = await store.read.incident(callerOf(request).org_id, id);
    if (!details)
      return { ok: false, status: 404, body: {}, version: null, faults: [], detail: "" };
    return askApi(app, site, request, "POST", "/silences", {
      body: {
        ...targetOf(details.incident),
        reason: `silenced from the dashboard: ${details.incident.title}`.slice(0, 200),
        until: timestamp(clock.now() + hour),
      },
    });
  }
}

/** The target of a silence of an incident: its monitor, or the alert of its group. */
const targetOf = ({ source, source_id, key }: Incident) =>
  source === "alert_group" ? { alert_group_id: source_id, key } : { monitor_id: source_id };
