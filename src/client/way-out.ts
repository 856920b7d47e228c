/**
 * How connections of this process leave the machine: through a proxy, with a certificate of the client. Set once per command,
 * before its first request.
 */
import type * as Http from "node:http";
import type * as Https from "node:https";
import type * as Tls from "node:tls";

export interface WayOut {
  /** The proxy for a URL; null: none. */
  proxyFor: (url: URL) => URL | null;
  /** The certificate of this client and its key (PEM); null: none. */
  certificate: { cert: string; key: string } | null;
}

const direct: WayOut = { proxyFor: () => null, certificate: null };
let current = direct;

/** For all requests from now on; null: straight to the server. */
export function takeWayOut(way: WayOut | null): void {
  current = way ?? direct;
}

/** A proxy that did not open a tunnel to the server, or that could not be reached itself. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";
  readonly code = "PROXY_REFUSAL";
  /** Null: it could not be reached. */
  readonly status: number | null;
  constructor(proxy: URL, said: number | string) {
    const isStatus = typeof said === "number";
    super(
      `the proxy ${proxy.host} ${isStatus ? `answered HTTP ${said}` : `is out of reach (${said})`}`,
    );
    this.status = isStatus ? said : null;
  }
}

/** Names the proxy in the error of a connection to it that was not made: by the error alone, the server would be to blame. */
function blameProxy(request: Http.ClientRequest, proxy: URL): Http.ClientRequest {
  return request.once("error", (error: NodeJS.ErrnoException & { errors?: Error[] }) => {
    const { syscall = "", code = "" } = (error.errors?.[0] ?? error) as NodeJS.ErrnoException;
    if (!/^(connect|getaddrinfo)$/.test(syscall)) return;
    const refusal = new ProxyRefusal(proxy, code);
    Object.assign(error, error.errors ? { errors: [refusal] } : { cause: refusal });
  });
}

/** Begins a request to a URL, along the way out. */
export function requestTo(target: URL, options: Http.RequestOptions): Http.ClientRequest {
  const isTls = target.protocol === "https:";
  const proxy = current.proxyFor(target);
  const own = isTls && current.certificate ? { ...current.certificate } : {};
  if (proxy === null) return moduleOf(target).request(target, { ...options, ...own });
  if (isTls) return https().request(target, { ...options, ...own, agent: tunnelThrough(proxy) });
  const request = moduleOf(proxy).request(proxy, {
    ...options,
    path: target.href,
    headers: {
      ...(options.headers as Http.OutgoingHttpHeaders),
      host: target.host,
      ...authorization(proxy),
    },
  });
  return blameProxy(request, proxy);
}

// An import would touch every export, and among them those that load all of fetch.
const http = () => process.getBuiltinModule("node:http") as typeof Http;
const https = () => process.getBuiltinModule("node:https") as typeof Https;
const moduleOf = ({ protocol }: URL) => (protocol === "https:" ? https() : http());

function authorization({ username, password }: URL): Record<string, string> {
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** One agent for each proxy, which keeps its connections for the next request. */
const tunnels = new Map<string, Https.Agent>();

function tunnelThrough(proxy: URL): Https.Agent {
  let agent = tunnels.get(proxy.href);
  if (!agent) {
    agent = new (https().Agent)({ keepAlive: true, timeout: 5000 });
    agent.createConnection = (options, callback) => {
      open(proxy, options as Tls.ConnectionOptions, callback!);
      return undefined;
    };
    tunnels.set(proxy.href, agent);
  }
  return agent;
}

/** Asks the proxy for a tunnel (CONNECT), and speaks TLS with the server through it. */
function open(
  proxy: URL,
  options: Tls.ConnectionOptions,
  callback: (error: Error | null, socket: never) => void,
): void {
  const failed = (error: Error) => callback(error, undefined as never);
  const { host = "", port = 443 } = options;
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const request = moduleOf(proxy).request(proxy, {
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
    agent: false,
  });
  blameProxy(request, proxy).once("error", failed);
  request.once("connect", ({ statusCode = 0 }, socket) => {
    if (statusCode >= 200 && statusCode < 300) {
      const tls = process.getBuiltinModule("node:tls") as typeof Tls;
      const { host: _host, port: _port, path: _path, ...rest } = options;
      callback(null, tls.connect({ ...rest, socket }) as never);
      return;
    }
    socket.destroy();
    failed(new ProxyRefusal(proxy, statusCode));
  });
  // Some answer a refusal as an ordinary one.
  request.once("response", ({ statusCode = 0 }) => failed(new ProxyRefusal(proxy, statusCode)));
  request.end();
}
