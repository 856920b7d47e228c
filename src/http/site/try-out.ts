/** _Try_ in the form of a health check monitor: a check with the typed fields, of which no part is stored. */
import type { FastifyRequest } from "fastify";
import type { CheckOutcome } from "../../api/checks.ts";
import { restoreMasked } from "../../core/declare/secrets.ts";
import { isFailing } from "../../core/model/status.ts";
import type { Field } from "../../dashboard/form-field.ts";
import { callerOf } from "../request/auth.ts";
import { bodyOf } from "./form-typed.ts";
import { askApi, formOf, refusal, type Said, type Site } from "./site.ts";

const kind = "health_check_monitors";

/** The outcome of the check, or the faults of the typed fields. Sends the stored secrets that the form only masks. */
async function tryOut(
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
  const answer = await askApi(site, request, "POST", "/checks", { body });
  if (!answer.ok && answer.status !== 422) throw refusal(answer);
  return answer;
}

/** A check with the typed fields, and the choice of the answer that followed from it. */
export interface Tried {
  said: Said;
  /** `answers 200 with HTML`: why the form now says to watch a page; null: it says the same as before. */
  because: string | null;
}

/** The fields on which the outcome depends most. A form that has changed them since asks for another check. */
const triedAs = (form: URLSearchParams): string =>
  `${form.get("expect") ?? ""} ${(form.get("url") ?? "").trim()}`;

/**
 * Tries the typed fields. When the URL answers something else than a health report, the form is set to watch it as
 * that, and tried again: the monitor that is created is the one that was tried. `keep` in the form: the user insists on a report.
 */
export async function tryAndDecide(
  site: Site,
  request: FastifyRequest<{ Params: { id?: string } }>,
  fields: readonly Field[],
): Promise<Tried> {
  const form = formOf(request);
  const first = await tryOut(site, request, fields);
  if (!first.ok) return { said: first, because: null };
  const { proposal } = first.body as unknown as CheckOutcome;
  if (proposal === null || form.has("keep")) return { said: first, because: null };
  form.set("expect", proposal.expect);
  return { said: await tryOut(site, request, fields), because: proposal.because };
}

/** Whether the monitor that was tried would open an incident at once. */
export const isWrong = ({ ok, body }: Said): boolean =>
  ok && isFailing((body as unknown as CheckOutcome).status);

/** Whether a monitor may be created without another check: this one was just tried, and was right or is wanted anyway. */
export const isDecided = (form: URLSearchParams): boolean =>
  form.has("anyway") || form.has("paused")
    ? (form.get("tried") ?? triedAs(form)) === triedAs(form)
    : form.get("fine") === triedAs(form);

/** Sent along unseen after a check. */
export const triedFields = (form: URLSearchParams, { said }: Tried): Record<string, string> =>
  said.ok
    ? {
        tried: triedAs(form),
        ...(isWrong(said) ? {} : { fine: triedAs(form) }),
        ...(form.has("keep") ? { keep: "true" } : {}),
      }
    : {};
