/** Bodies that are tried at an alert group, as a page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TriedBody } from "../../../../core/alerts/tried.ts";
import { whoWould } from "../../../../core/explain/who-would.ts";
import { tryPage } from "../../../../dashboard/pages/try.ts";
import { sendPage } from "../../../answer/pages.ts";
import { notFound } from "../../../answer/problem.ts";
import { callerOf } from "../../../request/auth.ts";
import { filterText } from "../../../site/filters.ts";
import { pairsOf } from "../../../site/form-lines.ts";
import {
  askApi,
  formOf,
  frameOf,
  goTo,
  mustAsk,
  page,
  refusal,
  writeRoute,
  type Site,
} from "../../../site/site.ts";

type Asking = FastifyRequest<{ Params: { id: string } }>;

/** Events to choose from. */
const recent = 20;

export function tryPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/alert_groups/:id/try", page(), async (request: Asking, reply) => {
    const { org_id } = callerOf(request);
    const event = await store.read.inbound_event(org_id, filterText(request, "event"));
    const body = event?.target_id === request.params.id ? event.body : "";
    return show(request, reply, { body, mapping: null }, null, []);
  });

  app.post("/alert_groups/:id/try", writeRoute("read"), async (request: Asking, reply) => {
    const form = formOf(request);
    const typed = { body: form.get("body") ?? "", mapping: form.get("mapping") ?? "" };
    const answer = await askApi(site, request, "POST", `${pathOf(request)}/try_body`, {
      body: { body: typed.body, mapping: pairsOf(typed.mapping), recent: true },
    });
    if (!answer.ok && answer.status !== 422) throw refusal(answer);
    const tried = answer.ok ? (answer.body as unknown as TriedBody) : null;
    return show(request, reply, typed, tried, answer.faults);
  });

  app.post("/alert_groups/:id/mapping", writeRoute("write"), async (request: Asking, reply) => {
    const inbound_mapping = pairsOf(formOf(request).get("mapping") ?? "");
    await mustAsk(site, request, "PUT", pathOf(request), { body: { inbound_mapping } });
    return goTo(site, reply, `${pathOf(request)}/try`, "saved");
  });

  const pathOf = ({ params: { id } }: Asking) => `/alert_groups/${encodeURIComponent(id)}`;

  /** `mapping` null: the one that is stored. */
  async function show(
    request: Asking,
    reply: FastifyReply,
    { body, mapping }: { body: string; mapping: string | null },
    tried: TriedBody | null,
    faults: readonly { field: string; message: string }[],
  ): Promise<FastifyReply> {
    const { org_id } = callerOf(request);
    const { id } = request.params;
    const group = await store.read.resource("alert_groups", org_id, id, clock.now());
    if (!group) throw notFound("alert group");
    const now = clock.now();
    const [events, roster] = await Promise.all([
      store.read.recent_deliveries({ org_id, target_id: id, after: null, limit: recent }),
      store.read.roster(org_id, id, now),
    ]);
    const stored = Object.entries(group.inbound_mapping ?? {}).map((pair) => pair.join(": "));
    const typed = { body, mapping: mapping ?? stored.join("\n") };
    return sendPage(
      reply,
      tryPage(frameOf(site, request), {
        group,
        typed,
        tried,
        faults,
        events,
        people: (priority) => (roster ? whoWould(roster, priority, now) : []),
      }),
    );
  }
}
