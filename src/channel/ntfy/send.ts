/** Sends one push to an ntfy server. */
import type { DuePush } from "../../core/paging/push.ts";
import { basicAuth } from "../../probe/request-headers.ts";
import { channelRefused, refused } from "../answer.ts";
import { createExchange } from "../exchange.ts";
import type { Sender, Surroundings } from "../sender.ts";
import { messageBytes, ntfyBody, plainBody, shortMessageBytes } from "./body.ts";
import type { NtfySettings } from "./channel.ts";
import { healthProblem, outcomeOf } from "./outcome.ts";

/** The longest time that a check of the server takes, ms. */
const checkTimeout = 5_000;

export function open(settings: NtfySettings, surroundings: Surroundings): Sender {
  const exchange = createExchange(surroundings);
  return {
    async push(due: DuePush) {
      const endsAt = exchange.endsAt();
      const { device } = due;
      const server = readServer(device.server ?? settings.url);
      if (!server) return refused(null, noUrl);
      const send = async (body: object) => {
        const answered = await exchange.send({
          url: server,
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...authorizationOf(device.access_token, server, settings),
          },
          body: JSON.stringify(body),
          timeout: endsAt - performance.now(),
        });
        return answered.kind === "answer" ? outcomeOf(answered) : answered;
      };
      const site = surroundings.site();
      const outcome = await send(ntfyBody(due, messageBytes, site));
      if (outcome.kind !== "refused") return outcome;
      // The credentials are the operator's, for every device: none of them is to blame.
      if (outcome.http_status === 401 && isOurs(device.access_token, server, settings))
        return channelRefused(outcome.http_status, outcome.detail);
      // A page without its buttons is better than none.
      if (outcome.http_status === 400) return send(plainBody(due));
      return outcome.http_status === 413 ? send(ntfyBody(due, shortMessageBytes, site)) : outcome;
    },
    async check() {
      const server = readServer(settings.url);
      if (!server) return noUrl;
      return healthProblem(
        await exchange.send({
          url: new URL("v1/health", server),
          method: "GET",
          headers: authorizationOf(null, server, settings),
          body: null,
          timeout: checkTimeout,
        }),
      );
    },
    close: () => exchange.close(),
  };
}

const noUrl = "the server's address is not an http(s) URL";

/** The root of the server: JSON is published there, never to the topic's own address. */
function readServer(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  url.search = "";
  url.hash = "";
  return url;
}

const isHome = (server: URL, settings: NtfySettings): boolean =>
  server.href === readServer(settings.url)?.href;

/** Whether `server` is sent the configured credentials. */
const isOurs = (token: string | null, server: URL, settings: NtfySettings): boolean =>
  token === null &&
  isHome(server, settings) &&
  (settings.token !== null || basicAuth(server) !== null);

/** The `Authorization` header for `server`, with `token` or the configured one. */
function authorizationOf(
  token: string | null,
  server: URL,
  settings: NtfySettings,
): { authorization?: string } {
  // The default server's token is for that server alone, however a device names it.
  const known = token ?? (isHome(server, settings) ? settings.token : null);
  const authorization = known ? `Bearer ${known}` : basicAuth(server);
  return authorization === null ? {} : { authorization };
}
