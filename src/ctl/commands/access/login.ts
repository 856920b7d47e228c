import { hostname } from "node:os";
import type { Me } from "../../../api/keys.ts";
import type { Client } from "../../../client/client.ts";
import { ApiProblem, UnsafeUrl } from "../../../client/errors.ts";
import { mayCarryKey } from "../../../client/trust.ts";
import type { Call, Run } from "../../call/call.ts";
import { clientWith } from "../../connect/connect.ts";
import { keyOf, readContexts, saveContext } from "../../connect/contexts.ts";
import { keyByBrowser } from "../../tasks/device-login.ts";
import { revokeOwn } from "../../tasks/own-key.ts";
import { oneLine } from "../../output/text.ts";
import { exitCodes } from "../../call/exit.ts";
import { Failure, wrongInput } from "../../call/failure.ts";
import { ask, askSecret, canAsk, readInput } from "../../io.ts";
import { keyIn, siteOf } from "../../connect/target.ts";
import { filesOf, prepareConnections } from "../../connect/certificates.ts";
import { done } from "../../call/structured.ts";

const defaultUrl = "http://127.0.0.1:8620";

/**
 * Signs in as a person in a browser, exchanges a one-time code for a key, or takes a key from the input. The key is tried,
 * and kept under a context, which becomes the current one.
 */
export const run: Run = async (call) => {
  const { io, options } = call;
  const { url, code } = placeOf(call);
  const files = filesOf(io, options);
  prepareConnections(io, url, files);
  const key =
    options["withKey"] === true
      ? await givenKey(call)
      : code !== null
        ? await keyForCode(call, url, code)
        : ((await keyOfPerson(call, url)) ??
          (await keyForCode(call, url, await askedCode(call, url))));
  const me = await verified(clientWith(url, key, options), url);
  const name = options.context ?? new URL(url).host;
  const before = readContexts(io).all[name];
  // The key of the last sign-in on this machine has no use any more.
  if (before?.url === url && me?.user)
    await keyOf(io, name, before)
      .then((last) => (last === key ? null : revokeOwn(url, last, options)))
      .catch(() => null);
  const { path, all } = await saveContext(io, name, { url, key, ...files });
  const chain = all[name]?.keychain;
  const kept = chain
    ? `its key in the keychain (${chain})`
    : `its key in ${path}, which only you can read`;
  return done(
    call,
    { context: name, url, key: me?.key ?? null },
    `Signed in to ${url}${me ? identity(me) : ""}. Kept as context "${name}", ${kept}.`,
  );
};

/** The person and the role, or the scopes of a key. */
const identity = ({ user, scopes }: Me): string =>
  user
    ? ` as ${oneLine(user.name)} (${user.role ?? scopes.join(", ")})`
    : ` (${scopes.join(", ")})`;

/** The key of a person, by a code in the browser; null: the server has no such way. Without a terminal it is not tried. */
async function keyOfPerson(call: Call, url: string): Promise<string | null> {
  const { io, options } = call;
  if (!canAsk(io, options) && options["browser"] !== false) return null;
  if (!options.insecure && !mayCarryKey(url)) throw new UnsafeUrl(url);
  return keyByBrowser(call, clientWith(url, null, options), url);
}

/** The server, and the code if one was given: also as the link that monitord prints. */
function placeOf({ io, args, options }: Call): {
  url: string;
  code: string | null;
} {
  const given = args[0] ?? options.url ?? io.env["MONITORCTL_URL"];
  const flag = typeof options["code"] === "string" ? options["code"] : null;
  const link = URL.parse(given ?? "");
  if (given && link?.pathname.endsWith("/login") && link.searchParams.has("code"))
    return {
      url: siteOf(`${link.origin}${link.pathname.slice(0, -"/login".length)}`),
      code: flag ?? link.searchParams.get("code"),
    };
  return { url: siteOf(given || defaultUrl), code: flag };
}

async function askedCode({ io, options }: Call, url: string): Promise<string> {
  const how =
    "give the code with --code, a key on the input with --with-key, or sign in with any browser: --no-browser";
  if (!canAsk(io, options)) throw wrongInput("no_code", "no code was given", how);
  const code = await ask(io, `Code that monitord at ${url} printed: `);
  if (!code) throw wrongInput("no_code", "no code was given", how);
  return code;
}

async function keyForCode({ options }: Call, url: string, code: string): Promise<string> {
  // The answer contains the key, so it needs the same care as a request with a key.
  if (!options.insecure && !mayCarryKey(url)) throw new UnsafeUrl(url);
  const client = clientWith(url, null, options);
  try {
    const name = `monitorctl on ${hostname()}`.slice(0, 255);
    return (await client.send("POST /login", { body: { code: code.trim(), name } })).key;
  } catch (error) {
    if (!(error instanceof ApiProblem && error.fromService)) throw error;
    if (error.status >= 500 || error.status === 429) throw error;
    throw new Failure(`the code was not taken: ${error.message}`, {
      exit: exitCodes.access,
      code: "code_refused",
      next: "a code works once, for 30 minutes; make a new one with: monitord setup-code",
      cause: error,
    });
  }
}

async function givenKey({ io, options }: Call): Promise<string> {
  const key = canAsk(io, options)
    ? ((await askSecret(io, "API key: ")) ?? "")
    : (await readInput(io)).toString("utf8").trim();
  if (key !== "") return keyIn(key, "standard input");
  throw wrongInput(
    "no_key",
    "no API key on standard input",
    "monitorctl login URL --with-key < file-with-the-key",
  );
}

/** Tries the key. null: a server with only the basic endpoints, which cannot say whose it is. */
async function verified(client: Client, url: string): Promise<Me | null> {
  try {
    return await client.send("GET /me");
  } catch (error) {
    const unknown = error instanceof ApiProblem && error.status === 404;
    if (error instanceof ApiProblem && error.status === 401)
      throw new Failure(`${url} does not know this key: ${error.message}`, {
        exit: exitCodes.access,
        code: "unauthorized",
        next: "check that it is complete, not revoked and from this server",
        cause: error,
      });
    if (!unknown) throw error;
    await client.send("GET /alert_groups");
    return null;
  }
}
