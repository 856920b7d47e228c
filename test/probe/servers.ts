/** Servers on loopback in the words of the guide, and the fields of a monitor of each. */
import { gzipSync } from "node:zlib";
import type { HealthCheckMonitor } from "../../src/core/model/model.ts";
import {
  issueCertificate,
  makeAuthority,
  makeCertificate,
  type KeyAndCert,
} from "../support/certificate.ts";
import { bytesOf, dnsOf, pingOf, targetOf } from "../support/probing.ts";
import { frame, socketsOf } from "../support/websocket.ts";

export type Fields = Partial<HealthCheckMonitor> & {
  /** The answer is read that many days later. */
  later?: number;
  /** Where its prober finds `ping`. */
  pingPath?: string;
};
/** A server in words → what a monitor of it has. */
export type Servers = Record<string, () => Promise<Fields> | Fields>;

export const authority = makeAuthority("Test CA");
const middle = makeAuthority("Middle CA", authority);
const here = "IP:127.0.0.1";
const page = "<h1>Welcome</h1>";
const welcome = { body_contains: "Welcome" } as const;

/** A page whose server answers each request so. */
async function pageOf(
  respond: Parameters<Awaited<ReturnType<typeof targetOf>>["respond"]>[0],
  fields: Fields = {},
): Promise<Fields> {
  const app = await targetOf();
  app.respond(respond);
  return { url: app.url, expect: "http", ...fields };
}

/** A page behind a certificate, or with `tls` its port alone. */
async function securedBy(
  certificate: KeyAndCert,
  scheme: "https" | "tls" = "https",
  fields: Fields = {},
): Promise<Fields> {
  const app = await targetOf({ tls: certificate });
  const url = `${scheme}://127.0.0.1:${app.port}`;
  return { url, ...(scheme === "https" && { expect: "http" as const }), ...fields };
}

/** A server that gets a request and sends these bytes. */
async function rawOf(answer: string, fields: Fields = {}): Promise<Fields> {
  const server = await bytesOf((socket) => socket.once("data", () => socket.write(answer)));
  return { url: `http://${server.address}/`, expect: "http", ...fields };
}

/** A page whose body comes byte by byte, and never ends. */
const dripping = (fields: Fields = {}) =>
  pageOf(
    (_, response) => {
      const drip = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(drip));
    },
    { timeout_seconds: 1, ...fields },
  );

export const pages: Servers = {
  "answers 200": () => pageOf((_, response) => response.end(page), welcome),
  "answers 503": () => pageOf((_, response) => response.writeHead(503).end(page), welcome),
  "refuses HEAD": () =>
    pageOf((request, response) => response.writeHead(request.method === "HEAD" ? 405 : 200).end(), {
      method: "HEAD",
    }),
  "redirects to the page": () =>
    pageOf((request, response) =>
      request.url === "/"
        ? response.writeHead(302, { location: "/shop" }).end()
        : response.end(page),
    ),
  "redirects to another origin": async () => {
    const { url: location } = await pageOf((_, response) => response.end(page));
    return pageOf((_, response) => response.writeHead(301, { location }).end());
  },
  "redirects, and 301 is accepted": () =>
    pageOf((_, response) => response.writeHead(301, { location: "/shop" }).end(), {
      accepted_statuses: "301",
    }),
  "redirects in a loop": () =>
    pageOf((_, response) => response.writeHead(302, { location: "/" }).end()),
  "sends gzip": () =>
    pageOf(
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(page)),
      welcome,
    ),
  "sends another page": () => pageOf((_, response) => response.end("<h1>Closed</h1>"), welcome),
  "sends HTML where JSON is expected": () =>
    pageOf((_, response) => response.end(page), {
      body_json: [{ pointer: "/status", comparison: "equals", value: "ok" }],
    }),
  "sends binary": () => pageOf((_, response) => response.end(Buffer.alloc(1000, 0xfe)), welcome),
  "sends 100 MB": () =>
    pageOf((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("a".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    }, welcome),
  "sends a gzip bomb": () =>
    pageOf(
      (_, response) =>
        response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(16 * 1024 * 1024))),
      welcome,
    ),
  "sends a gzip stream without its end": () =>
    pageOf(
      (_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(page).subarray(0, -8)),
      welcome,
    ),
  "names an encoding that nobody knows": () =>
    pageOf(
      (_, response) => response.writeHead(200, { "content-encoding": "none" }).end(page),
      welcome,
    ),
  "ends its lines with LF alone": () =>
    rawOf(`HTTP/1.1 200 OK\nContent-Length: ${page.length}\n\n${page}`, welcome),
  "sends Content-Length twice": () =>
    rawOf(
      `HTTP/1.1 200 OK\r\n${`Content-Length: ${page.length}\r\n`.repeat(2)}\r\n${page}`,
      welcome,
    ),
  "redirects to itself with a cookie": () =>
    pageOf((request, response) =>
      request.headers.cookie
        ? response.end(page)
        : response.writeHead(302, { location: "/", "set-cookie": "seen=1; Path=/" }).end(),
    ),
  "redirects eleven times": () =>
    pageOf((request, response) =>
      response.writeHead(302, { location: `/${Number(request.url!.slice(1)) + 1}` }).end(),
    ),
  "plays a radio": () =>
    pageOf((_, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" }).write("...");
    }),
  "sends 10,000 headers": () => rawOf(`HTTP/1.1 200 OK\r\n${"X-Header: 1\r\n".repeat(10_000)}\r\n`),
  "speaks another protocol": () => rawOf("SSH-2.0-OpenSSH_9.2\r\n"),
  "is slow": () =>
    pageOf((_, response) => void setTimeout(() => response.end(page), 50), { slow_above_ms: 20 }),
  "drips its body": () => dripping(),
  "drips its body, which counts": () => dripping(welcome),
  "never answers": () => pageOf(() => {}, { timeout_seconds: 1 }),
  "is not there": async () => {
    const app = await targetOf();
    await app.stop();
    return { url: app.url, expect: "http" };
  },
  "has no name": () => ({ url: "http://nowhere.test", expect: "http" }),
};

/** A page at a name that its certificate has in the subject only. */
async function commonNameAlone(): Promise<Fields> {
  const app = await targetOf({ tls: issueCertificate(authority, null) });
  return { url: `https://shop:${app.port}`, expect: "http" };
}

export const certificates: Servers = {
  "certificate for 90 more days": () => securedBy(issueCertificate(authority, here)),
  "certificate for 20 more days": () =>
    securedBy(issueCertificate(authority, here), "https", { later: 69 }),
  "certificate for 6 more days": () =>
    securedBy(issueCertificate(authority, here), "https", { later: 83 }),
  "certificate that lives for 6 days": () => securedBy(issueCertificate(authority, here, 6)),
  "certificate that lives for 6 days, for 12 more hours": () =>
    securedBy(issueCertificate(authority, here, 6), "https", { later: 5.5 }),
  "certificate with a common name alone": () => commonNameAlone(),
  "certificate that has ended": () => securedBy(issueCertificate(authority, here, -1)),
  "certificate that is self-signed": () => securedBy(makeCertificate(here, 90)),
  "certificate for another name": () =>
    securedBy(issueCertificate(authority, "DNS:shop.example.com")),
  "certificate without its missing link": () => securedBy(issueCertificate(middle, here)),
  "certificate with all its links": () => {
    const leaf = issueCertificate(middle, here);
    return securedBy({ key: leaf.key, cert: leaf.cert + middle.cert });
  },
  "TLS handshake that never ends": async () => {
    const { address } = await bytesOf();
    return { url: `https://${address}`, expect: "http", timeout_seconds: 1 };
  },
};

export const ports: Servers = {
  "tcp:// to an echo": async () => {
    const { address } = await bytesOf((socket) => socket.pipe(socket));
    return { url: `tcp://${address}` };
  },
  "tcp:// to a silent port": async () => {
    const { address } = await bytesOf();
    return { url: `tcp://${address}` };
  },
  "tcp:// to a closed port": async () => {
    const app = await targetOf();
    await app.stop();
    return { url: `tcp://127.0.0.1:${app.port}` };
  },
  "tls:// to a certificate for 90 more days": () =>
    securedBy(issueCertificate(authority, here), "tls"),
  "tls:// to a certificate for 6 more days": () =>
    securedBy(issueCertificate(authority, here), "tls", { later: 83 }),
  "tls:// to a certificate that is self-signed": () => securedBy(makeCertificate(here, 90), "tls"),
  "tls:// to a port without TLS": async () => {
    const { address } = await bytesOf((socket) => socket.end("220 mail.example.com ESMTP\r\n"));
    return { url: `tls://${address}` };
  },
};

/** A WebSocket whose server sends these bytes after the right handshake. */
async function liveOf(bytes: Buffer | string, fields: Fields = {}): Promise<Fields> {
  const server = await socketsOf((socket, { accepted }) => {
    socket.write(accepted());
    socket.write(bytes);
  });
  return { url: `ws://${server.address}/`, timeout_seconds: 1, ...fields };
}
const asking = { request_body: "status?", body_contains: "well" } as const;

export const sockets: Servers = {
  "makes the handshake": () => liveOf(""),
  "answers a message": () => liveOf(frame(1, "all well"), asking),
  "answers something else": () => liveOf(frame(1, "on fire"), asking),
  "never answers": () => liveOf("", asking),
  "closes the connection": () => liveOf(frame(8, Buffer.from("\x03\xf0who?", "latin1")), asking),
  "is a page": async () => {
    const { url } = await pageOf((_, response) => response.end(page));
    return { url: url!.replace("http", "ws") };
  },
  "wants a login": async () => {
    const { url } = await pageOf((_, response) => response.writeHead(401).end());
    return { url: url!.replace("http", "ws") };
  },
  "answers another handshake": async () => {
    const server = await socketsOf((socket, { accepted }) =>
      socket.write(accepted().replace(/Accept: ..../, "Accept: oops")),
    );
    return { url: `ws://${server.address}/` };
  },
  "has a certificate for 90 more days": async () => {
    const server = await socketsOf(
      (socket, { accepted }) => socket.write(accepted()),
      issueCertificate(authority, here),
    );
    return { url: `wss://${server.address}/` };
  },
};

const summary = (received: number) => `echo "1 packets transmitted, ${received} received"`;
/** A host, as a script in place of `ping` sees it. */
const hostOf = (script: string) => (): Fields => ({
  url: "icmp://127.0.0.1",
  pingPath: pingOf(script),
});

export const pings: Servers = {
  answers: hostOf(`echo "64 bytes from 127.0.0.1: time=3 ms"; ${summary(1)}`),
  "is silent": hostOf(summary(0)),
  "is away, as its router says": hostOf(
    `echo "From 127.0.0.2 icmp_seq=1 Destination Host Unreachable"; ${summary(0)}`,
  ),
  "takes longer than the timeout": () => ({ ...hostOf("exec /bin/sleep 9")(), timeout_seconds: 1 }),
  "no program `ping`": () => ({ url: "icmp://127.0.0.1", pingPath: "/nowhere" }),
  "no permission to ping": hostOf('echo "ping: socket: Operation not permitted" >&2'),
};

/** A DNS query against the zone of this table. */
const query =
  (name: string, type: string, fields: Fields = {}) =>
  async () => {
    const dns = await dnsOf({
      "shop.example.com": {
        a: ["203.0.113.7"],
        aaaa: ["2001:db8::7"],
        txt: ["v=spf1 -all"],
        mx: ["10 mx.example.com"],
      },
      "www.example.com": { cname: ["shop.example.com"] },
      "large.example.com": { a: ["203.0.113.7"], truncated: true },
      "broken.example.com": "fail",
      "lying.example.com": "lie",
      "silent.example.com": "silent",
    });
    return { url: `dns://${dns.server}/${name}?type=${type}`, ...fields };
  };

export const queries: Servers = {
  A: query("shop.example.com", "A"),
  AAAA: query("shop.example.com", "AAAA"),
  CNAME: query("www.example.com", "CNAME"),
  TXT: query("shop.example.com", "TXT"),
  MX: query("shop.example.com", "MX"),
  "an expected answer is there": query("shop.example.com", "A", { dns_answers: ["203.0.113.7"] }),
  "an expected answer is missing": query("shop.example.com", "A", { dns_answers: ["192.0.2.1"] }),
  "no record of the type": query("shop.example.com", "CAA"),
  NXDOMAIN: query("nowhere.example.com", "A"),
  SERVFAIL: query("broken.example.com", "A"),
  "truncated, and whole over TCP": query("large.example.com", "A"),
  "an answer that lies about its length": query("lying.example.com", "A"),
  "no answer": query("silent.example.com", "A", { timeout_seconds: 1 }),
};

const inverted = (server: Servers[string] | undefined) => async () => ({
  ...(await server!()),
  invert: true,
});

export const must: Servers = {
  "tcp:// to a closed port": inverted(ports["tcp:// to a closed port"]),
  "tcp:// to an echo": inverted(ports["tcp:// to an echo"]),
  "a page that answers 404": inverted(() => pageOf((_, response) => response.writeHead(404).end())),
  "a page that answers 200": inverted(() => pageOf((_, response) => response.end(page))),
  "a page where a report is expected": inverted(() =>
    pageOf((_, response) => response.end(page), { expect: "health" }),
  ),
  "a host that is silent": inverted(pings["is silent"]),
  "a host that answers": inverted(pings["answers"]),
  "a host, but no program `ping`": inverted(pings["no program `ping`"]),
  "a name that does not exist": inverted(queries["NXDOMAIN"]),
  "a name that resolves": inverted(queries["A"]),
  "an address that is refused": inverted(() => ({ url: "tcp://169.254.169.254:80" })),
};
