/** Forms that create, change and delete declared resources: each is a request to the API. */
import { knownTitle } from "../../../core/text/person.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reportHelp } from "../../../dashboard/report-help.ts";
import { triedPart } from "../../../dashboard/tried.ts";
import type { CheckOutcome } from "../../../api/checks.ts";
import { deletePage } from "../../../dashboard/pages/delete.ts";
import { formPage } from "../../../dashboard/pages/form.ts";
import { callerOf } from "../../request/auth.ts";
import { formFields, formSections, shapeOf, valuesOf } from "../../site/form-fields.ts";
import { bodyOf, typedValues } from "../../site/form-typed.ts";
import { scheduleForm } from "../../site/on-call/schedule-form.ts";
import { afterMove } from "../../site/form-lines.ts";
import { conflictNote } from "../../site/form/conflict.ts";
import { previewOf, pressSystems, systemsField } from "../../site/public/status-page-form.ts";
import type { Unclear } from "../../site/public/systems-form.ts";
import { editables, type Editable } from "../../site/editables.ts";
import { choicesOf, notTaken, takeTyped } from "../../site/form/pickers.ts";
import { sendPage } from "../../answer/pages.ts";
import { isDecided, isWrong, triedFields, tryAndDecide, type Tried } from "../../site/try-out.ts";
import {
  askApi,
  writeRoute,
  formOf,
  frameOf,
  goTo,
  localPath,
  mustAsk,
  page,
  refusal,
  type Said,
  type Site,
} from "../../site/site.ts";

type Params = { id?: string; user_id?: string };
/** Where a form was opened: the page to come back to, and the section that is open. */
type Query = { back?: string; section?: string };
interface Asked {
  Params: Params;
  Querystring: Query;
}
type Asking = FastifyRequest<Asked>;

/** In place of the answer of the API to a form that another user was faster to save. */
const lateText = "It has changed since you opened it.";

/** The monitor that is edited, and the monitors that its form has chosen. */
const chosenIn = (request: Asking): { own: string | undefined; ids: string[] } => ({
  own: request.params.id,
  ids: request.method === "POST" ? formOf(request).getAll("depends_on") : [],
});

export function editRoutes(app: FastifyInstance, site: Site): void {
  for (const of of editables) {
    const { path, scope, own } = of;
    for (const end of ["/new", "/:id/edit"]) {
      app.get<Asked>(path + end, page(scope, own), (request, reply) =>
        showForm(of, request, reply, null),
      );
      app.post<Asked>(path + end, writeRoute(scope, own), async (request, reply) => {
        const isStatusPage = of.kind === "status_pages";
        const unclear = isStatusPage ? await pressSystems(site, request) : null;
        const form = formOf(request);
        if (form.has("preview"))
          return sendPage(
            reply,
            await previewOf(site, request, bodyOf(of.kind, await fieldsOf(of, request), form)),
          );
        if (unclear) return showForm(of, request, reply, null, null, unclear);
        if (form.has("show")) return showForm(of, request, reply, null);
        const isMove = form.has("move");
        const { org_id } = callerOf(request);
        const faults = await takeTyped(site, org_id, await fieldsOf(of, request), form);
        if (isMove && !isStatusPage) request.body = afterMove(form);
        if (isMove || faults.length > 0)
          return showForm(of, request, reply, faults.length > 0 ? notTaken(faults) : null);
        const tried = await triedFirst(of, request);
        if (tried !== null) return showForm(of, request, reply, null, tried);
        const answer = await save(of, request);
        if (answer.ok) {
          const { id = "", url } = answer.body as { id?: string; url?: unknown };
          // The new page itself is the best proof that it is there.
          if (isStatusPage && request.params.id === undefined && typeof url === "string")
            return reply.redirect(url, 303);
          if (form.has("paused")) await mustAsk(site, request, "POST", `${of.path}/${id}/pause`);
          return goTo(site, reply, form.get("back") || afterwards(of, request, id), "saved");
        }
        return showForm(of, request, reply, answer);
      });
    }
    app.get<Asked>(`${path}/:id/delete`, page(scope, own), (request, reply) =>
      askWhether(of, request, reply, null),
    );
    app.post<Asked>(`${path}/:id/delete`, writeRoute(scope, own), async (request, reply) => {
      const at = pathOf(of, request);
      const answer = await askApi(site, request, "DELETE", at);
      if (answer.ok) return goTo(site, reply, above(of, request), "deleted");
      if (answer.status !== 409) throw refusal(answer);
      return askWhether(of, request, reply, answer.detail);
    });
  }

  /** The check that is shown before anything is saved; null: it is saved. A new monitor that would be wrong is asked about. */
  async function triedFirst(of: Editable, request: Asking): Promise<Tried | null> {
    if (of.kind !== "health_check_monitors") return null;
    const form = formOf(request);
    if (form.has("keep") && form.get("keep") === "now") form.set("expect", "health");
    const isAsked = form.has("try") || form.get("keep") === "now";
    if (!isAsked && (request.params.id !== undefined || isDecided(form))) return null;
    const tried = await tryAndDecide(site, request, await fieldsOf(of, request));
    return isAsked || isWrong(tried.said) ? tried : null;
  }

  /** Where it lives; of a new one where all of them do. */
  function pathOf({ path }: Editable, { params }: Asking): string {
    const all = path.replace(":user_id", encodeURIComponent(params.user_id ?? ""));
    return params.id === undefined ? all : `${all}/${encodeURIComponent(params.id)}`;
  }

  /** The page that lists it. */
  function above({ kind, path, list: [list] }: Editable, { params }: Asking): string {
    if (kind === "devices") return `/users/${encodeURIComponent(params.user_id ?? "")}`;
    return list === path ? path : "/";
  }

  /** The pages above its form, the one to come back to last. */
  function pagesAbove(
    of: Editable,
    request: Asking,
    title: string,
  ): [path: string, title: string][] {
    if (of.kind === "devices") return [of.list, [above(of, request), "Person"]];
    const { id } = request.params;
    return id === undefined ? [of.list] : [of.list, [afterwards(of, request, id), title]];
  }

  /** The page to come back to when it was saved. */
  function afterwards(of: Editable, request: Asking, id: string): string {
    return of.kind === "devices" ? above(of, request) : `${of.path}/${encodeURIComponent(id)}`;
  }

  async function fieldsOf({ kind }: Editable, request: Asking) {
    const { org_id } = callerOf(request);
    return formFields(kind, await choicesOf(site, org_id, kind, chosenIn(request)));
  }

  async function save(of: Editable, request: Asking): Promise<Said> {
    const form = formOf(request);
    const fresh = request.params.id === undefined;
    const answer = await askApi(site, request, fresh ? "POST" : "PUT", pathOf(of, request), {
      body: bodyOf(of.kind, await fieldsOf(of, request), form),
      version: /^\d{1,15}$/.exec(form.get("version") ?? "")?.[0] ?? null,
    });
    const wrong = [409, 412, 422].includes(answer.status);
    if (!answer.ok && !wrong) throw refusal(answer);
    return answer;
  }

  /** The form with the stored values; after a button was pressed with the typed ones, and their faults. */
  async function showForm(
    of: Editable,
    request: Asking,
    reply: FastifyReply,
    saved: Said | null,
    tried: Tried | null = null,
    unclear: Unclear | null = null,
  ): Promise<FastifyReply> {
    const { kind, noun } = of;
    const refused = saved ?? (tried && !tried.said.ok ? tried.said : null);
    const wrong = tried !== null && isWrong(tried.said);
    const form = request.method === "POST" ? formOf(request) : null;
    const fresh = request.params.id === undefined;
    const at = pathOf(of, request);
    const stored = fresh ? null : await askApi(site, request, "GET", at);
    if (stored && !stored.ok) throw refusal(stored);
    const fields = await fieldsOf(of, request);
    const faults =
      refused && refused.faults.length === 0
        ? [{ field: "", message: refused.status === 412 ? lateText : refused.detail }]
        : (refused?.faults ?? []);
    const version = form?.get("version") ?? null;
    const frame = frameOf(site, request);
    const { back: cameFrom = "", section = "" } = request.query;
    const back = form?.get("back") ?? (cameFrom === "" ? "" : localPath(cameFrom));
    const values = form
      ? typedValues(kind, fields, form)
      : valuesOf(kind, fields, stored?.body ?? null);
    // The reader's zone is a better guess than UTC.
    if (!form && fresh)
      for (const { name, input } of fields)
        if (input.kind === "timezone") values[name] = [frame.zone];
    const shaped: Partial<ReturnType<typeof shapeOf>> =
      kind === "health_check_monitors" || kind === "schedules"
        ? shapeOf(kind, fields, form ? bodyOf(kind, fields, form) : (stored?.body ?? {}))
        : {};
    return sendPage(
      refused ? reply.code(refused.status) : reply,
      formPage(frame, {
        ...(refused?.status === 412 && stored
          ? { conflict: conflictNote(fields, values, valuesOf(kind, fields, stored.body)) }
          : {}),
        title: fresh ? `New ${noun}` : `Edit ${knownTitle(stored?.body ?? {}) ?? noun}`,
        above: pagesAbove(of, request, knownTitle(stored?.body ?? {}) ?? noun),
        action: fresh ? `${at}/new` : `${at}/edit`,
        submit: wrong ? `${fresh ? "Create" : "Save"} anyway` : fresh ? `Create ${noun}` : "Save",
        ...(wrong && fresh
          ? { insists: { name: "anyway", other: ["paused", "Create paused"] } }
          : {}),
        hidden: {
          ...(tried && form ? triedFields(form, tried) : {}),
          ...(back === "" ? {} : { back }),
        },
        ...(back === "" ? {} : { cancel: localPath(back) }),
        sections: formSections(kind),
        fields,
        ...(kind === "schedules"
          ? {
              shows: "Preview",
              ...(await scheduleForm(site, request, frame, {
                id: request.params.id ?? null,
                fields,
                body: form ? bodyOf(kind, fields, form) : (stored?.body ?? {}),
              })),
            }
          : {}),
        ...(kind === "status_pages"
          ? {
              own: {
                sections: await systemsField(site, request, {
                  body: form ? bodyOf(kind, fields, form) : (stored?.body ?? null),
                  unclear,
                  faults,
                }),
              },
            }
          : {}),
        values,
        faults,
        ...(tried ? { rejected: "Not tried" } : {}),
        ...shaped,
        open: new Set([...(shaped.open ?? []), section]),
        ...(kind === "health_check_monitors"
          ? {
              preview: {
                name: "try",
                label: "Try",
                field: "url",
                shown: tried?.said.ok
                  ? triedPart(tried.said.body as unknown as CheckOutcome, frame.now, {
                      because: tried.because,
                      notifies: wrong && fresh,
                    })
                  : null,
              },
              aside: reportHelp,
            }
          : {}),
        project: (stored?.body["project"] as string | null | undefined) ?? null,
        version:
          version === null || refused?.status === 412 ? (stored?.version ?? null) : Number(version),
      }),
    );
  }

  async function askWhether(
    of: Editable,
    request: Asking,
    reply: FastifyReply,
    problem: string | null,
  ): Promise<FastifyReply> {
    const at = pathOf(of, request);
    const stored = await mustAsk(site, request, "GET", at);
    return sendPage(
      problem === null ? reply : reply.code(409),
      deletePage(frameOf(site, request), {
        what: of.noun,
        title: knownTitle(stored.body) ?? of.noun,
        action: `${at}/delete`,
        cancel: afterwards(of, request, request.params.id ?? ""),
        project: (stored.body["project"] as string | null | undefined) ?? null,
        consequences: of.consequences,
        problem,
      }),
    );
  }
}
