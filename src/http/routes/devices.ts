/** Devices of a user. */
import type { FastifyInstance } from "fastify";
import { Type } from "../../api/schema.ts";
import { Device, DeviceCreate, DeviceUpdate } from "../../api/users.ts";
import { Notification } from "../../api/incidents.ts";
import type { DeviceSpec } from "../../app/device/add-device.ts";
import { neededFlags, phoneKind } from "../../channel/registry.ts";
import { fault } from "../../core/declare/rules-connection.ts";
import type { Fault } from "../../core/model/fault.ts";
import { device } from "../../resource/device.ts";
import { defaultsOf } from "../../resource/field.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { soundBody } from "../request/given.ts";
import { ifVersion, readConditions, writeConditions } from "../answer/conditional.ts";
import * as present from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { failures, json, many, nothing, one, saved, unlessKnown } from "../answer/responses.ts";

const defaults = defaultsOf(device.fields);
const path = "/users/:user_id/devices";

export function deviceRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, siteUrl, isConfigured, allowAddresses } = deps;
  const tags = ["devices"];

  app.get<{ Params: { user_id: string } }>(
    path,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_devices",
        summary: "List the devices of a user",
        querystring: Type.Object({}, { additionalProperties: false }),
        response: many(Device),
      },
    },
    async (request, reply) => {
      const devices = await store.read.devices(callerOf(request).org_id, request.params.user_id);
      if (!devices) throw notFound("user");
      return reply.send(devices.map((one) => present.device(one, callerOf(request))));
    },
  );

  app.get<{ Params: { user_id: string; id: string } }>(
    `${path}/:id`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "get_device",
        summary: "Get one device",
        headers: readConditions,
        response: unlessKnown(Device),
      },
    },
    async (request, reply) => {
      const { user_id, id } = request.params;
      const devices = await store.read.devices(callerOf(request).org_id, user_id);
      const device = devices?.find((one) => one.id === id);
      if (!device) throw notFound("device");
      return reply
        .header("etag", `"${device.version}"`)
        .send(present.device(device, callerOf(request)));
    },
  );

  for (const method of ["POST", "PUT"] as const)
    app.route<{
      Params: { user_id: string; id?: string };
      Body: Record<string, unknown>;
    }>({
      method,
      url: method === "POST" ? path : `${path}/:id`,
      config: { scope: "admin", kind: "devices" },
      attachValidation: true,
      schema: {
        tags,
        operationId: method === "POST" ? "create_device" : "update_device",
        summary:
          method === "POST"
            ? "Add a device to a user"
            : "Change fields of a device; those left out keep their value",
        ...(method === "PUT" ? { headers: writeConditions } : {}),
        body: method === "POST" ? DeviceCreate : DeviceUpdate,
        response: method === "POST" ? saved(Device) : one(Device),
      },
      handler: async (request, reply) => {
        const { user_id, id = null } = request.params;
        const { given: sound, misshapen } = soundBody(request);
        const changes: Record<string, unknown> = Object.fromEntries(
          Object.entries(sound).map(([name, value]) => [name, value ?? defaults[name] ?? null]),
        );
        const { kind } = changes;
        const off = typeof kind === "string" && !isConfigured(kind) ? [notConfigured(kind)] : [];
        const { created, device } = valueOf(
          await store.run("save_device", {
            actor: actorOf(request),
            user_id,
            id,
            given: changes,
            complete: (id === null ? { ...defaults, ...changes } : null) as DeviceSpec | null,
            if_version: ifVersion(request),
            allowed: allowAddresses,
            misshapen: [...misshapen, ...off],
            now: clock.now(),
          }),
          id === null ? "user" : "device",
        );
        if (created)
          reply
            .code(201)
            .header("location", `${siteUrl()}/api/v1/users/${user_id}/devices/${device.id}`);
        return reply
          .header("etag", `"${device.version}"`)
          .send(present.device(device, callerOf(request)));
      },
    });

  app.post<{ Params: { user_id: string; id: string } }>(
    `${path}/:id/test`,
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "test_device",
        summary: "Send a silent test push; a response verifies the device",
        response: { 202: json("It is queued.", Notification), ...failures },
      },
    },
    async (request, reply) => {
      const { user_id, id } = request.params;
      const queued = valueOf(
        await store.run("test_device", {
          actor: actorOf(request),
          user_id,
          id,
          now: clock.now(),
        }),
        "device",
      );
      return reply.code(202).send(present.notification(queued));
    },
  );

  app.delete<{ Params: { user_id: string; id: string } }>(
    `${path}/:id`,
    {
      config: { scope: "admin" },
      schema: {
        tags,
        operationId: "delete_device",
        summary: "Remove a device",
        response: nothing,
      },
    },
    async (request, reply) => {
      const { user_id, id } = request.params;
      valueOf(
        await store.run("remove_device", {
          actor: actorOf(request),
          user_id,
          id,
          now: clock.now(),
        }),
        "device",
      );
      return reply.code(204).send();
    },
  );
}

function notConfigured(kind: string): Fault {
  return fault(
    "kind",
    "not_configured",
    `${kind} is not configured on this server (${neededFlags(kind)}); use ${phoneKind}`,
  );
}
