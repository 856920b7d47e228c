/** People as accounts: their roles, invitations and signed-in devices, as a page for admins. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { passkeyHost } from "../../../../core/access/passkey.ts";
import { peopleSettings } from "../../../../dashboard/settings/people.ts";
import { roles } from "../../../../resource/user.ts";
import { demandProof } from "../../../request/proof.ts";
import { actorOf, callerOf } from "../../../request/auth.ts";
import { valueOf } from "../../../answer/problem.ts";
import { sendPage } from "../../../answer/pages.ts";
import { allGroups, allUsers } from "../../../site/lists.ts";
import { listedSessions } from "../../../site/settings/sessions.ts";
import { sendSignInLink } from "../../../site/settings/sign-in-link.ts";
import { settingsForm, settingsRoute } from "../../../site/settings/tab.ts";
import { askApi, mustAsk, button, formOf, frameOf, goTo, type Site } from "../../../site/site.ts";

export function peopleSettingsPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const home = "/settings/people";

  app.get(home, settingsRoute("people"), (request, reply) => show(request, reply, null));

  app.post(`${home}/roles`, settingsForm("people"), async (request, reply) => {
    const form = formOf(request);
    const users = await allUsers(site, callerOf(request).org_id);
    const changed = users.flatMap(({ id, role }) => {
      const wanted = form.get(`role.${id}`);
      const becomes = roles.find((one) => one === wanted) ?? null;
      return wanted === null || becomes === role ? [] : [{ id, role: becomes }];
    });
    if (changed.length > 0) demandProof(callerOf(request), clock.now());
    // New admins first: the last admin can hand the role over in one step.
    const inOrder = changed.toSorted(
      (a, b) => Number(b.role === "admin") - Number(a.role === "admin"),
    );
    for (const { id, role } of inOrder) {
      const answer = await askApi(site, request, "PUT", `/users/${id}`, { body: { role } });
      if (!answer.ok) return show(request, reply.code(answer.status), answer.detail);
    }
    return goTo(site, reply, home, "saved");
  });

  app.post(`${home}/invite`, settingsForm("people"), async (request, reply) => {
    demandProof(callerOf(request), clock.now());
    const form = formOf(request);
    const typed = (name: string) => (form.get(name) ?? "").trim();
    const users = await allUsers(site, callerOf(request).org_id);
    const email = typed("email").toLowerCase();
    const known = users.find((user) => user.email.toLowerCase() === email);
    const role = roles.find((one) => one === typed("role")) ?? "responder";
    const saved = known
      ? known.role === null
        ? await askApi(site, request, "PUT", `/users/${known.id}`, { body: { role } })
        : null
      : await askApi(site, request, "POST", "/users", {
          body: { email, ...(typed("name") !== "" && { name: typed("name") }), role },
        });
    if (saved && !saved.ok) return show(request, reply.code(saved.status), saved.detail);
    const id = known?.id ?? String(saved?.body["id"]);
    if (typed("group") !== "")
      await mustAsk(
        site,
        request,
        "POST",
        `/alert_groups/${encodeURIComponent(typed("group"))}/members`,
        {
          body: { email },
        },
      );
    return sendSignInLink(site, request, reply, id, form.has("mail"));
  });

  app.post<{ Params: { id: string } }>(
    `${home}/invitations/:id/revoke`,
    settingsForm("people"),
    async (request, reply) => {
      const input = { actor: actorOf(request), id: request.params.id, now: clock.now() };
      valueOf(await store.run("withdraw_sign_in_link", input), "invitation");
      return goTo(site, reply, home, "withdrawn");
    },
  );

  button(app, site, `${home}/sessions/:id/end`, {
    scope: "admin",
    asks: "DELETE /sessions/:id",
    done: "removed",
    back: home,
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: string | null,
  ): Promise<FastifyReply> {
    const { org_id, session_id } = callerOf(request);
    const now = clock.now();
    const users = await allUsers(site, org_id);
    const ids = users.map(({ id }) => id);
    const [groups, devices, places, sessions, links, passkeys] = await Promise.all([
      allGroups(site, org_id),
      store.read.all_devices(org_id),
      store.read.memberships(org_id, ids),
      store.read.sessions(org_id, now),
      store.read.open_sign_in_links(org_id, now),
      store.read.all_passkeys(org_id),
    ]);
    return sendPage(
      reply,
      peopleSettings(frameOf(site, request), {
        people: users.map((user) => ({
          user,
          devices: devices.get(user.id) ?? [],
          places: places.get(user.id) ?? [],
        })),
        invitations: links.flatMap((link) => {
          const user = users.find(({ id }) => id === link.user_id);
          return user && user.role !== null ? [{ link, user }] : [];
        }),
        groups,
        mails: site.post() !== null,
        sessions: listedSessions(sessions, passkeys, session_id),
        withPasskey:
          passkeyHost(site.siteUrl()) === null
            ? null
            : new Set(passkeys.map(({ user_id }) => user_id)),
        problem,
      }),
    );
  }
}
