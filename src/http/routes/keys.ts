/** API keys, signing in with a one-time code, and the caller. */
import type { Route } from "../../api/routes/table.ts";
import { hashKey, keyPrefix, makeKey } from "../../core/access/api-key.ts";
import { normalizeSetupCode } from "../../core/access/setup-code.ts";
import type { Deps } from "../deps.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Asked, Handlers } from "../request/asked.ts";
import { Guesses } from "../request/guesses.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { allows } from "../../core/access/scope.ts";
import type { Caller } from "../../store/reads/access.ts";
import { personName } from "../../core/text/person.ts";
import * as present from "../answer/present.ts";
import { invalid, Problem, valueOf } from "../answer/problem.ts";

type Names = Extract<
  Route,
  "POST /login" | `${"GET" | "PUT"} /me` | `${string} /api_keys${string}`
>;

/** Wrong codes of an address in a minute. */
const mostMisses = 10;

export const keyRoutes = (deps: Deps): Handlers<Names> => ({
  "POST /login": loginRoute(deps),
  ...ownKeyRoutes(deps),
});

function loginRoute({ store, clock, randomBytes }: Deps): Handlers<Names>["POST /login"] {
  const guesses = new Guesses(clock, mostMisses);
  return async ({ body: { code, name = "login" }, now, request }) => {
    guesses.refuseOver(request.ip, "wrong codes from this address", { "retry-after": "60" });
    const key = makeKey(randomBytes);
    const outcome = await store.run("redeem_setup_code", {
      code_hash: hashKey(normalizeSetupCode(code)),
      name,
      key_hash: hashKey(key),
      prefix: keyPrefix(key),
      client_address: request.ip,
      now,
    });
    if (!outcome.ok) {
      guesses.missed(request.ip);
      throw new Problem(
        "unauthorized",
        "This code is unknown, was used already or is too old. `monitord setup-code` makes a new one.",
        { headers: { "www-authenticate": 'Bearer realm="monitord"' } },
      );
    }
    return { ...present.apiKey(outcome.value), key };
  };
}

function ownKeyRoutes({ store, version, randomBytes }: Deps): Omit<Handlers<Names>, "POST /login"> {
  const me = async ({ caller, siteUrl }: Pick<Asked<"GET /me">, "caller" | "siteUrl">) => {
    const { organization, key, user_id, org_id, scopes } = caller;
    const profile = user_id === null ? null : await store.read.profile(org_id, user_id);
    return {
      organization: { id: organization.id, name: organization.name },
      key: key && present.apiKey({ ...key, scopes }),
      user: profile && {
        id: profile.user.id,
        name: personName(profile.user),
        email: profile.user.email,
        role: profile.user.role,
        timezone: profile.user.timezone,
        monthly_report: profile.user.monthly_report,
        declared: [...profile.declared],
      },
      scopes,
      server: { version, site_url: siteUrl },
    };
  };
  return {
    "GET /me": (asked) => me(asked),

    "PUT /me": async (asked) => {
      const { caller, actor, body, now } = asked;
      if (caller.user_id === null)
        throw new Problem("forbidden", "Only people change themselves, and this is a key.");
      const input = { actor, user_id: caller.user_id, given: body, now };
      valueOf(await store.run("save_profile", input), "user");
      return me(asked);
    },

    "GET /api_keys": (asked) => {
      const { org_id } = asked.caller;
      const user_id = onlyOf(asked.caller) ?? undefined;
      return listOf(asked, {
        read: (page) => store.read.keys({ org_id, user_id, ...page }),
        position: (row) => row,
        present: present.apiKey,
      });
    },

    "POST /api_keys": async ({ body, misshapen, actor, now, siteUrl, reply }) => {
      const { name, scopes = ["read", "write"], projects = null, expires_at } = body;
      const expires = instantOf(expires_at);
      const past =
        expires !== null && expires <= now
          ? [{ field: "expires_at", code: "range", message: "must be in the future" }]
          : [];
      // Users, devices and keys belong to no project.
      const unbound =
        projects !== null && scopes.includes("admin")
          ? [
              {
                field: "projects",
                code: "scope",
                message: "cannot bind a key with the scope admin",
              },
            ]
          : [];
      const faults = allFaults(misshapen, [...past, ...unbound]);
      if (faults.length > 0) throw invalid(faults);
      const key = makeKey(randomBytes);
      const stored = await store.run("create_key", {
        actor,
        name,
        hash: hashKey(key),
        prefix: keyPrefix(key),
        scopes,
        projects: projects && [...new Set(projects.map((one) => one.trim()))].sort(),
        expires_at: expires,
        now,
      });
      reply.header("location", `${siteUrl}/api/v1/api_keys/${stored.id}`);
      return { ...present.apiKey(stored), key };
    },

    "DELETE /api_keys/:id": async ({ params: { id }, caller, actor, now }) => {
      const user_id = onlyOf(caller);
      valueOf(await store.run("revoke_key", { actor, id, user_id, now }), "API key");
    },
  };
}

/** The person whose keys alone the caller manages; null: an admin manages all. */
function onlyOf(caller: Caller): string | null {
  if (allows(caller, "admin")) return null;
  if (caller.user_id !== null) return caller.user_id;
  throw new Problem("forbidden", "API keys are managed by their person and by admins.");
}
