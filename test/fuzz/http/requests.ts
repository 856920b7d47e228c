/** Makes requests for the routes of a server, each a little wrong. Pure. */
import type { RouteOfServer } from "../../support/routes.ts";
import { bodyWith, textsOf, type ApiDocument, type Given } from "../../support/route-bodies.ts";
import type { Chance } from "../chance.ts";
import { mutated } from "../mutate.ts";

/** What the requests are made of. */
export interface Known {
  routes: readonly RouteOfServer[];
  document: ApiDocument;
  /** Of resources that exist. */
  ids: readonly string[];
  given: Given;
  webhookIds: readonly string[];
  keys: readonly string[];
  cookie: string;
  csrf: string;
  /** Bodies of other tools. */
  payloads: readonly string[];
}

export interface Request {
  method: string;
  /** As it is written in the request. */
  path: string;
  /** It asks a route of the API by a method that its document has, so that the answer can be held to it. */
  isPlain: boolean;
  /** All of it, as bytes. */
  raw: Buffer;
}

const oddParts = [
  "%00",
  "%2e%2e",
  "%zz",
  "..",
  "%F0%9F%98%80",
  "%ff",
  "a".repeat(2_000),
  "__proto__",
  "-1",
  "%0d%0a",
  "*",
  ":id",
];
const oddValues = [
  "",
  "1e9",
  "-1",
  "null",
  "%00",
  "%ff",
  "__proto__",
  "2026-02-30",
  "+275760-09-13T00:00:00Z",
  "a,b,,",
  "true",
  "[]",
  "x".repeat(3_000),
];
const parameters = [
  "limit",
  "cursor",
  "from",
  "until",
  "at",
  "ids",
  "kind",
  "open",
  "query",
  "project",
  "after",
  "before",
  "month",
  "alert_group_id",
  "text",
  "q",
  "next",
  "back",
  "x",
];
const types = [
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=b",
  "application/x-protobuf",
  "application/problem+json",
  ";",
  "",
];
const codings = ["gzip", "br", "zstd", "deflate", "identity", "gzip, gzip, gzip", "x"];
const hostile = [
  "\u0000",
  "\ud800",
  "__proto__",
  "x".repeat(5_000),
  "http://[",
  "*/5 * * * *",
  "${A}",
  "a=~b",
  "1e999",
  "\u202e",
];

export function makeRequest(chance: Chance, known: Known): Request {
  const route = chance.of(known.routes);
  const method =
    chance.below(40) === 0
      ? chance.of(["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "get"])
      : route.method;
  const isOdd = chance.below(8) === 0;
  const at = route.path.replaceAll(/:[a-z_]+(?:\([^)]*\))?|\*/gi, () =>
    partOf(chance, known, isOdd),
  );
  const query = queryOf(chance);
  const path =
    isOdd && chance.below(4) === 0
      ? mutated(chance, [at + query], ["/", "//", "?", "%2f"], 9_000).replaceAll(
          /[^\x21-\xff]/g,
          "_",
        )
      : at + query;
  const body = method === "GET" || method === "HEAD" ? "" : bodyOf(chance, known, route);
  const headers = headersOf(chance, known, route, body);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const bytes = Buffer.from(body);
  const chunked = chance.below(20) === 0 && body !== "";
  const length = chunked ? "transfer-encoding: chunked" : `content-length: ${bytes.length}`;
  const head = [
    `${method} ${path === "" ? "/" : path} HTTP/1.1`,
    "host: localhost",
    "connection: close",
    length,
    ...lines,
  ].join("\r\n");
  const raw = Buffer.concat([
    Buffer.from(`${head}\r\n\r\n`, "latin1"),
    chunked ? Buffer.from(`${bytes.length.toString(16)}\r\n`) : Buffer.alloc(0),
    bytes,
    Buffer.from(chunked ? "\r\n0\r\n\r\n" : ""),
  ]);
  // Bytes that are no request at all.
  const isBroken = chance.below(50) === 0;
  const sent = isBroken
    ? Buffer.from(
        mutated(
          chance,
          [raw.toString("latin1").slice(0, 4_000)],
          ["\r\n", "HTTP/1.1", "\0", "content-length: 5\r\n"],
          8_000,
        ),
        "latin1",
      )
    : raw;
  return {
    method,
    path,
    raw: sent,
    isPlain:
      !isOdd &&
      !isBroken &&
      method === route.method &&
      method !== "HEAD" &&
      path.startsWith("/api/v1/"),
  };
}

function partOf(chance: Chance, known: Known, isOdd: boolean): string {
  if (isOdd && chance.below(2) === 0) return chance.of(oddParts);
  return chance.of([
    chance.of(known.ids),
    chance.of(known.webhookIds),
    chance.of(known.ids),
    crypto.randomUUID(),
    "unknown",
  ]);
}

function queryOf(chance: Chance): string {
  if (chance.below(3) > 0) return "";
  const pairs = Array.from(
    { length: 1 + chance.below(3) },
    () => `${chance.of(parameters)}=${chance.of(oddValues)}`,
  );
  return `?${pairs.join("&")}`;
}

function bodyOf(chance: Chance, known: Known, route: RouteOfServer): string {
  const operation =
    known.document.paths[route.path.replaceAll(/:([a-z_]+)/g, "{$1}")]?.[
      route.method.toLowerCase()
    ];
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  if (schema) {
    const texts = textsOf(schema, known.document);
    const text = chance.of([...hostile, "Shop", "https://example.com"]);
    const made =
      texts.length > 0 ? bodyWith(schema, known.document, known.given, chance.of(texts), text) : {};
    const json = JSON.stringify(made);
    return chance.below(3) === 0 ? json : mutated(chance, [json], [], 60_000);
  }
  if (!route.path.startsWith("/api/")) {
    const names = [
      "title",
      "url",
      "body_json",
      "headers",
      "move",
      "code",
      "name",
      "about",
      "duration",
      "timezone",
      "kept.x",
      "users",
      "endpoint",
      "p256dh",
    ];
    const form = new URLSearchParams(
      Array.from({ length: chance.below(6) }, (): [string, string] => [
        chance.of(names),
        chance.of(hostile),
      ]),
    );
    if (chance.below(8) > 0) form.set("csrf", known.csrf);
    return chance.below(4) === 0
      ? mutated(chance, [form.toString()], ["&", "=", "%"], 60_000)
      : form.toString();
  }
  return mutated(chance, known.payloads, ["firing", "\n", "NaN"], 60_000);
}

function headersOf(
  chance: Chance,
  known: Known,
  { path }: RouteOfServer,
  body: string,
): [string, string][] {
  const headers: [string, string][] = [];
  const isPage = !path.startsWith("/api/");
  if (isPage && chance.below(4) > 0)
    headers.push(["cookie", known.cookie], ["origin", "http://localhost"]);
  else if (chance.below(5) > 0) headers.push(["authorization", `Bearer ${chance.of(known.keys)}`]);
  if (body !== "")
    headers.push([
      "content-type",
      chance.below(6) === 0 ? chance.of(types) : isPage ? types[2]! : types[0]!,
    ]);
  if (chance.below(4) > 0) return headers;
  const odd: [string, string][] = [
    ["content-encoding", chance.of(codings)],
    ["idempotency-key", chance.of(oddValues)],
    ["if-match", chance.of(['"1"', "*", "x", 'W/"1"'])],
    ["last-event-id", chance.of(["1-1", "x", "99999999999999999999-1", ""])],
    ["accept", chance.of(["text/html", "*/*;q=0", "application/json, text/html;q=1e9", ""])],
    ["accept-encoding", chance.of(["br;q=0", "gzip, zstd", "*;q=0", ";"])],
    ["x-forwarded-for", chance.of(["1.2.3.4", "x", "::1, ::2"])],
    ["cookie", `monitord=${"a".repeat(43)}; monitord=; =; ;`],
    ["authorization", chance.of(["Basic YTpi", "Bearer", "Bearer  x  ", "Digest x"])],
    ["range", "bytes=0-0,-1"],
    ["x-request-id", chance.of(["x".repeat(5_000), "a b", ""])],
    ["origin", chance.of(["null", "http://evil.example"])],
  ];
  return [...headers, chance.of(odd), chance.of(odd)];
}
