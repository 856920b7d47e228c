/** The page that leads to the first alert. Each button is a request to the API. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CheckOutcome } from "../../../api/checks.ts";
import { looksLikeInvitation } from "../../../core/access/invitation.ts";
import type { Fault } from "../../../core/model/fault.ts";
import type { User, MonitorKind } from "../../../core/model/model.ts";
import { lookOf } from "../../../core/model/status.ts";
import { firstRunPage } from "../../../dashboard/start/first-run.ts";
import { nothingTyped, type Typed } from "../../../dashboard/start/model.ts";
import { callerOf } from "../../request/auth.ts";
import { take } from "../../inbound/inbound-take.ts";
import { sendPage } from "../../answer/pages.ts";
import { firstRunModel, groupOf, invitePhone, personOf, testTitle } from "../../site/first-run.ts";
import {
  askApi,
  formOf,
  frameOf,
  goTo,
  mustAsk,
  page,
  writeRoute,
  type Said,
  type Site,
} from "../../site/site.ts";

type Query = { Querystring: { phone?: string } };
type Asking = FastifyRequest<Query>;
/** The outcome of a button: on to the page, with the token of another link; or the page with faults. */
type ButtonOutcome =
  { phone?: string | null } | { faults: readonly Fault[]; tried?: Typed["tried"] };

export function firstRunPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get<Query>("/start", page("admin"), (request, reply) => show(request, reply, nothingTyped));

  app.post<Query>("/start", writeRoute("admin"), async (request, reply) => {
    const form = formOf(request);
    const button = form.get("do") ?? "";
    const result = Object.hasOwn(buttons, button)
      ? await buttons[button as keyof typeof buttons](request)
      : {};
    if (!("faults" in result)) {
      const phone = result.phone ?? tokenOf(request);
      return goTo(site, reply, phone === null ? "/start" : `/start?phone=${phone}`, null);
    }
    const typed = (name: string) => (form.get(name) ?? "").trim();
    const { faults, tried = null } = result;
    return show(request, faults.length > 0 ? reply.code(422) : reply, {
      name: typed("name"),
      email: typed("email"),
      url: typed("url"),
      tried,
      faults,
    });
  });

  const buttons = {
    async person(request: Asking): Promise<ButtonOutcome> {
      const form = formOf(request);
      const body = { name: form.get("name"), email: (form.get("email") ?? "").trim() };
      const answer = await askApi(site, request, "POST", "/users", { body });
      return answer.ok
        ? addPhone(request, String(answer.body["id"]))
        : { faults: faultsOf(answer, "email") };
    },

    async phone(request: Asking): Promise<ButtonOutcome> {
      return addPhone(request, (await theirs(request)).id);
    },

    async try(request: Asking): Promise<ButtonOutcome> {
      const answer = await check(request);
      return answer.ok
        ? { faults: [], tried: answer.body as unknown as CheckOutcome }
        : { faults: faultsOf(answer, "url") };
    },

    /** Tests the URL too, unless the last test was of this one. */
    async watch(request: Asking): Promise<ButtonOutcome> {
      const form = formOf(request);
      const url = (form.get("url") ?? "").trim();
      let expect = form.get("expect") ?? "";
      if (form.get("tested") !== url) {
        const answer = await check(request);
        if (!answer.ok) return { faults: faultsOf(answer, "url") };
        const tried = answer.body as unknown as CheckOutcome;
        if (tried.proposal === null && lookOf(tried.status) !== "ok") return { faults: [], tried };
        expect = tried.proposal?.expect ?? "";
      }
      return create(request, "health_check_monitors", {
        title: URL.parse(url)?.host || url,
        url,
        ...(expect === "" ? {} : { expect }),
      });
    },

    webhook: (request: Asking): Promise<ButtonOutcome> =>
      create(request, "webhook_monitors", { title: "My application" }),

    /** An alert at the webhook URL of the group, as another tool would send it. */
    async test(request: Asking): Promise<ButtonOutcome> {
      const { org_id } = callerOf(request);
      const group = await groupOf(site, org_id, (await theirs(request)).id);
      if (!group) return {};
      const message = "Sent from the first steps. Acknowledge it, then resolve it.";
      await take(
        store,
        {
          target: { kind: "alert_group", id: group.id, org_id, mapping: null },
          body: Buffer.from(JSON.stringify({ title: testTitle, message })),
          content_type: "application/json",
          headers: () => ({}),
          idempotency_key: null,
          unauthenticated: false,
          replay_of: null,
        },
        clock.now(),
      );
      return {};
    },
  };

  const check = (request: Asking): Promise<Said> =>
    askApi(site, request, "POST", "/checks", {
      body: { url: (formOf(request).get("url") ?? "").trim() },
    });

  /** A new link for a phone of the person. */
  async function addPhone(request: Asking, user_id: string): Promise<ButtonOutcome> {
    return { phone: await invitePhone(site, request, user_id) };
  }

  /** The monitor, and before it the group with the person in it. */
  async function create(
    request: Asking,
    kind: MonitorKind,
    fields: Record<string, unknown>,
  ): Promise<ButtonOutcome> {
    const person = await theirs(request);
    const alert_group_id = await ensureGroup(request, person);
    const answer = await askApi(site, request, "POST", `/${kind}`, {
      body: { ...fields, alert_group_id },
    });
    return answer.ok ? {} : { faults: faultsOf(answer, "url") };
  }

  async function ensureGroup(request: Asking, person: User): Promise<string> {
    const known = await groupOf(site, callerOf(request).org_id, person.id);
    if (known) return known.id;
    const { body } = await mustAsk(site, request, "POST", "/alert_groups", {
      body: { title: "On call" },
    });
    const id = String(body["id"]);
    await mustAsk(site, request, "POST", `/alert_groups/${id}/members`, {
      body: { email: person.email },
    });
    return id;
  }

  /** The person; a button that needs one is disabled without. */
  async function theirs(request: Asking): Promise<User> {
    const { person } = await personOf(site, callerOf(request));
    if (!person) throw new Error("a step of the first run without a person");
    return person;
  }

  async function show(
    request: Asking,
    reply: Parameters<typeof sendPage>[0],
    typed: Typed,
  ): Promise<typeof reply> {
    const model = await firstRunModel(site, callerOf(request), tokenOf(request), typed);
    const { monitor } = model;
    if (monitor?.kind === "webhook_monitors") {
      const answer = await askApi(site, request, "GET", `/webhook_monitors/${monitor.id}`);
      monitor.webhook_url = (answer.body["webhook_url"] as string | null | undefined) ?? null;
    }
    return sendPage(reply, firstRunPage(frameOf(site, request), model));
  }
}

/** The token of the link whose code is shown, from the address of the page; null: none. */
function tokenOf(request: Asking): string | null {
  const { phone = "" } = request.query;
  return looksLikeInvitation(String(phone)) ? String(phone) : null;
}

/** The faults of a refused request, each at a field of the page: `field` has those of others. */
const faultsOf = ({ faults, detail }: Said, field: string): Fault[] =>
  faults.length === 0
    ? [{ field, code: "refused", message: detail }]
    : faults.map((one) => (["name", "email", "url"].includes(one.field) ? one : { ...one, field }));
