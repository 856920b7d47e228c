/**
 * Stores the servers that the user signed in to, in one file that only this user can read:
 * `contexts.json` in MONITORCTL_CONFIG_DIR, or in `monitorctl` under the usual folder of the system. Keys
 * are in the keychain of the system if it works, else in that file. No file is created without content.
 */
import { chmodSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../call/exit.ts";
import { Failure, wrongInput } from "../call/failure.ts";
import { makeFolder, notWritten } from "../call/write-file.ts";
import type { Io } from "../io.ts";
import type { CertificateFiles } from "../call/call.ts";
import { keychainOf, type KeychainName } from "./keychain.ts";

export interface Context {
  /** The root of the service. */
  url: string;
  /** null: it is in the keychain. */
  api_key: string | null;
  /** The keychain that has it. */
  keychain?: KeychainName;
  /** The PEM file of the CA that its certificate is from. */
  ca_file?: string;
  /** The PEM files of the client's certificate and of its key; without the second, the first has both. */
  client_cert?: string;
  client_key?: string;
}

interface Stored {
  current: string | null;
  contexts: Record<string, Context>;
}

export interface Contexts {
  path: string;
  /** The one that was signed in to last, or chosen since. */
  current: string | null;
  all: Record<string, Context>;
}

/** The stored contexts; empty when the user never signed in. */
export function readContexts(io: Io): Contexts {
  const path = join(folderOf(io), "contexts.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { path, current: null, all: {} };
    throw unreadable(error);
  }
  try {
    const stored = JSON.parse(text) as Partial<Stored>;
    return {
      path,
      current: stored.current ?? null,
      all: stored.contexts ?? {},
    };
  } catch (error) {
    throw unreadable(error);
  }
}

/** Keeps a context and its key, and makes it the current one. */
export async function saveContext(
  io: Io,
  name: string,
  { url, key, caFile, clientCert, clientKey }: CertificateFiles & { url: string; key: string },
): Promise<Contexts> {
  const { all } = readContexts(io);
  const server = {
    url,
    ...(caFile !== null && { ca_file: caFile }),
    ...(clientCert !== null && { client_cert: clientCert }),
    ...(clientKey !== null && { client_key: clientKey }),
  };
  const context = await keepKey(io, name, server, key);
  await removeKey(io, name, all[name], context);
  return write(io, { contexts: { ...all, [name]: context }, current: name });
}

/** Makes a context the current one; null: none of that name. */
export async function useContext(io: Io, name: string): Promise<Contexts | null> {
  const { all } = readContexts(io);
  return all[name] ? write(io, { contexts: all, current: name }) : null;
}

/** Calls a context by another name. Fails when that one is taken. */
export async function renameContext(io: Io, from: string, to: string): Promise<Contexts | null> {
  const { all, current } = readContexts(io);
  const { [from]: context, ...rest } = all;
  if (!context) return null;
  if (rest[to])
    throw wrongInput(
      "usage",
      `a context "${to}" already exists`,
      `monitorctl context delete ${to}, or choose another name`,
    );
  const { api_key: _key, keychain: _keychain, ...server } = context;
  const moved = await keepKey(io, to, server, await keyOf(io, from, context));
  await removeKey(io, from, context, null);
  return write(io, {
    contexts: { ...rest, [to]: moved },
    current: current === from ? to : current,
  });
}

/** Removes a context and its key; null: none of that name. */
export async function removeContext(io: Io, name: string): Promise<Contexts | null> {
  const { all, current } = readContexts(io);
  const { [name]: gone, ...rest } = all;
  if (!gone) return null;
  await removeKey(io, name, gone, null);
  return write(io, {
    contexts: rest,
    current: current === name ? null : current,
  });
}

/** The key of a context; fails when it is in a keychain that does not give it. */
export async function keyOf(
  io: Io,
  name: string,
  { api_key, keychain, url }: Context,
): Promise<string> {
  if (api_key !== null) return api_key;
  const key = keychain && (await keychainOf(io, keychain).get(name));
  if (key) return key;
  throw new Failure(
    `the key of context "${name}" is in the keychain (${keychain}), which does not give it`,
    {
      exit: exitCodes.access,
      code: "keychain",
      next: `unlock the keychain, or sign in again: monitorctl login ${url} --context ${name}`,
    },
  );
}

async function keepKey(
  io: Io,
  name: string,
  server: Pick<Context, "url" | "ca_file">,
  key: string,
): Promise<Context> {
  const chain = keychainOf(io);
  if (chain && (await chain.set(name, key)))
    return { ...server, api_key: null, keychain: chain.name };
  return { ...server, api_key: key };
}

/** Removes the key of a context from its old keychain, unless it is stored there now. */
async function removeKey(
  io: Io,
  name: string,
  before: Context | undefined,
  now: Context | null,
): Promise<void> {
  if (before?.keychain && before.keychain !== now?.keychain)
    await keychainOf(io, before.keychain).remove(name);
}

async function write(io: Io, stored: Stored): Promise<Contexts> {
  const { default: Conf } = await import("conf");
  const folder = folderOf(io);
  try {
    // Created before the file, so that no other user can read it in between.
    makeFolder(folder, 0o700);
    const conf = new Conf<Stored>({
      cwd: folder,
      configName: "contexts",
      configFileMode: 0o600,
      // Contexts are named after hosts, whose dots do not separate a path.
      accessPropertiesByDotNotation: false,
    });
    conf.store = stored;
    // An older file may have been readable for others.
    chmodSync(conf.path, 0o600);
    return { path: conf.path, current: stored.current, all: stored.contexts };
  } catch (error) {
    throw notWritten(
      join(folder, "contexts.json"),
      error,
      "name another folder in MONITORCTL_CONFIG_DIR",
    );
  }
}

function folderOf({ env }: Io): string {
  const home = env["HOME"] || homedir();
  return (
    env["MONITORCTL_CONFIG_DIR"] ||
    join(env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(home, ".config"), "monitorctl")
  );
}

function unreadable(error: unknown): Error {
  return wrongInput(
    "config",
    `the file of contexts cannot be read: ${(error as Error).message}`,
    "correct or delete it, then sign in again with: monitorctl login",
  );
}
