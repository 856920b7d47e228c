/** What is stored, in the terms of a plan. */
import { descriptionOf } from "../../resource/resources.ts";
import { Directory, toNames } from "../../resource/references.ts";
import { isAsTheGroup, rulesOf } from "../../core/declare/plan-members.ts";
import type { StoredResource } from "../../core/declare/plan.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";

type Fields = Record<string, unknown>;

/** Everything declared in the organization, in the terms of a plan. */
export function* loadStored(c: Context, org_id: string): Procedure<StoredResource[]> {
  const mine = { org_id };
  const users = yield* c.of.users.find(mine);
  const groups = yield* c.of.alert_groups.find(mine);
  const members = yield* c.of.members.find(mine);
  const devices = yield* c.of.devices.find(mine);
  const alerts = Map.groupBy(
    yield* rows(c.q.unresolvedAlerts, { org_id }),
    ({ group_id }) => group_id,
  );
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
  const resources = {
    users,
    alert_groups: groups,
    health_check_monitors: yield* c.of.health_check_monitors.find(mine),
    webhook_monitors: yield* c.of.webhook_monitors.find(mine),
  };
  const directory = new Directory();
  for (const kind of resourceKinds) for (const row of resources[kind]) directory.add(kind, row);
  const stored = <K extends ResourceKind>(
    kind: K,
    more: (row: (typeof resources)[K][number]) => Fields,
  ): StoredResource[] =>
    resources[kind].map((row) => ({
      kind,
      id: row.id,
      external_id: row.external_id,
      project: row.project,
      fields: { ...toNames(kind, declaredFields(kind, row), directory), ...more(row) },
    }));
  const none = () => ({});
  return [
    ...stored("users", (user) => ({
      // Not declared; for the warnings.
      devices: enabled.get(user.id) ?? 0,
      verified: verified.get(user.id) ?? 0,
    })),
    ...stored("alert_groups", (group) => {
      const own = memberships.get(group.id) ?? [];
      const unresolved = alerts.get(group.id)?.map(({ number }) => number);
      return {
        // Not declared; for the conflicts of a prune.
        ...(unresolved && { unresolved }),
        members: own.map((member) => emails.get(member.user_id) ?? "").sort(),
        member_rules: Object.fromEntries(
          own
            .filter((member) => !isAsTheGroup(member))
            .map((member) => [emails.get(member.user_id) ?? "", rulesOf(member)]),
        ),
      };
    }),
    ...stored("health_check_monitors", none),
    ...stored("webhook_monitors", none),
  ];
}

/** The declarable fields of a row. */
function declaredFields(kind: ResourceKind, row: Fields): Fields {
  const { external_id: _, ...fields } = descriptionOf(kind).fields;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
}
