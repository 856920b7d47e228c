/** Scopes of API keys. */
import type { ApiKey, Scope } from "../model/model.ts";

/** The scopes that a scope includes. */
const includes: Record<Scope, readonly Scope[]> = {
  read: ["read"],
  write: ["read", "write"],
  admin: ["read", "write", "admin"],
};

/** True when one of the key's scopes allows it. */
export function allows(key: Pick<ApiKey, "scopes">, scope: Scope): boolean {
  return key.scopes.some((own) => includes[own].includes(scope));
}
