/** Rights: the scopes of API keys, and those of the roles of accounts. */
import type { ApiKey, Scope } from "../model/model.ts";
import type { Role } from "../../resource/user.ts";

/** The scopes that a scope includes. */
const includes: Record<Scope, readonly Scope[]> = {
  read: ["read"],
  respond: ["read", "respond"],
  write: ["read", "respond", "write"],
  admin: ["read", "respond", "write", "admin"],
};

/** The scope of the sessions of an account, by its role. */
const scopeOf: Record<Role, Scope> = {
  viewer: "read",
  responder: "respond",
  editor: "write",
  admin: "admin",
};

/** The scopes of a user's sessions. */
export const scopesOfRole = (role: Role): Scope[] => [scopeOf[role]];

/** True when one of the caller's scopes allows it. */
export function allows(caller: Pick<ApiKey, "scopes">, scope: Scope): boolean {
  return caller.scopes.some((own) => includes[own].includes(scope));
}
