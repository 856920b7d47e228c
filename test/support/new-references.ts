/**
 * References that the program does not know: members get a `stand_in`, monitors a `fallback_group`, and health check monitors `spares`, and two
 * parts: `layers` whose items have a name, `users` in an order, a `relief` and a token, and the set `watchers` of users.
 * Import it before everything else: what is made of the descriptions is made when they are read.
 */
import { defaultsTo, optional, required, Type, type FieldTable } from "../../src/resource/field.ts";
import { ItemsOf, part } from "../../src/resource/part.ts";
import { healthCheckMonitor } from "../../src/resource/health-check-monitor.ts";
import { member, members } from "../../src/resource/member.ts";
import { webhookMonitor } from "../../src/resource/webhook-monitor.ts";

const id = Type.String({ minLength: 1, maxLength: 255, description: "Id." });

const fallback_group_id = optional(id, {
  label: "Fallback group",
  reference: {
    to: "alert_groups",
    many: false,
    as: "fallback_group",
    description: "external_id of the group to notify when the first one cannot be.",
  },
});

const stand_in_id = optional(id, {
  label: "Stand-in",
  reference: {
    to: "users",
    many: false,
    as: "stand_in",
    description: "Address of the user to notify when the member cannot be.",
  },
});

const spare_ids = optional(Type.Array(id), {
  label: "Spares",
  reference: {
    to: "health_check_monitors",
    many: true,
    as: "spares",
    description: "external_ids of the monitors that stand in.",
  },
});

const layer = part(
  {
    name: required(Type.String({ minLength: 1, maxLength: 50 }), { label: "Name" }),
    user_ids: required(Type.Array(id, { maxItems: 10 }), {
      label: "Users",
      reference: { to: "users", many: true, ordered: true, as: "users", description: "Emails." },
    }),
    relief_id: optional(id, {
      label: "Relief",
      reference: {
        to: "health_check_monitors",
        many: false,
        as: "relief",
        description: "external_id of the monitor that stands in.",
      },
    }),
    token: optional(Type.String({ maxLength: 50 }), { label: "Token", secret: "whole" }),
    timezone: defaultsTo("UTC", Type.String(), { label: "Time zone", meaning: "timezone" }),
  },
  { title: "Layer", key: ["name"], ordered: true, twice: "is a layer already" },
);

const watcher = part(
  {
    user_id: required(id, {
      label: "User",
      reference: { to: "users", many: false, as: "email", description: "Address." },
    }),
    loud: defaultsTo(false, Type.Boolean(), { label: "Loud" }),
  },
  { title: "Watcher", key: ["user_id"], short: "user_id", twice: "is a watcher already" },
);

const layers = defaultsTo([], ItemsOf(layer, { description: "Layers.", maxItems: 10 }), {
  label: "Layers",
  part: layer,
});
const watchers = defaultsTo([], ItemsOf(watcher, { description: "Watchers.", maxItems: 10 }), {
  label: "Watchers",
  part: watcher,
});

/** What stands in the file of a resource when it gains a reference, per kind. */
const newReferences: Record<string, FieldTable> = {
  health_check_monitors: { fallback_group_id, spare_ids, layers, watchers },
  webhook_monitors: { fallback_group_id },
  members: { stand_in_id },
};
Object.assign(healthCheckMonitor.fields, newReferences["health_check_monitors"]);
Object.assign(member.fields, newReferences["members"]);
Object.assign(members.part.fields, newReferences["members"]);
Object.assign(webhookMonitor.fields, newReferences["webhook_monitors"]);

/** Adds their columns. A schedule in a group has the rules of a member. */
export const newColumns = [
  ...Object.entries(newReferences),
  ["group_schedules", newReferences["members"]!] as const,
].flatMap(([table, fields]) =>
  Object.keys(fields).map((name) => `alter table ${table} add column ${name} text`),
);
