/**
 * A sample application with a health endpoint: healthy until told otherwise, and able to misbehave in any
 * way that a handler can be written for.
 */
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

export interface TargetCheck {
  name: string;
  label?: string;
  status?: string;
  notificationMessage?: string;
  shortSummary?: string;
  meta?: unknown;
}

export interface Target {
  /** Origin, without a slash at the end. */
  url: string;
  healthUrl: string;
  port: number;
  requests: { path: string; headers: Record<string, string | undefined> }[];
  /** Connections made to it so far. */
  connections(): number;
  /** Those that are there. */
  open(): number;
  /** Replaces the whole report. */
  report(checks: TargetCheck[]): void;
  /** Lets one check fail, with the others as they are. */
  breakCheck(name: string, message: string): void;
  recover(): void;
  /** The HTTP status that goes with the report. */
  httpStatus(status: number): void;
  /** `finishedAt` of the report in ms; null: the time of each request. */
  finishedAt(at: number | null): void;
  /** Answers every request in the handler's way; null: with the report again. */
  respond(handler: RequestListener | null): void;
  /** Accepts requests and never answers. */
  hang(): void;
  /** Shows another certificate from the next connection on. */
  renew(tls: { key: string; cert: string }): void;
  /** Closes the connections that wait for a request, as a server does after a while. */
  closeIdle(): void;
  stop(): Promise<void>;
}

const healthy: TargetCheck[] = [
  {
    name: "database",
    label: "Database",
    status: "ok",
    shortSummary: "connected",
  },
  { name: "cache", label: "Cache", status: "ok", shortSummary: "Ok" },
];

export async function startTarget(
  options: {
    now?: () => number;
    tls?: { key: string; cert: string; ciphers?: string };
    /** The address that it listens at, as in a URL; 127.0.0.1 unless given. */
    host?: string;
  } = {},
): Promise<Target> {
  const { host = "127.0.0.1" } = options;
  const now = options.now ?? Date.now;
  const requests: Target["requests"] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let checks = healthy;
  let status = 200;
  let finished: number | null = null;
  let custom: RequestListener | null = null;

  const listener: RequestListener = (request, response) => {
    requests.push({
      path: request.url ?? "",
      headers: request.headers as Record<string, string | undefined>,
    });
    if (custom) {
      custom(request, response);
      return;
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        finishedAt: Math.floor((finished ?? now()) / 1000),
        checkResults: checks,
      }),
    );
  };
  const tlsServer = options.tls ? createTlsServer(options.tls, listener) : null;
  const server = tlsServer ?? createServer(listener);
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Tests break connections on purpose.
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host.replace(/^\[|\]$/g, ""), resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `${options.tls ? "https" : "http"}://${host}:${port}`;
  return {
    url,
    healthUrl: `${url}/health`,
    port,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    report: (next) => {
      checks = next;
    },
    breakCheck: (name, message) => {
      checks = checks.map((check) =>
        check.name === name
          ? {
              ...check,
              status: "failed",
              notificationMessage: message,
              shortSummary: "Failed",
            }
          : check,
      );
    },
    recover: () => {
      checks = healthy;
    },
    httpStatus: (next) => {
      status = next;
    },
    finishedAt: (at) => {
      finished = at;
    },
    respond: (handler) => {
      custom = handler;
    },
    hang: () => {
      custom = () => {};
    },
    renew: (tls) => {
      tlsServer!.setSecureContext(tls);
    },
    closeIdle: () => {
      server.closeIdleConnections();
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
