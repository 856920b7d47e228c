/** API keys, signing in with a one-time code, and who the caller is. */
import type { keys } from "../../api/routes/access.ts";
import { hashKey, keyPrefix, makeKey } from "../../core/access/api-key.ts";
import { normalizeSetupCode } from "../../core/access/setup-code.ts";
import type { Deps } from "../deps.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Handlers } from "../request/asked.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { personName } from "../../core/text/person.ts";
import * as present from "../answer/present.ts";
import { invalid, Problem, valueOf } from "../answer/problem.ts";

export const keyRoutes = ({ store, version, randomBytes }: Deps): Handlers<keyof typeof keys> => ({
  "POST /login": async ({ body: { code, name = "login" }, now, request }) => {
    const key = makeKey(randomBytes);
    const outcome = await store.run("redeem_setup_code", {
      code_hash: hashKey(normalizeSetupCode(code)),
      name,
      key_hash: hashKey(key),
      prefix: keyPrefix(key),
      client_address: request.ip,
      now,
    });
    if (!outcome.ok)
      throw new Problem(
        "unauthorized",
        "This code is unknown, was used already or is too old. `monitord setup-code` makes a new one.",
        { headers: { "www-authenticate": 'Bearer realm="monitord"' } },
      );
    return { ...present.apiKey(outcome.value), key };
  },

  "GET /me": async ({ caller, now, siteUrl }) => {
    const { organization, key, user_id, org_id, scopes } = caller;
    const user = user_id === null ? null : await store.read.resource("users", org_id, user_id, now);
    return {
      organization: { id: organization.id, name: organization.name },
      key: key && present.apiKey(key),
      user: user && { id: user.id, name: personName(user), email: user.email },
      scopes,
      server: { version, site_url: siteUrl },
    };
  },

  "GET /api_keys": (asked) => {
    const { org_id } = asked.caller;
    return listOf(asked, {
      read: (page) => store.read.keys({ org_id, ...page }),
      position: (row) => row,
      present: present.apiKey,
    });
  },

  "POST /api_keys": async ({ body, misshapen, actor, now, siteUrl, reply }) => {
    const { name, scopes = ["read", "write"], expires_at } = body;
    const expires = instantOf(expires_at);
    const past =
      expires !== null && expires <= now
        ? [{ field: "expires_at", code: "range", message: "must be in the future" }]
        : [];
    const faults = allFaults(misshapen, past);
    if (faults.length > 0) throw invalid(faults);
    const key = makeKey(randomBytes);
    const stored = await store.run("create_key", {
      actor,
      name,
      hash: hashKey(key),
      prefix: keyPrefix(key),
      scopes,
      expires_at: expires,
      now,
    });
    reply.header("location", `${siteUrl}/api/v1/api_keys/${stored.id}`);
    return { ...present.apiKey(stored), key };
  },

  "DELETE /api_keys/:id": async ({ params: { id }, actor, now }) => {
    valueOf(await store.run("revoke_key", { actor, id, now }), "API key");
  },
});
