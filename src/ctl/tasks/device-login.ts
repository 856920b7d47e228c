/**
 * Signs in as a person: shows a code and an address, opens the browser of the machine, if it has one, and polls until the person has
 * answered there (RFC 8628). It works over ssh, because any browser will do.
 */
import { hostname } from "node:os";
import type { Client } from "../../client/client.ts";
import { ApiProblem, Unreachable } from "../../client/errors.ts";
import type { Call } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure } from "../call/failure.ts";
import { oneLine } from "../output/text.ts";
import { statusLine } from "../output/status-line.ts";
import { browse } from "../connect/browse.ts";

/** Added to the pause at each `slow_down`, s (RFC 8628, 3.5). */
const slower = 5;

/** The key of the person; null: the server does not know this way, or no person can sign in there. */
export async function keyByBrowser(
  call: Call,
  client: Client,
  url: string,
): Promise<string | null> {
  const { io } = call;
  const begun = await begin(client);
  if (begun === null) return null;
  const page = pageOf(url, begun.verification_uri);
  const code = oneLine(begun.user_code);
  const whole = `${page}?code=${encodeURIComponent(begun.user_code)}`;
  io.stderr.write(
    `Sign in at ${page} and compare this code:\n\n    ${call.style.bold(code)}\n\nOr open ${whole}\n`,
  );
  if (hasBrowser(call)) await browse(whole, io.env["BROWSER"]);
  const line = statusLine(io);
  // Without a pause the loop would ask without end.
  let interval = Math.max(1, begun.interval || slower);
  try {
    for (let left = begun.expires_in; left > 0; left -= interval) {
      line.show(`Waiting for the answer in the browser (${Math.ceil(left / 60)} min left)`);
      await io.sleep(interval * 1000);
      const polled = await poll(client, begun.device_code);
      if (typeof polled === "object") return polled.key;
      if (polled === "slow_down") interval += slower;
      else if (polled !== "authorization_pending") throw notSignedIn(polled, url);
    }
  } finally {
    line.clear();
  }
  throw notSignedIn("expired_token", url);
}

async function begin(client: Client) {
  try {
    const body = { host: hostname().slice(0, 255) || "a machine", program: "monitorctl" };
    return await client.send("POST /device_authorizations", { body });
  } catch (error) {
    // 404: an older server. 409: no person can sign in yet.
    const isNone = error instanceof ApiProblem && [404, 405, 409].includes(error.status);
    if (isNone) return null;
    throw error;
  }
}

/** The answer, or the code of RFC 8628 for its absence. A server that is away for a moment is asked again. */
async function poll(client: Client, device_code: string): Promise<{ key: string } | string> {
  try {
    return await client.send("POST /device_authorizations/key", { body: { device_code } });
  } catch (error) {
    if (error instanceof Unreachable) return "slow_down";
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 429 || error.status >= 500) return "slow_down";
    const code = error.problem.errors?.[0]?.code;
    if (error.status !== 400 || code === undefined) throw error;
    return code;
  }
}

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * The page to open: the one that the server names, if it is a web page that this person can reach. A server whose
 * --site-url was left at its default names itself.
 */
function pageOf(url: string, named: string): string {
  const [own, page] = [new URL(url), URL.parse(named)];
  const isWeb = page !== null && /^https?:$/.test(page.protocol);
  return isWeb && (!isLoopback(page.hostname) || isLoopback(own.hostname))
    ? page.href
    : `${url}/device`;
}

/** Over ssh, and without a display, a browser would open on another screen, or in this terminal. */
function hasBrowser({ io: { env, stderr }, options }: Call): boolean {
  if (options["browser"] === false || !stderr.isTTY) return false;
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return false;
  const isX = process.platform !== "darwin" && process.platform !== "win32";
  return !isX || Boolean(env["BROWSER"] || env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}

const reasons: Partial<Record<string, string>> = {
  access_denied: "the sign-in was denied in the browser",
  expired_token: "the code has expired without an answer",
};

const notSignedIn = (code: string, url: string) =>
  new Failure(reasons[code] ?? `the server answered ${oneLine(code)}`, {
    exit: exitCodes.access,
    code,
    next: `monitorctl login ${url}`,
  });
