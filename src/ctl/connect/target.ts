/**
 * Selects the server and the key, with their sources: flag, then environment, then the stored contexts. A
 * stored key is only ever used for the server it belongs to.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { keyOf, readContexts, type Context } from "./contexts.ts";
import type { Options, Target } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure, wrongInput } from "../call/failure.ts";
import type { Io } from "../io.ts";
import { caFileOf } from "./trust-ca.ts";
import { unknownContext } from "./unknown-context.ts";

type TargetFlags = Pick<Options, "url" | "context" | "caFile">;

/** The server and the key; fails when no server is named anywhere. */
export async function targetOf(io: Io, flags: TargetFlags): Promise<Target> {
  const target = await namedTarget(io, flags);
  return { ...target, caFile: caFileOf(io, flags) ?? target.caFile };
}

async function namedTarget(io: Io, flags: TargetFlags): Promise<Target> {
  const named = flags.context;
  if (named !== undefined && flags.url !== undefined)
    throw wrongInput("usage", "--url and --context both name a server", "leave one of them out");
  if (named !== undefined) return ofNamed(io, named);
  const url = flags.url ?? (io.env["MONITORCTL_URL"] || undefined);
  const key = keyFromEnvironment(io);
  // No folder or file is read then.
  if (url !== undefined && key) return { url: siteOf(url), ...key, caFile: null };
  const stored = storedFor(io, url === undefined ? null : siteOf(url));
  if (stored)
    return key
      ? { url: stored[1].url, ...key, caFile: stored[1].ca_file ?? null }
      : ofContext(io, ...stored);
  if (url !== undefined) return { url: siteOf(url), apiKey: null, keySource: null, caFile: null };
  throw new Failure("no server is named and nobody is signed in", {
    exit: exitCodes.access,
    code: "not_signed_in",
    next: "monitorctl login URL, or set MONITORCTL_URL and MONITORCTL_API_KEY",
  });
}

async function ofNamed(io: Io, name: string): Promise<Target> {
  const context = readContexts(io).all[name];
  if (context) return ofContext(io, name, context);
  throw unknownContext(io, name);
}

/** The context of `url`; of null, the one that was signed in to last. */
function storedFor(io: Io, url: string | null): [string, Context] | null {
  const contexts = readContexts(io);
  const fits = ([name, context]: [string, Context]) =>
    url === null ? name === contexts.current : context.url === url;
  return Object.entries(contexts.all).find(fits) ?? null;
}

/** An address as it was typed, checked and without a slash at its end. */
export function siteOf(text: string): string {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw wrongInput(
      "url",
      `"${text}" is not the address of a server`,
      "name it as https://host or http://host:port",
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

async function ofContext(io: Io, name: string, context: Context): Promise<Target> {
  return {
    url: context.url,
    apiKey: await keyOf(io, name, context),
    keySource: `context ${name}`,
    caFile: context.ca_file ?? null,
  };
}

function keyFromEnvironment(io: Io): { apiKey: string; keySource: string } | null {
  const key = io.env["MONITORCTL_API_KEY"];
  const file = io.env["MONITORCTL_API_KEY_FILE"];
  if (key && file)
    throw wrongInput(
      "config",
      "MONITORCTL_API_KEY and MONITORCTL_API_KEY_FILE are both set",
      "unset one of them",
    );
  if (key) return { apiKey: key.trim(), keySource: "MONITORCTL_API_KEY" };
  if (!file) return null;
  try {
    const text = readFileSync(resolve(io.cwd, file), "utf8");
    return {
      apiKey: text.trim(),
      keySource: `MONITORCTL_API_KEY_FILE (${file})`,
    };
  } catch (error) {
    throw wrongInput(
      "config",
      `MONITORCTL_API_KEY_FILE cannot be read: ${(error as Error).message}`,
      "name a file that holds the key alone",
    );
  }
}
