/** The next step after a failure: one table for the errors of every command and for `doctor`. */
import { connectionFault } from "../../client/errors.ts";
import { eachKind } from "../../resource/resources.ts";

/** How to give the password of a proxy. */
export const proxyCredentials =
  "name user and password of the proxy: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT";

/** How to fix a connection to `url` that failed with `error`; `elsewhere`: how to name another server. */
export function reachRemedy(
  error: unknown,
  url: string,
  elsewhere = "or pass another server with --url",
): string {
  const other = (scheme: string) => `${scheme}://${new URL(url).host}`;
  const isPlain = url.startsWith("http:");
  switch (connectionFault(error).fault) {
    case "unknown_host":
      return `check the name, ${elsewhere}`;
    case "no_route":
      return `check the network and the address, ${elsewhere}`;
    case "plain_http":
      return `the port seems to serve plain http, so use ${other("http")}`;
    case "not_http":
      return isPlain
        ? `the port seems to serve TLS, so use ${other("https")}`
        : "check the port: another protocol than HTTP answers there";
    case "closed":
      return isPlain
        ? `check the log of monitord; if the port serves TLS, use ${other("https")}`
        : "check the log of monitord and of the proxy";
    case "wrong_name":
      return "use the host name that the certificate is for";
    case "expired":
      return "renew the certificate of the server";
    case "early":
      return "check the clock of this machine, and the certificate of the server";
    case "certificate":
      return "trust its CA: --ca-file PATH, or MONITORCTL_CA_FILE, with the CA's certificate (PEM)";
    case "client_certificate":
      return "name the client certificate: --client-cert PATH and --client-key PATH";
    case "proxy":
      return "check HTTPS_PROXY, or name the host in NO_PROXY";
    case "proxy_credentials":
      return proxyCredentials;
    default:
      return `check that monitord runs there, ${elsewhere}`;
  }
}

/** How to replace an API key that the server does not accept; null: sign in. */
export function keyRemedy(keySource: string | null): string | null {
  const variable = /^MONITORCTL_API_KEY(_FILE)?/.exec(keySource ?? "")?.[0];
  return variable ? `unset ${variable}, or set it to a valid key` : null;
}

/** The command that lists the resources of each path of the API. */
const lists: Record<string, string> = {
  incidents: "monitorctl incidents",
  silences: "monitorctl silence list",
  inbound_events: "monitorctl inbound list",
  api_keys: "monitorctl keys list",
  overrides: "monitorctl api GET /schedules/ID/overrides",
  ...eachKind((kind) => `monitorctl get ${kind}`),
};

/** The command that lists the resources of a request's `path`, after a 404. Null: unknown path. */
export function listRemedy(path: string): string | null {
  const [, noun = ""] = /\/api\/v1\/(\w+)/.exec(path) ?? [];
  const list = lists[noun];
  return list === undefined ? null : `list them: ${list}`;
}

/** About a change whose answer is missing. */
export const mayBeMade = "the server may still have made the change";

/** How to see whether a change (`changeOf`) was made whose answer is missing; null: no single command shows it. */
export const remedyOf = (change: string | null): string | null =>
  change === "apply" ? "see the difference with: monitorctl plan" : null;
