/** The signed-in person, and the page behind *Settings*. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ownFields } from "../../../../core/declare/own-profile.ts";
import { passkeyHost } from "../../../../core/access/passkey.ts";
import { mask } from "../../../../core/declare/secrets.ts";
import { tabsOf } from "../../../../dashboard/settings/tabs.ts";
import { youPage } from "../../../../dashboard/settings/you.ts";
import { actorOf, callerOf } from "../../../request/auth.ts";
import { notFound, valueOf } from "../../../answer/problem.ts";
import { sendPage } from "../../../answer/pages.ts";
import { demandProof } from "../../../request/proof.ts";
import { connectionsOf, refusalOf } from "../../../site/access/single-sign-on.ts";
import { listedSessions } from "../../../site/settings/sessions.ts";
import { settingsForm, settingsRoute } from "../../../site/settings/tab.ts";
import { formFields, valuesOf } from "../../../site/form-fields.ts";
import { bodyOf, typedValues } from "../../../site/form-typed.ts";
import {
  askApi,
  formOf,
  frameOf,
  goTo,
  page,
  refusal,
  type Said,
  type Site,
} from "../../../site/site.ts";

export function youPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/you";

  app.get("/settings", page(), (request, reply) =>
    goTo(site, reply, `/settings/${tabsOf(frameOf(site, request))[0]!.id}`, null),
  );

  app.get<{ Querystring: { refused?: string; by?: string } }>(
    home,
    settingsRoute("you"),
    async (request, reply) => {
      // A browser that is signed in with a key has no user.
      if (callerOf(request).user_id === null) return goTo(site, reply, "/settings", null);
      const { refused, by } = request.query;
      return show(request, reply, null, await refusalOf(site, refused, by));
    },
  );

  app.post<{ Params: { id: string } }>(
    `${home}/identities/:id/remove`,
    settingsForm("you"),
    async (request, reply) => {
      const caller = callerOf(request);
      const { org_id, user_id } = caller;
      if (user_id === null) throw notFound("user");
      demandProof(caller, clock.now());
      const connections = await connectionsOf(site, org_id, user_id);
      const outcome = await store.run("remove_identity", {
        actor: actorOf(request),
        user_id,
        id: request.params.id,
        keeping: {
          issuers: connections.map(({ issuer }) => issuer),
          passkeys: !site.oidcOnly && passkeyHost(site.siteUrl()) !== null,
        },
        now: clock.now(),
      });
      if (!outcome.ok && outcome.why === "conflict")
        return show(request, reply.code(409), null, outcome.message);
      valueOf(outcome, "user");
      return goTo(site, reply, home, "removed");
    },
  );

  app.post(`${home}/profile`, settingsForm("you"), async (request, reply) => {
    const { fields } = await profileOf(request);
    const body = bodyOf("users", fields, formOf(request));
    const answer = await askApi(site, request, "PUT", "/me", { body });
    if (answer.ok) return goTo(site, reply, home, "saved");
    if (answer.status !== 422) throw refusal(answer);
    return show(request, reply.code(422), answer);
  });

  app.post<{ Params: { id: string } }>(
    `${home}/sessions/:id/end`,
    settingsForm("you"),
    async (request, reply) => {
      const { user_id } = callerOf(request);
      if (user_id === null) throw notFound("session");
      const input = { actor: actorOf(request), id: request.params.id, user_id, now: clock.now() };
      valueOf(await store.run("end_listed_session", input), "session");
      return goTo(site, reply, home, "removed");
    },
  );

  app.post(`${home}/sessions/end`, settingsForm("you"), async (request, reply) => {
    const { user_id } = callerOf(request);
    if (user_id === null || !request.visitor) throw notFound("session");
    await store.run("end_other_sessions", {
      actor: actorOf(request),
      user_id,
      keep: request.visitor.hash,
      now: clock.now(),
    });
    return goTo(site, reply, home, "signed_out");
  });

  /** The person, and the fields of theirs that they can change. */
  async function profileOf(request: FastifyRequest) {
    const { org_id, user_id } = callerOf(request);
    const profile = user_id === null ? null : await store.read.profile(org_id, user_id);
    if (!profile) throw notFound("user");
    const fields = formFields("users", {}).filter(
      ({ name }) => ownFields.some((own) => own === name) && !profile.declared.includes(name),
    );
    return { ...profile, fields };
  }

  /** The page; after a form was refused with the typed values and their faults. */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    refused: Said | null,
    problem: string | null = null,
  ): Promise<FastifyReply> {
    const { org_id, session_id } = callerOf(request);
    const now = clock.now();
    const { user, declared, fields } = await profileOf(request);
    const [connections, devices, places, passkeys, sessions] = await Promise.all([
      connectionsOf(site, org_id, user.id),
      store.read.devices(org_id, user.id),
      store.read.memberships(org_id, [user.id]),
      passkeyHost(site.siteUrl()) === null ? null : store.read.passkeys(org_id, user.id),
      store.read.sessions(org_id, now),
    ]);
    return sendPage(
      reply,
      youPage(frameOf(site, request), {
        user,
        declared,
        profile: {
          fields,
          values: refused
            ? typedValues("users", fields, formOf(request))
            : valuesOf("users", fields, { ...user }),
          faults: refused?.faults ?? [],
        },
        devices: (devices ?? []).map((device) => mask("devices", device)),
        places: places.get(user.id) ?? [],
        passkeys,
        connections,
        problem,
        sessions: listedSessions(
          sessions.filter((one) => one.user_id === user.id),
          passkeys ?? [],
          session_id,
        ),
      }),
    );
  }
}
