/** Loads the data of the page that leads to the first alert. */
import { allUsers, monitorsOf } from "./lists.ts";
import { hashKey } from "../../core/access/api-key.ts";
import { invitationStatus, serverOf } from "../../core/access/invitation.ts";
import { unreachableSite } from "../../core/status/site.ts";
import type { AlertGroup, User } from "../../core/model/model.ts";
import type { FirstRunModel, Invitation, Typed } from "../../dashboard/start/model.ts";
import type { Caller } from "../../store/reads/access.ts";
import { oneWithFacts } from "../answer/incident-facts.ts";
import type { Deps } from "../deps.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { mustAsk, type Site } from "./site.ts";
import { personName } from "../../core/text/person.ts";

/** The title of the test incident. */
export const testTitle = "Test incident";

/** Groups in which the person is looked for. */
const maxGroups = 50;

/** `token`: of the link to add a phone. */
export async function firstRunModel(
  deps: Deps,
  caller: Caller,
  token: string | null,
  typed: Typed,
): Promise<FirstRunModel> {
  const { store } = deps;
  const { org_id } = caller;
  const { person, others } = await personOf(deps, caller);
  const [devices, group, invitation] = await Promise.all([
    person ? store.read.devices(org_id, person.id) : null,
    person ? groupOf(deps, org_id, person.id) : null,
    person && token !== null ? invitationOf(deps, person, token) : null,
  ]);
  const [monitor] = group ? await monitorsOf(store, org_id, group.id, 1) : [];
  return {
    person: person && { id: person.id, name: personName(person) },
    others,
    rings: (devices ?? []).some(({ verified_at }) => verified_at !== null),
    devices: devices?.length ?? 0,
    invitation,
    group: group && { id: group.id, title: group.title },
    monitor: monitor
      ? { kind: monitor.kind, id: monitor.id, title: monitor.title, webhook_url: null }
      : null,
    test: group && (await testOf(deps, group)),
    typed,
  };
}

/** The signed-in user; of a session with a key the only user. */
export async function personOf(
  deps: Deps,
  { org_id, user_id }: Caller,
): Promise<{ person: User | null; others: boolean }> {
  const users = await allUsers(deps, org_id);
  const own = users.find(({ id }) => id === user_id) ?? (users.length === 1 ? users[0] : undefined);
  return { person: own ?? null, others: own === undefined && users.length > 0 };
}

/** The first group that the person is a member of; null: none. */
export async function groupOf(
  { store, clock }: Deps,
  org_id: string,
  user_id: string,
): Promise<AlertGroup | null> {
  const groups = await store.read.resources(
    "alert_groups",
    { org_id, limit: maxGroups, after: null },
    clock.now(),
  );
  for (const group of groups) {
    const members = (await store.read.members(org_id, group.id)) ?? [];
    if (members.some((one) => one.user_id === user_id)) return group;
  }
  return null;
}

async function invitationOf(deps: Deps, person: User, token: string): Promise<Invitation | null> {
  const invited = await deps.store.read.invited(hashKey(token));
  if (invited?.invitation.user_id !== person.id) return null;
  const { invitation, test } = invited;
  return {
    url: `${deps.siteUrl()}/phone/${token}`,
    status: invitationStatus(invitation, deps.clock.now()),
    expires_at: invitation.expires_at,
    server: serverOf(invitation, deps.phoneServer),
    topic: invitation.target,
    test,
    warning: unreachableSite(deps.siteUrl()),
  };
}

/** The latest test incident of a group. */
async function testOf(deps: Deps, { id, org_id }: AlertGroup): Promise<FirstRunModel["test"]> {
  const [incident] = await deps.store.read.incidents({
    org_id,
    source_id: id,
    search: testTitle,
    order: "desc",
    limit: 1,
    after: null,
  });
  if (!incident) return null;
  const { reach } = await oneWithFacts(deps, incident);
  return { incident, reach };
}

/** Makes a link to add a phone of a user; answers its token. */
export async function invitePhone(
  app: FastifyInstance,
  site: Site,
  request: FastifyRequest,
  user_id: string,
): Promise<string> {
  const path = `/users/${encodeURIComponent(user_id)}/device_invitations`;
  const { body } = await mustAsk(app, site, request, "POST", path, { body: {} });
  return String(body["url"]).split("/").at(-1) ?? "";
}
