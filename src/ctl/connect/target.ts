/**
 * Selects the server and the key, with their sources: flag, then environment, then the stored contexts. A
 * stored key is only ever used for the server it belongs to.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { keyOf, readContexts, type Context } from "./contexts.ts";
import type { CertificateFiles, Options, Target } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure, wrongInput } from "../call/failure.ts";
import type { Io } from "../io.ts";
import { filesOf, noFiles } from "./certificates.ts";
import { unknownContext } from "./unknown-context.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

/** The server and the key; fails when no server is named anywhere. */
export async function targetOf(io: Io, flags: Options): Promise<Target> {
  const target = await namedTarget(io, flags);
  const { caFile, clientCert, clientKey } = filesOf(io, flags);
  return {
    ...target,
    caFile: caFile ?? target.caFile,
    // A certificate and its key come from one place.
    ...(clientCert !== null && { clientCert, clientKey }),
  };
}

async function namedTarget(io: Io, flags: Options): Promise<Target> {
  const named = flags.context;
  if (named !== undefined && flags.url !== undefined)
    throw wrongInput("usage", "--url and --context both name a server", "leave one of them out");
  if (named !== undefined) return ofNamed(io, named);
  const url = flags.url ?? (io.env["MONITORCTL_URL"] || undefined);
  const key = keyFromEnvironment(io);
  // No folder or file is read then.
  if (url !== undefined && key) return { url: siteOf(url), ...key, ...noFiles };
  const stored = storedFor(io, url === undefined ? null : siteOf(url));
  if (stored)
    return key
      ? { url: stored[1].url, ...key, ...storedFiles(stored[1]) }
      : ofContext(io, ...stored);
  if (url !== undefined) return { url: siteOf(url), apiKey: null, keySource: null, ...noFiles };
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

/** An address as it was typed, checked, without a slash at its end and without the path of the API. */
export function siteOf(text: string): string {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw wrongInput(
      "url",
      `"${text}" is not the address of a server`,
      "name it as https://host or http://host:port",
    );
  return withoutEndSlashes(`${url.origin}${url.pathname}`).replace(/\/api\/v1$/, "");
}

/** The files that a context names. */
export const storedFiles = ({ ca_file, client_cert, client_key }: Context): CertificateFiles => ({
  caFile: ca_file ?? null,
  clientCert: client_cert ?? null,
  clientKey: client_key ?? null,
});

async function ofContext(io: Io, name: string, context: Context): Promise<Target> {
  return {
    url: context.url,
    apiKey: await keyOf(io, name, context),
    keySource: `context ${name}`,
    ...storedFiles(context),
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
  if (key) return { apiKey: keyIn(key, "MONITORCTL_API_KEY"), keySource: "MONITORCTL_API_KEY" };
  if (!file) return null;
  const keySource = `MONITORCTL_API_KEY_FILE (${file})`;
  return { apiKey: keyIn(textOf(resolve(io.cwd, file)), keySource), keySource };
}

const keyAlone = "name a file that holds the key alone";

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const why = (error as Error).message;
    throw wrongInput("config", `MONITORCTL_API_KEY_FILE cannot be read: ${why}`, keyAlone);
  }
}

/** The key in a text. Refuses one that no request can carry, such as of a file that PowerShell wrote as UTF-16. */
export function keyIn(text: string, source: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const what = key === "" ? "is empty" : "has characters that no API key has";
  throw wrongInput("config", `${source} ${what}`, `${keyAlone}, in UTF-8`);
}
