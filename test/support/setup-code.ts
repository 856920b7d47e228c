/** A one-time code that is known: the service only ever stores its hash. */
import { hashKey } from "../../src/core/access/api-key.ts";
import { normalizeSetupCode } from "../../src/core/access/setup-code.ts";
import type { HttpSide } from "./http.ts";

export async function makeSetupCode(http: HttpSide, code: string): Promise<void> {
  const [organization] = await http.store.read.organizations();
  await http.store.run("create_setup_code", {
    actor: { org_id: organization!.id, name: "test", request_id: null },
    hash: hashKey(normalizeSetupCode(code)),
    expires_at: http.clock.now() + 60_000,
    now: http.clock.now(),
  });
}
