/** People and their devices, as pages. */
import { allUsers } from "../../../site/lists.ts";
import type { FastifyInstance } from "fastify";
import { passkeyHost } from "../../../../core/access/passkey.ts";
import { allows } from "../../../../core/access/scope.ts";
import { mask } from "../../../../core/declare/secrets.ts";
import { peoplePage, personPage } from "../../../../dashboard/pages/people.ts";
import { callerOf } from "../../../request/auth.ts";
import { notFound } from "../../../answer/problem.ts";
import { sendPage } from "../../../answer/pages.ts";
import { sendSignInLink } from "../../../site/settings/sign-in-link.ts";
import {
  button,
  writeRoute,
  formOf,
  frameOf,
  mustAsk,
  page,
  type Site,
} from "../../../site/site.ts";

export function peoplePages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/users", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const users = await allUsers(site, org_id);
    const [devices, places] = await Promise.all([
      store.read.all_devices(org_id),
      store.read.memberships(
        org_id,
        users.map(({ id }) => id),
      ),
    ]);
    return sendPage(
      reply,
      peoplePage(
        frameOf(site, request),
        users.map((user) => ({
          user,
          devices: devices.get(user.id) ?? [],
          places: places.get(user.id) ?? [],
        })),
      ),
    );
  });

  button(app, site, "/users/:user_id/devices/:id/test", {
    scope: "write",
    own: true,
    done: "tested",
  });

  app.post<{ Params: { id: string } }>(
    "/users/:id/invite",
    writeRoute("admin"),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      const role = formOf(request).get("role") ?? "";
      const stored = await store.read.resource("users", org_id, id, clock.now());
      if (!stored) throw notFound("user");
      if (role !== "" && role !== stored.role)
        await mustAsk(site, request, "PUT", `/users/${id}`, { body: { role } });
      return sendSignInLink(site, request, reply, id, formOf(request).has("mail"));
    },
  );

  app.get<{ Params: { id: string } }>("/users/:id", page(), async (request, reply) => {
    const caller = callerOf(request);
    const { org_id } = caller;
    const { id } = request.params;
    const user = await store.read.resource("users", org_id, id, clock.now());
    if (!user) throw notFound("user");
    const managed = caller.user_id === id || allows(caller, "admin");
    const passkeyed = managed && passkeyHost(site.siteUrl()) !== null;
    const [devices, places, passkeys] = await Promise.all([
      store.read.devices(org_id, id),
      store.read.memberships(org_id, [id]),
      passkeyed ? store.read.passkeys(org_id, id) : null,
    ]);
    return sendPage(
      reply,
      personPage(frameOf(site, request), {
        user,
        devices: (devices ?? []).map((device) => mask("devices", device)),
        places: places.get(id) ?? [],
        passkeys,
      }),
    );
  });
}
