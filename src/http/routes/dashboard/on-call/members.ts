/** The form of a member: contact hours and the priorities that notify them. A request to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MemberRules } from "../../../../core/model/model.ts";
import { memberWeek } from "../../../../dashboard/on-call/week.ts";
import { formPage } from "../../../../dashboard/pages/form.ts";
import { notFound } from "../../../answer/problem.ts";
import { callerOf } from "../../../request/auth.ts";
import { shapeOf, formFields, formSections, valuesOf } from "../../../site/form-fields.ts";
import { choicesOf } from "../../../site/form/pickers.ts";
import { bodyOf, typedValues } from "../../../site/form-typed.ts";
import { sendPage } from "../../../answer/pages.ts";
import {
  button,
  askApi,
  formOf,
  frameOf,
  goTo,
  page,
  refusal,
  writeRoute,
  type Said,
  type Site,
} from "../../../site/site.ts";
import { personName } from "../../../../core/text/person.ts";

type Params = { id: string; user_id: string };
type Asking = FastifyRequest<{ Params: Params }>;

export function memberPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const path = "/alert_groups/:id/members/:user_id";

  app.get<{ Params: Params }>(path, page("write", true), (request, reply) =>
    showForm(request, reply, null),
  );

  app.post<{ Params: Params }>(path, writeRoute("write", true), async (request, reply) => {
    const form = formOf(request);
    if (form.has("show")) return showForm(request, reply, null);
    const fields = await fieldsOf(request);
    const answer = await askApi(site, request, "PUT", pathOf(request), {
      body: bodyOf("members", fields, form),
    });
    if (answer.ok) return goTo(site, reply, groupPath(request), "saved");
    if (answer.status !== 422) throw refusal(answer);
    return showForm(request, reply, answer);
  });

  button(app, site, `${path}/delete`, {
    scope: "write",
    asks: `DELETE ${path}`,
    done: "removed",
  });

  const fieldsOf = async (request: Asking) => {
    const chosen = { own: request.params.user_id, ids: [] };
    return formFields(
      "members",
      await choicesOf(site, callerOf(request).org_id, "members", chosen),
    );
  };
  const groupPath = ({ params }: Asking) => `/alert_groups/${encodeURIComponent(params.id)}`;
  const pathOf = (request: Asking) =>
    `${groupPath(request)}/members/${encodeURIComponent(request.params.user_id)}`;

  /** The form with the stored rules, or with those that were typed; beside it the week of the same rules. */
  async function showForm(
    request: Asking,
    reply: FastifyReply,
    refused: Said | null,
  ): Promise<FastifyReply> {
    const { org_id } = callerOf(request);
    const { id, user_id } = request.params;
    const roster = await store.read.roster(org_id, id, clock.now());
    const one = roster?.people.find(({ user }) => user.id === user_id);
    if (!roster || !one) throw notFound("member");
    const frame = frameOf(site, request);
    const fields = await fieldsOf(request);
    const form = request.method === "POST" ? formOf(request) : null;
    const typed = form ? bodyOf("members", fields, form) : null;
    // Rules that the API rejects have no week.
    const rules = refused || typed === null ? {} : (typed as Partial<MemberRules>);
    const name = personName(one.user);
    return sendPage(
      refused ? reply.code(refused.status) : reply,
      formPage(frame, {
        title: `Hours of ${name}`,
        above: [
          ["/alert_groups", "On call"],
          [groupPath(request), roster.group.title],
        ],
        action: pathOf(request),
        submit: "Save",
        sections: formSections("members"),
        fields,
        values: form
          ? typedValues("members", fields, form)
          : valuesOf("members", fields, { ...one.member }),
        faults: refused?.faults ?? [],
        ...shapeOf("members", fields, typed ?? { ...one.member }),
        aside: memberWeek(roster.group, { ...one, member: { ...one.member, ...rules } }, frame),
        project: roster.group.project,
        version: null,
      }),
    );
  }
}
