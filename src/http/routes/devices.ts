/** Devices of a user. */
import type { devices } from "../../api/routes/people.ts";
import type { DeviceSpec } from "../../app/device/add-device.ts";
import { neededFlags, phoneKind } from "../../channel/registry.ts";
import { allows } from "../../core/access/scope.ts";
import { fault } from "../../core/declare/rules-connection.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Device } from "../../core/model/model.ts";
import { device } from "../../resource/device.ts";
import { defaultsOf } from "../../resource/field.ts";
import type { Deps } from "../deps.ts";
import type { Asked, Handlers } from "../request/asked.ts";
import { ifVersion } from "../answer/conditional.ts";
import { notification } from "../answer/present-records.ts";
import * as present from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";

const defaults = defaultsOf(device.fields);

export function deviceRoutes(deps: Deps): Handlers<keyof typeof devices> {
  const { store, isConfigured, allowAddresses } = deps;
  const shown = (
    { reply, caller }: Pick<Asked<keyof typeof devices>, "reply" | "caller">,
    row: Device,
  ) => {
    reply.header("etag", `"${row.version}"`);
    return present.device(row, caller);
  };

  /** Adds a device, or changes that with the id. */
  const save = async (
    asked: Asked<"POST /users/:user_id/devices" | "PUT /users/:user_id/devices/:id">,
    id: string | null,
  ) => {
    const { user_id } = asked.params;
    const changes: Record<string, unknown> = Object.fromEntries(
      Object.entries(asked.body).map(([name, value]) => [name, value ?? defaults[name] ?? null]),
    );
    const { kind } = changes;
    const off = typeof kind === "string" && !isConfigured(kind) ? [notConfigured(kind)] : [];
    const { created, device } = valueOf(
      await store.run("save_device", {
        actor: asked.actor,
        user_id,
        id,
        given: changes,
        complete: (id === null ? { ...defaults, ...changes } : null) as DeviceSpec | null,
        if_version: ifVersion(asked.request),
        allowed: allowAddresses,
        own: !allows(asked.caller, "admin"),
        misshapen: [...asked.misshapen, ...off],
        now: asked.now,
      }),
      id === null ? "user" : "device",
    );
    if (created) {
      const location = `${asked.siteUrl}/api/v1/users/${user_id}/devices/${device.id}`;
      asked.reply.code(201).header("location", location);
    }
    return shown(asked, device);
  };

  return {
    "GET /users/:user_id/devices": async ({ params, caller }) => {
      const devices = await store.read.devices(caller.org_id, params.user_id);
      if (!devices) throw notFound("user");
      return devices.map((one) => present.device(one, caller));
    },

    "GET /users/:user_id/devices/:id": async (asked) => {
      const { user_id, id } = asked.params;
      const devices = await store.read.devices(asked.caller.org_id, user_id);
      const device = devices?.find((one) => one.id === id);
      if (!device) throw notFound("device");
      return shown(asked, device);
    },

    "POST /users/:user_id/devices": (asked) => save(asked, null),

    "PUT /users/:user_id/devices/:id": (asked) => save(asked, asked.params.id),

    "POST /users/:user_id/devices/:id/test": async ({ params, actor, now }) =>
      notification(valueOf(await store.run("test_device", { actor, ...params, now }), "device")),

    "DELETE /users/:user_id/devices/:id": async ({ params, actor, now }) => {
      valueOf(await store.run("remove_device", { actor, ...params, now }), "device");
    },
  };
}

function notConfigured(kind: string): Fault {
  return fault(
    "kind",
    "not_configured",
    `${kind} is not configured on this server (${neededFlags(kind)}); use ${phoneKind}`,
  );
}
