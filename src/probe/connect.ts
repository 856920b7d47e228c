/**
 * Opens connections behind the address guard, for every scheme.
 *
 * A check of the name before the request is not enough: between check and connect DNS may answer
 * something else, and a URL may hold an address that no look-up ever sees. So this file itself resolves,
 * judges every address, connects to exactly those, and judges the peer once more. Names keep their TLS server
 * name.
 *
 * A connection whose certificate is not trusted is never handed on: no byte of a request is written to it.
 * Its handshake is completed all the same, because only then the certificate can be described.
 */
import { isIP, connect as connectTcp, type Socket } from "node:net";
import {
  connect as connectTls,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { refusal, type AddressProfile, type AddressRule } from "../core/access/address.ts";
import type { HostPort } from "../core/health/endpoint.ts";
import type { Certificate } from "../core/health/prober.ts";
import { certificateOf, UntrustedCertificate } from "./certificate.ts";
import { answering, type Lookup } from "./lookup.ts";

/** The addresses that may be connected to, and how names become addresses. */
export interface Guard {
  profile: () => AddressProfile;
  /** Asked before each connection: when the profile is known again, or null: it is. Absent: it never changes. */
  fresh?: (() => Promise<void> | null) | undefined;
  exceptions: readonly AddressRule[];
  lookup: Lookup;
  /** Connections to addresses of the other version are not made. Absent: to both. */
  version?: "ipv4" | "ipv6" | undefined;
  /** Certificate authorities in place of the system's, PEM. */
  ca?: string | undefined;
  /** Certificate and private key for a server that asks for one, PEM. */
  client?: string | undefined;
}

export interface ConnectTarget extends HostPort {
  /** The protocols to offer; null: no TLS. */
  tls: { alpn?: string[] } | null;
  /** TCP and TLS together, ms; absent: until the caller abandons it. */
  timeout?: number;
}

/** Facts about a connection, complete once it is made. Durations in ms; null: did not take place or did not end. */
export interface Connection {
  step: "dns" | "connection";
  /** `looking up shop.example.com`. */
  doing: string;
  /** `203.0.113.7:443`. */
  address: string | null;
  dns: number | null;
  connect: number | null;
  tls: number | null;
  protocol: string | null;
  certificate: Certificate | null;
  /** Requests that were sent over it. */
  requests: number;
}

/** A connection that is being made. */
export interface Opening {
  connection: Connection;
  socket: Promise<Socket>;
  /** Ends the attempt: `socket` rejects. Without an effect once it has resolved. */
  abandon: (error: Error) => void;
}

/** The guard refuses connections to the target, for every caller. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
  /** The reason without the address, which a name's owner may want to hide. */
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

const refusedAddress = (address: string, why: string): AddressRefused =>
  new AddressRefused(`address ${address} is not allowed: ${why}`, why);

/** With several organizations: the resolver of the system knows addresses that are the operator's own affair. */
const refusedName = (host: string): AddressRefused =>
  new AddressRefused(`${host} is not allowed: it has an address that is not public`, "not public");

/** The target's name gave no address. */
export class LookupFailed extends Error {
  override name = "LookupFailed";
  /** No resolver said whether the name exists. */
  readonly broken: boolean;

  constructor(reason: string, broken = false) {
    super(reason);
    this.broken = broken;
  }
}

const connections = new WeakMap<object, Connection>();

/** The facts of a socket that was opened here, or of the error that opening one ended with. */
export function connectionOf(socketOrError: object): Connection | null {
  return connections.get(socketOrError) ?? null;
}

/** Begins to connect to `target`. */
export function open(guard: Guard, target: ConnectTarget): Opening {
  const connection: Connection = {
    step: "dns",
    doing: `looking up ${target.host}`,
    address: null,
    dns: null,
    connect: null,
    tls: null,
    protocol: null,
    certificate: null,
    requests: 0,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  let pending: Socket | null = null;
  let abandoned = false;

  async function make(): Promise<Socket> {
    const addresses = await guardedAddresses(guard, target, (ms) => (connection.dns = ms));
    if (abandoned) throw new Error("given up");
    connection.step = "connection";
    connection.doing = target.tls ? "connecting with TLS" : "connecting";
    pending = start(guard, target, addresses);
    await made(pending, target, connection);
    // The address at the other end is judged too: the system has the last word about where a connection leads.
    judge(guard, target, pending.remoteAddress ?? "");
    if (target.tls) trust(pending as TLSSocket, connection);
    return pending;
  }

  make().then(
    (socket) => {
      connections.set(socket, connection);
      resolve(socket);
    },
    (error: Error) => {
      pending?.destroy();
      connections.set(error, connection);
      reject(error);
    },
  );
  return {
    connection,
    socket: promise,
    abandon(error) {
      abandoned = true;
      connections.set(error, connection);
      reject(error);
      pending?.destroy(error);
    },
  };
}

/** The addresses of `host`, each of which may be connected to. Throws `AddressRefused` or `LookupFailed`. */
export async function guardedAddresses(
  guard: Guard,
  { host, port }: HostPort,
  onLookup: (ms: number) => void = () => {},
): Promise<string[]> {
  await guard.fresh?.();
  let addresses = [host];
  if (isIP(host) === 0) {
    const began = performance.now();
    const result = await guard.lookup(host);
    onLookup(performance.now() - began);
    if (!result.ok) throw new LookupFailed(result.reason, result.broken);
    addresses = result.addresses;
  }
  // One refused address among many condemns the name: which one is taken is not ours to choose.
  for (const address of addresses) judge(guard, { host, port }, address);
  return ofVersion(guard.version, host, addresses);
}

/** Those of `addresses` that have `version`. Throws `LookupFailed` when none has. */
function ofVersion(version: Guard["version"], host: string, addresses: string[]): string[] {
  if (version === undefined) return addresses;
  const family = version === "ipv6" ? 6 : 4;
  const some = addresses.filter((address) => isIP(address) === family);
  if (some.length === 0) throw new LookupFailed(`${host} has no IPv${family} address`);
  return some;
}

function judge({ profile, exceptions }: Guard, { host, port }: HostPort, address: string): void {
  const why = refusal(address, profile(), exceptions, port);
  if (why === null) return;
  const isFound = isIP(host) === 0 && profile() === "multi";
  throw isFound ? refusedName(host) : refusedAddress(address, why);
}

/**
 * One for all connections of a guard: to make it takes a third of a handshake. Sessions are not resumed, so that each
 * connection shows its certificate.
 */
const contexts = new WeakMap<Guard, SecureContext>();

function contextOf(guard: Guard): SecureContext {
  let context = contexts.get(guard);
  if (!context) {
    const { ca, client } = guard;
    context = createSecureContext({
      ...(ca !== undefined && { ca }),
      ...(client !== undefined && { cert: client, key: client }),
    });
    contexts.set(guard, context);
  }
  return context;
}

function start(guard: Guard, { host, port, tls }: ConnectTarget, addresses: string[]): Socket {
  const tcp = {
    host,
    port,
    // Only the checked addresses; the system's resolver is not asked again.
    lookup: answering(addresses),
    autoSelectFamily: addresses.length > 1,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  if (!tls) return connectTcp(tcp);
  return connectTls({
    ...tcp,
    // A dot that ends a name is not part of the name in TLS (RFC 6066, 3): servers refuse one that has it.
    ...(isIP(host) === 0 && { servername: host.replace(/\.$/, "") }),
    secureContext: contextOf(guard),
    ...(tls.alpn && { ALPNProtocols: tls.alpn }),
    // `trust` judges the certificate, and no byte is written before.
    rejectUnauthorized: false,
  });
}

/** Waits until the connection is made, handshake included. */
function made(socket: Socket, target: ConnectTarget, connection: Connection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const began = performance.now();
  let connected = began;
  const timer =
    target.timeout === undefined
      ? undefined
      : setTimeout(() => {
          socket.destroy(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" }));
        }, target.timeout);
  socket
    .once("connect", () => {
      connected = performance.now();
      connection.connect = connected - began;
      connection.address = addressOf(socket);
      if (!target.tls) resolve();
    })
    .once("secureConnect", () => {
      connection.tls = performance.now() - connected;
      resolve();
    })
    // Stays on after connecting, because a socket without one throws.
    .on("error", reject)
    .once("close", () => reject(new Error("connection closed")));
  return promise.finally(() => clearTimeout(timer));
}

/** Describes the certificate. Throws `UntrustedCertificate`. */
function trust(socket: TLSSocket, connection: Connection): void {
  // Node sets it to the code of an error, although its type is Error.
  const code = socket.authorized ? null : String(socket.authorizationError);
  connection.protocol = socket.getProtocol();
  connection.certificate = certificateOf(socket, code);
  if (code !== null) throw new UntrustedCertificate(code);
  // A later handshake could show another certificate, which would not be judged.
  socket.disableRenegotiation();
}

function addressOf({ remoteAddress = "", remotePort }: Socket): string {
  const host = remoteAddress.includes(":") ? `[${remoteAddress}]` : remoteAddress;
  return `${host}:${remotePort}`;
}
