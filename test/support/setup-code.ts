/** A one-time code that is known: the service only ever stores its hash. */
import { randomBytes } from "node:crypto";
import type { Store } from "../../src/app/store.ts";
import { hashKey } from "../../src/core/access/api-key.ts";
import { makeSetupCode as newCode, normalizeSetupCode } from "../../src/core/access/setup-code.ts";
import type { HttpSide } from "./http.ts";

/** Stores this code, which works for a minute. */
export const makeSetupCode = (http: Pick<HttpSide, "store" | "clock">, code: string) =>
  storeCode(http.store, code, http.clock.now());

/** A code as the first start prints it. */
export async function codeOfFirstStart(store: Store, now: number): Promise<string> {
  const code = newCode(randomBytes);
  await storeCode(store, code, now);
  return code;
}

async function storeCode(store: Store, code: string, now: number): Promise<void> {
  const [organization] = await store.read.organizations();
  await store.run("create_setup_code", {
    actor: { org_id: organization!.id, name: "test", request_id: null },
    hash: hashKey(normalizeSetupCode(code)),
    expires_at: now + 60_000,
    now,
  });
}
