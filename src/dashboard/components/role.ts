/** The roles of accounts, in words. Pure. */
import type { Role } from "../../resource/user.ts";

export const roleWords: Record<Role, string> = {
  viewer: "sees everything and changes nothing",
  responder: "acknowledges and resolves incidents, writes notes, silences",
  editor: "also changes monitors and groups",
  admin: "also changes users, devices and keys",
};
