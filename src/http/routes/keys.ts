/** API keys, signing in with a one-time code, and who the caller is. */
import type { FastifyInstance } from "fastify";
import { ApiKey, ApiKeyCreate, ApiKeyCreated, Login, Me } from "../../api/keys.ts";
import { limits, Type } from "../../api/schema.ts";
import { hashKey, keyPrefix, makeKey } from "../../core/access/api-key.ts";
import type { Scope } from "../../core/model/model.ts";
import { normalizeSetupCode } from "../../core/access/setup-code.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { allFaults } from "../../core/declare/sound.ts";
import { soundBody } from "../request/given.ts";
import { instantOf } from "../answer/instants.ts";
import { pageParameters, sendList } from "../answer/lists.ts";
import * as present from "../answer/present.ts";
import { invalid, Problem, valueOf } from "../answer/problem.ts";
import { failures, json, many, nothing, one } from "../answer/responses.ts";
import { personName } from "../../core/text/person.ts";

/** Tries of a one-time code per minute and address. */
export const loginLimit = { max: 10, timeWindow: 60_000 };

export function keyRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, siteUrl } = deps;
  const tags = ["keys"];

  app.post<{ Body: { code: string; name?: string } }>(
    "/login",
    {
      config: { scope: "public", rateLimit: loginLimit },
      bodyLimit: limits.openBody,
      schema: {
        tags,
        operationId: "log_in",
        summary: "Exchange a one-time code for an API key",
        security: [],
        body: Login,
        response: {
          201: json("The key, shown this once.", ApiKeyCreated),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { code, name = "login" } = request.body;
      const key = makeKey(deps.randomBytes);
      const outcome = await store.run("redeem_setup_code", {
        code_hash: hashKey(normalizeSetupCode(code)),
        name,
        key_hash: hashKey(key),
        prefix: keyPrefix(key),
        client_address: request.ip,
        now: clock.now(),
      });
      if (!outcome.ok)
        throw new Problem(
          "unauthorized",
          "This code is unknown, was used already or is too old. `monitord setup-code` makes a new one.",
          { headers: { "www-authenticate": 'Bearer realm="monitord"' } },
        );
      return reply.code(201).send({ ...present.apiKey(outcome.value), key });
    },
  );

  app.get(
    "/me",
    {
      config: { scope: "read", session: true },
      schema: {
        tags,
        operationId: "get_me",
        summary: "Who the caller is",
        response: one(Me, "The caller."),
      },
    },
    async (request, reply) => {
      const { organization, key, user_id, org_id, scopes } = callerOf(request);
      const user =
        user_id === null ? null : await store.read.resource("users", org_id, user_id, clock.now());
      return reply.send({
        organization: { id: organization.id, name: organization.name },
        key: key && present.apiKey(key),
        user: user && { id: user.id, name: personName(user), email: user.email },
        scopes,
        server: { version: deps.version, site_url: siteUrl() },
      });
    },
  );

  app.get(
    "/api_keys",
    {
      config: { scope: "admin" },
      schema: {
        tags,
        operationId: "list_api_keys",
        summary: "List the API keys, without the keys themselves",
        querystring: Type.Object(pageParameters, {
          additionalProperties: false,
        }),
        response: many(ApiKey),
      },
    },
    (request, reply) => {
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.keys({ org_id, ...page }),
        position: (row) => row,
        present: present.apiKey,
      });
    },
  );

  app.post<{
    Body: { name: string; scopes?: Scope[]; expires_at?: string | null };
  }>(
    "/api_keys",
    {
      config: { scope: "admin" },
      attachValidation: true,
      schema: {
        tags,
        operationId: "create_api_key",
        summary: "Make an API key; default scopes: read, write",
        body: ApiKeyCreate,
        response: {
          201: json("The key, shown this once.", ApiKeyCreated),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { given, misshapen } = soundBody<typeof request.body>(request);
      const { name, scopes = ["read", "write"], expires_at } = given;
      const now = clock.now();
      const expires = instantOf(expires_at);
      const past =
        expires !== null && expires <= now
          ? [{ field: "expires_at", code: "range", message: "must be in the future" }]
          : [];
      const faults = allFaults(misshapen, past);
      if (faults.length > 0) throw invalid(faults);
      const key = makeKey(deps.randomBytes);
      const stored = await store.run("create_key", {
        actor: actorOf(request),
        name,
        hash: hashKey(key),
        prefix: keyPrefix(key),
        scopes,
        expires_at: expires,
        now,
      });
      return reply
        .code(201)
        .header("location", `${siteUrl()}/api/v1/api_keys/${stored.id}`)
        .send({ ...present.apiKey(stored), key });
    },
  );

  app.delete<{ Params: { id: string } }>(
    "/api_keys/:id",
    {
      config: { scope: "admin" },
      schema: {
        tags,
        operationId: "revoke_api_key",
        summary: "Revoke an API key, at once",
        response: nothing,
      },
    },
    async (request, reply) => {
      valueOf(
        await store.run("revoke_key", {
          actor: actorOf(request),
          id: request.params.id,
          now: clock.now(),
        }),
        "API key",
      );
      return reply.code(204).send();
    },
  );
}
