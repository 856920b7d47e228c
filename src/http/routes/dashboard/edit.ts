/** Forms that create, change and delete declared resources: each is a request to the API. */
import { knownTitle } from "../../../core/text/person.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reportHelp } from "../../../dashboard/report-help.ts";
import { triedPart } from "../../../dashboard/tried.ts";
import type { CheckOutcome } from "../../../api/checks.ts";
import { deletePage } from "../../../dashboard/pages/delete.ts";
import { formPage } from "../../../dashboard/pages/form.ts";
import { callerOf } from "../../request/auth.ts";
import {
  bodyOf,
  formFields,
  formSections,
  shapeOf,
  typedValues,
  valuesOf,
  type FormChoices,
} from "../../site/form-fields.ts";
import { scheduleForm } from "../../site/on-call/schedule-form.ts";
import { afterMove } from "../../site/form-lines.ts";
import { conflictNote } from "../../site/conflict.ts";
import { previewOf, pressSystems, systemsField } from "../../site/public/status-page-form.ts";
import type { Unclear } from "../../site/public/systems-form.ts";
import { editables, type Editable } from "../../site/editables.ts";
import { allGroups } from "../../site/lists.ts";
import { sendPage } from "../../answer/pages.ts";
import { tryOut } from "../../site/try-out.ts";
import type { ResourceKind } from "../../../resource/kinds.ts";
import { storedReferencesOf } from "../../../resource/references.ts";
import {
  askApi,
  writeRoute,
  formOf,
  frameOf,
  goTo,
  mustAsk,
  page,
  refusal,
  type Said,
  type Site,
} from "../../site/site.ts";

type Params = { id?: string; user_id?: string };
type Asking = FastifyRequest<{ Params: Params }>;

export function editRoutes(app: FastifyInstance, site: Site): void {
  for (const of of editables) {
    const { path, scope, own } = of;
    app.get<{ Params: Params }>(`${path}/new`, page(scope, own), (request, reply) =>
      showForm(of, request, reply, null),
    );
    app.get<{ Params: Params }>(`${path}/:id/edit`, page(scope, own), (request, reply) =>
      showForm(of, request, reply, null),
    );
    for (const end of ["/new", "/:id/edit"])
      app.post<{ Params: Params }>(path + end, writeRoute(scope, own), async (request, reply) => {
        const isStatusPage = of.kind === "status_pages";
        const unclear = isStatusPage ? await pressSystems(site, request) : null;
        const form = formOf(request);
        if (form.has("move") && !isStatusPage) request.body = afterMove(form);
        if (form.has("preview"))
          return sendPage(
            reply,
            await previewOf(site, request, bodyOf(of.kind, await fieldsOf(of, request), form)),
          );
        if (unclear) return showForm(of, request, reply, null, null, unclear);
        if (form.has("show") || form.has("move")) return showForm(of, request, reply, null);
        const proposed = form.get("propose");
        if (proposed !== null) form.set("expect", proposed);
        if (of.kind === "health_check_monitors" && (form.has("try") || proposed !== null))
          return showForm(
            of,
            request,
            reply,
            null,
            await tryOut(site, request, await fieldsOf(of, request)),
          );
        const answer = await save(of, request);
        if (answer.ok) {
          const { id = "", url } = answer.body as { id?: string; url?: unknown };
          // The new page itself is the best proof that it is there.
          if (isStatusPage && request.params.id === undefined && typeof url === "string")
            return reply.redirect(url, 303);
          return goTo(site, reply, afterwards(of, request, id), "saved");
        }
        return showForm(of, request, reply, answer);
      });
    app.get<{ Params: Params }>(`${path}/:id/delete`, page(scope, own), (request, reply) =>
      askWhether(of, request, reply, null),
    );
    app.post<{ Params: Params }>(
      `${path}/:id/delete`,
      writeRoute(scope, own),
      async (request, reply) => {
        const at = pathOf(of, request);
        const answer = await askApi(site, request, "DELETE", at);
        if (answer.ok) return goTo(site, reply, above(of, request), "deleted");
        if (answer.status !== 409) throw refusal(answer);
        return askWhether(of, request, reply, answer.detail);
      },
    );
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
    const own = request.params.id;
    const known: FormChoices = {};
    for (const to of new Set(storedReferencesOf(kind).map((one) => one.to)))
      // No group escalates to itself, and no monitor depends on itself.
      known[to] = (await targetsToChoose(site, org_id, to, own)).filter(({ id }) => id !== own);
    return formFields(kind, known);
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
    tried: Said | null = null,
    unclear: Unclear | null = null,
  ): Promise<FastifyReply> {
    const { kind, noun } = of;
    const refused = saved ?? (tried && !tried.ok ? tried : null);
    const form = request.method === "POST" ? formOf(request) : null;
    const fresh = request.params.id === undefined;
    const at = pathOf(of, request);
    const stored = fresh ? null : await askApi(site, request, "GET", at);
    if (stored && !stored.ok) throw refusal(stored);
    const fields = await fieldsOf(of, request);
    const faults =
      refused && refused.faults.length === 0
        ? [{ field: "", message: refused.detail }]
        : (refused?.faults ?? []);
    const version = form?.get("version") ?? null;
    const frame = frameOf(site, request);
    const values = form
      ? typedValues(kind, fields, form)
      : valuesOf(kind, fields, stored?.body ?? null);
    // The reader's zone is a better guess than UTC.
    if (!form && fresh)
      for (const { name, input } of fields)
        if (input.kind === "timezone") values[name] = [frame.zone];
    const shaped =
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
        submit: fresh ? `Create ${noun}` : "Save",
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
        ...(kind === "health_check_monitors"
          ? {
              preview: {
                name: "try",
                label: "Try",
                field: "url",
                shown: tried?.ok
                  ? triedPart(tried.body as unknown as CheckOutcome, frame.now)
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

/** Resources of a kind that one may refer to, as many as a list can bear. */
async function targetsToChoose(
  site: Site,
  org_id: string,
  kind: ResourceKind,
  id: string | undefined,
): Promise<{ id: string; title: string }[]> {
  if (kind === "alert_groups") return allGroups(site, org_id);
  if (kind === "health_check_monitors") return parentsToChoose(site, org_id, id);
  const { clock, store } = site;
  const all = await store.read.resources(kind, { org_id, limit: 1000, after: null }, clock.now());
  return all.map((one) => ({ id: one.id, title: knownTitle({ ...one }) ?? one.id }));
}

/** Monitors offered to depend on: as many as a list can bear, and in any case those that it depends on. */
async function parentsToChoose(
  { store }: Site,
  org_id: string,
  id: string | undefined,
): Promise<{ id: string; title: string }[]> {
  const query = { org_id, search: null, statuses: null, alert_group_ids: null };
  const [all, { parents }] = await Promise.all([
    store.read.board_monitors({ ...query, limit: 1000, offset: 0 }),
    id === undefined ? { parents: [] } : store.read.dependencies(id),
  ]);
  const offered = new Map(
    [...parents, ...all.filter((one) => one.kind === "health_check_monitors")].map((one) => [
      one.id,
      { id: one.id, title: one.title },
    ]),
  );
  return [...offered.values()].toSorted((a, b) => a.title.localeCompare(b.title));
}
