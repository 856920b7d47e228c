/**
 * Bounds connections: each costs memory and a file descriptor. One address has a part of them, so that it cannot
 * take all. Trusted proxies speak for many addresses and have no such bound.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { plainAddress, type Trusts } from "./client-address.ts";

/** How many connections are open at once. */
export interface ConnectionLimits {
  all: number;
  perAddress: number;
}

/** Closes connections beyond the limits at once, and warns the first time; warns of proxies that are not trusted. */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  isTrusted: Trusts,
  warn: (text: string) => void,
): void {
  boundConnections(server, limits, isTrusted, warn);
  warnOfProxies(server, isTrusted, warn);
}

function boundConnections(
  server: Server,
  { all, perAddress }: ConnectionLimits,
  isTrusted: Trusts,
  warn: (text: string) => void,
): void {
  const open = new Map<string, number>();
  let warned = false;
  server.maxConnections = all;
  server.once("drop", () =>
    warn(`${all} connections are open, which is the limit: further ones are closed`),
  );
  server.on("connection", (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? "");
    if (address === null || isTrusted(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      if (!warned)
        warn(
          `${address} has ${perAddress} connections, which is the limit for one address: further ones are closed. If it is a reverse proxy, name it in --trusted-proxies`,
        );
      warned = true;
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** Proxies that are warned of: any client can send the header, and must not fill the log. */
const mostWarned = 3;

/** Warns, once each, of addresses whose X-Forwarded-For is not believed: most are a proxy that was not named. */
function warnOfProxies(server: Server, isTrusted: Trusts, warn: (text: string) => void): void {
  const warned = new Set<string>();
  server.on("request", ({ headers, socket }: IncomingMessage) => {
    if (headers["x-forwarded-for"] === undefined) return;
    const address = plainAddress(socket.remoteAddress ?? "");
    if (address === null) return;
    if (warned.size >= mostWarned || warned.has(address) || isTrusted(address)) return;
    warned.add(address);
    warn(
      `${address} sends X-Forwarded-For, which is not believed: its clients count as one address. If it is your reverse proxy, name it: --trusted-proxies ${address}`,
    );
  });
}
