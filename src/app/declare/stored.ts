/** Reads the stored resources in the terms of a plan. */
import { and, asc, eq, gt } from "drizzle-orm";
import { descriptionOf } from "../../resource/resources.ts";
import { Directory, toNames } from "../../resource/references.ts";
import { isAsTheGroup, rulesOf } from "../../core/declare/plan-members.ts";
import type { StoredResource } from "../../core/declare/plan.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { cut, rows, type Procedure } from "../../store/kit/procedure.ts";
import type { Tables } from "../../store/kit/tables.ts";
import { inPart } from "./parts.ts";

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
    health_check_monitors: yield* allOf(c, "health_check_monitors", org_id),
    webhook_monitors: yield* allOf(c, "webhook_monitors", org_id),
  };
  const directory = new Directory();
  for (const kind of resourceKinds) for (const row of resources[kind]) directory.add(kind, row);
  const stored = function* <K extends ResourceKind>(
    kind: K,
    more: (row: (typeof resources)[K][number]) => Fields,
  ): Procedure<StoredResource[]> {
    const all: StoredResource[] = [];
    for (const [index, row] of resources[kind].entries()) {
      all.push({
        kind,
        id: row.id,
        external_id: row.external_id,
        project: row.project,
        fields: { ...toNames(kind, declaredFields(kind, row), directory), ...more(row) },
      });
      if (index % inPart === inPart - 1) yield* cut();
    }
    return all;
  };
  const none = () => ({});
  return [
    ...(yield* stored("users", (user) => ({
      // Not declared; for the warnings.
      devices: enabled.get(user.id) ?? 0,
      verified: verified.get(user.id) ?? 0,
    }))),
    ...(yield* stored("alert_groups", (group) => {
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
    })),
    ...(yield* stored("health_check_monitors", none)),
    ...(yield* stored("webhook_monitors", none)),
  ];
}

/** The monitors of a kind, some hundred at a time. */
function* allOf<K extends "health_check_monitors" | "webhook_monitors">(
  c: Context,
  kind: K,
  org_id: string,
): Procedure<Tables[K]["$inferSelect"][]> {
  const table: Tables["webhook_monitors"] = c.t[kind] as Tables["webhook_monitors"];
  const all: Tables["webhook_monitors"]["$inferSelect"][] = [];
  for (let last = ""; ;) {
    const page = yield* rows(
      c.db
        .select()
        .from(table)
        .where(and(eq(table.org_id, org_id), gt(table.id, last)))
        .orderBy(asc(table.id))
        .limit(inPart),
    );
    all.push(...page);
    if (page.length < inPart) return all as Tables[K]["$inferSelect"][];
    last = page.at(-1)!.id;
    yield* cut();
  }
}

/** The declarable fields of a row. */
function declaredFields(kind: ResourceKind, row: Fields): Fields {
  const { external_id: _, ...fields } = descriptionOf(kind).fields;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
}
