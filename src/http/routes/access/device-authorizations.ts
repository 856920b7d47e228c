/**
 * Signing in of programs as a person (RFC 8628). The person answers at `/device` (`dashboard/device`). Both routes take no
 * key: the program has a code of 256 bits.
 */
import { hash } from "node:crypto";
import type { Route } from "../../../api/routes/table.ts";
import { hashKey, keyPrefix, makeKey } from "../../../core/access/api-key.ts";
import {
  codeLifetime,
  makeUserCode,
  normalizeUserCode,
  pollErrors,
  pollInterval,
  type PollError,
} from "../../../core/access/device-authorization.ts";
import * as present from "../../answer/present.ts";
import { Problem } from "../../answer/problem.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";
import { Guesses } from "../../request/guesses.ts";

type Names = Extract<Route, `${string} /device_authorizations${string}`>;

export function deviceAuthorizationRoutes({ store, clock, randomBytes }: Deps): Handlers<Names> {
  const guesses = new Guesses(clock);
  return {
    "POST /device_authorizations": async ({ body, now, request, reply, siteUrl }) => {
      if (await store.read.no_person_yet())
        throw new Problem(
          "conflict",
          "This server has no users with a role yet. Use the code of `monitord setup-code`, or a key.",
        );
      const code = Buffer.from(randomBytes(32)).toString("base64url");
      const user_code = makeUserCode(randomBytes);
      await store.run("begin_device_authorization", {
        hash: hashOf(code),
        user_hash: hashKey(normalizeUserCode(user_code)),
        host: body.host,
        program: body.program,
        client_address: request.ip,
        expires_at: now + codeLifetime,
        now,
      });
      reply.header("cache-control", "no-store");
      return {
        device_code: code,
        user_code,
        verification_uri: `${siteUrl}/device`,
        verification_uri_complete: `${siteUrl}/device?code=${user_code}`,
        expires_in: codeLifetime / 1000,
        interval: pollInterval,
      };
    },

    "POST /device_authorizations/key": async ({ body, now, request }) => {
      const code_hash = hashOf(body.device_code);
      // Codes that were never issued cost no look-ups beyond some in a minute; one that was is never limited.
      if (!guesses.mayLookUp(request.ip, code_hash)) throw refused("slow_down");
      const key = makeKey(randomBytes);
      const outcome = await store.run("redeem_device_authorization", {
        hash: code_hash,
        key_hash: hashKey(key),
        prefix: keyPrefix(key),
        client_address: request.ip,
        now,
      });
      if (outcome.ok) return { ...present.apiKey(outcome.value), key };
      if (outcome.why === "authorization_pending" || outcome.why === "slow_down")
        guesses.found(code_hash);
      else guesses.missed(request.ip);
      throw refused(outcome.why);
    },
  };
}

const hashOf = (code: string) => hash("sha256", code, "hex");

const refused = (code: PollError) =>
  new Problem("malformed", pollErrors[code], {
    faults: [{ field: "device_code", code, message: pollErrors[code] }],
    headers: code === "slow_down" ? { "retry-after": String(pollInterval) } : {},
  });
