/** What is stored, in the terms of a plan. */
import { isAsTheGroup, rulesOf } from "../../core/declare/plan-members.ts";
import type { StoredResource } from "../../core/declare/plan.ts";
import { sorted } from "../../core/declare/rules.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

type Fields = Record<string, unknown>;

/** Everything declared in the organization, in the terms of a plan. */
export function* loadStored(c: Context, org_id: string): Procedure<StoredResource[]> {
  const mine = { org_id };
  const users = yield* c.of.users.find(mine);
  const groups = yield* c.of.alert_groups.find(mine);
  const members = yield* c.of.members.find(mine);
  const devices = yield* c.of.devices.find(mine);
  const emails = new Map(users.map((user) => [user.id, user.email_key]));
  const memberships = Map.groupBy(members, ({ group_id }) => group_id);
  const enabled = new Map<string, number>();
  const verified = new Map<string, number>();
  const count = (of: Map<string, number>, user_id: string) =>
    of.set(user_id, (of.get(user_id) ?? 0) + 1);
  for (const { user_id, ...device } of devices) {
    if (!device.enabled) continue;
    count(enabled, user_id);
    if (device.verified_at !== null) count(verified, user_id);
  }
  const named = new Map(groups.map((group) => [group.id, group.external_id ?? `id:${group.id}`]));
  const stored: StoredResource[] = [];
  const add = (
    kind: ResourceKind,
    row: {
      id: string;
      external_id: string | null;
      project: string | null;
    } & Fields,
    fields: Fields,
  ) => {
    const { id, external_id, project } = row;
    stored.push({ kind, id, external_id, project, fields });
  };
  for (const user of users)
    add("users", user, {
      email: user.email,
      name: user.name,
      protect: user.protect,
      // Not declared; for the warnings.
      devices: enabled.get(user.id) ?? 0,
      verified: verified.get(user.id) ?? 0,
    });
  for (const group of groups)
    add("alert_groups", group, {
      ...declaredFields(group),
      member_rules: Object.fromEntries(
        (memberships.get(group.id) ?? [])
          .filter((member) => !isAsTheGroup(member))
          .map((member) => [emails.get(member.user_id) ?? "", rulesOf(member)]),
      ),
      escalate_to:
        group.escalate_to === null ? null : (named.get(group.escalate_to) ?? group.escalate_to),
      members: (memberships.get(group.id) ?? [])
        .map((member) => emails.get(member.user_id) ?? "")
        .sort(),
    });
  const monitors = {
    health_check_monitors: yield* c.of.health_check_monitors.find(mine),
    webhook_monitors: yield* c.of.webhook_monitors.find(mine),
  };
  for (const { id, external_id } of monitors.health_check_monitors)
    named.set(id, external_id ?? `id:${id}`);
  for (const kind of ["health_check_monitors", "webhook_monitors"] as const)
    for (const monitor of monitors[kind]) {
      const { alert_group_id, depends_on, ...fields } = declaredFields(monitor);
      add(kind, monitor, {
        ...fields,
        alert_group: named.get(alert_group_id as string) ?? alert_group_id,
        depends_on: sorted((depends_on as string[]).map((id) => named.get(id) ?? id)),
      });
    }
  return stored;
}

/** A row without what nobody declares. */
function declaredFields(row: Fields): Fields {
  const {
    id: _id,
    org_id: _org,
    external_id: _external,
    project: _project,
    version: _version,
    inserted_at: _inserted,
    updated_at: _updated,
    webhook_id: _webhook,
    ...fields
  } = row;
  return fields;
}
