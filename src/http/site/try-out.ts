/** _Try_ in the form of a health check monitor: a check with the typed fields, of which no part is stored. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { restoreMasked } from "../../core/declare/secrets.ts";
import type { Field } from "../../dashboard/form-field.ts";
import { callerOf } from "../request/auth.ts";
import { bodyOf } from "./form-fields.ts";
import { askApi, formOf, refusal, type Said, type Site } from "./site.ts";

const kind = "health_check_monitors";

/** The outcome of the check, or the faults of the typed fields. Sends the stored secrets that the form only masks. */
export async function tryOut(
  app: FastifyInstance,
  site: Site,
  request: FastifyRequest<{ Params: { id?: string } }>,
  fields: readonly Field[],
): Promise<Said> {
  const { id } = request.params;
  const typed = bodyOf(kind, fields, formOf(request));
  const stored =
    id === undefined
      ? undefined
      : await site.store.read.resource(kind, callerOf(request).org_id, id, site.clock.now());
  const body = stored ? restoreMasked(kind, typed, stored) : typed;
  // A check needs neither a title nor a group.
  for (const name of ["title", "alert_group_id"]) if (body[name] === "") body[name] = null;
  const answer = await askApi(app, site, request, "POST", "/checks", { body });
  if (!answer.ok && answer.status !== 422) throw refusal(answer);
  return answer;
}
