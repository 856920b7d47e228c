/**
 * The bodies that cost a service most: of each route of the API document, at a size, in shapes that fail at each of
 * their elements; and those of the routes that take other bodies. Pure.
 */
import { gzipSync } from "node:zlib";
import { limits } from "../../src/resource/schema.ts";
import type { ApiDocument } from "./route-bodies.ts";

type Json = Record<string, unknown>;

export interface WorstBody {
  /** What it is, in a few words. */
  name: string;
  /** Made when it is sent: all of them at once are a gigabyte. */
  body: () => string | Uint8Array<ArrayBuffer>;
  encoding?: "gzip";
}

/** A route with the bodies for it. */
export interface WorstRoute {
  method: string;
  /** Below the origin, with ids in place of parameters. */
  path: string;
  bodies: WorstBody[];
}

const kib = 1024;
const zipped = (name: string, body: () => string): WorstBody => ({
  name: `${name}, gzip`,
  body: () => new Uint8Array(gzipSync(body())),
  encoding: "gzip",
});

/** `head`, as many of `item` as there is room for, `tail`. */
function filled(head: string, item: string | ((i: number) => string), tail: string, size: number) {
  if (typeof item === "string") {
    const count = Math.floor((size - head.length - tail.length) / (item.length + 1));
    return head + `${item},`.repeat(Math.max(0, count - 1)) + item + tail;
  }
  const parts = [head];
  let length = head.length + tail.length;
  for (let i = 0; ; i++) {
    const part = (i === 0 ? "" : ",") + item(i);
    length += part.length;
    if (length > size) break;
    parts.push(part);
  }
  return parts.join("") + tail;
}

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** An object whose names no other has, each with an escape. */
const ownNames = (i: number) =>
  `{${Array.from({ length: 50 }, (_, j) => `"\\u0000${i}_${j}":1`).join(",")}}`;

/** The elements of lists, none of which any schema takes. */
const elements: [name: string, item: string | ((i: number) => string)][] = [
  ["{}", "{}"],
  ["numbers", "1"],
  ["texts", '""'],
  ["an unknown name each", '{"n":1}'],
  ["deep lists", deep(28)],
  ["names of their own", ownNames],
];

function shapesOf(properties: Record<string, Json>, size: number): WorstBody[] {
  const names = Object.keys(properties);
  const lists = names.filter((name) => JSON.stringify(properties[name]).includes('"array"'));
  const maps = names.filter((name) => JSON.stringify(properties[name]).includes('"patternProp'));
  const first = names[0] ?? "x";
  const text = () => "x".repeat(size - 100);
  return [
    { name: "unknown names", body: () => filled("{", (i) => `"n${i}":1`, "}", size) },
    { name: "one unknown name", body: () => `{"${text()}":1}` },
    { name: "a text", body: () => JSON.stringify({ [names.at(-1) ?? "x"]: text() }) },
    {
      name: "escapes",
      body: () => `{"${first}":"${"\\u0000".repeat(Math.floor((size - 100) / 6))}"}`,
    },
    ...[...new Set([first, ...lists])].flatMap((name) =>
      elements.map(([kind, item]) => ({
        name: `${name}: ${kind}`,
        body: () => filled(`{"${name}":[`, item, "]}", size),
      })),
    ),
    ...[...new Set([first, ...maps])].map((name) => ({
      name: `${name}: names`,
      body: () => filled(`{"${name}":{`, (i) => `"n${i}":[]`, "}}", size),
    })),
    { name: "a list in place of it", body: () => filled("[", "{}", "]", size) },
    { name: "text that is no JSON", body: () => filled("{", '"a":{}', "", size) },
  ];
}

/** Every value that a body could have up to the limit of its number, and the largest that are sound. */
function declarations(): WorstBody[] {
  const size = limits.declarationBody - 100;
  const within = (list: string, item: string, count: number) =>
    `{"project":"p","${list}":[${Array<string>(count).fill(item).join(",")}]}`;
  const monitors = (fields: (i: number) => object) =>
    JSON.stringify({
      project: "p",
      alert_groups: [{ external_id: "g", title: "G" }],
      health_check_monitors: Array.from({ length: limits.declared - 1 }, (_, i) => ({
        external_id: `m${i}`,
        title: `Shop ${i}`,
        alert_group: "g",
        url: `https://shop-${i}.example.com/`,
        ...fields(i),
      })),
    });
  const bodies: [string, () => string][] = [
    ["as many {} as are allowed", () => within("alert_groups", "{}", limits.declared)],
    ["one {} more", () => within("alert_groups", "{}", limits.declared + 1)],
    ["wrong in each field", () => within("users", '{"email":1,"name":1,"role":1,"a":1}', 10_000)],
    ["as many values as are allowed", () => `{"project":"p","a":[${"{},".repeat(255_990)}0]}`],
    ["as many names", () => filled('{"a":{', (i) => `"n${i}":1`, "}}", 190_000 * 10)],
    ["8 MiB of {}", () => filled('{"project":"p","users":[', "{}", "]}", size)],
    ["8 MiB of names", () => filled("{", (i) => `"n${i}":1`, "}", size)],
    ["8 MiB of names of their own", () => filled('{"a":[', ownNames, "]}", size)],
    ["8 MiB of deep lists", () => filled('{"a":[', deep(28), "]}", size)],
    ["8 MiB of text", () => JSON.stringify({ project: "x".repeat(size - 20) })],
    ["8 MiB of escapes", () => `{"project":"${"\\u0000".repeat(size / 6 - 20)}"}`],
    ["sound, 10,000 monitors", () => monitors(() => ({}))],
    ["unknown groups", () => monitors((i) => ({ alert_group: `unknown ${i}` }))],
    ["unknown monitors", () => monitors((i) => ({ depends_on: [`n${i}`, `o${i}`, `p${i}`] }))],
    ["wrong by a rule", () => monitors(() => ({ method: "HEAD", request_body: "x" }))],
    ["depends on itself", () => monitors((i) => ({ depends_on: [`m${i}`] }))],
    ["all the same", () => monitors(() => ({ external_id: "m" }))],
    ["unknown time zones", () => `{"project":"p","alert_groups":[${manyZones()}]}`],
  ];
  return [
    ...bodies.map(([name, body]) => ({ name, body })),
    ...bodies.slice(5, 11).map(([name, body]) => zipped(name, body)),
    zipped("64 MiB of spaces", () => " ".repeat(64 * kib * kib)),
    zipped("64 MiB of {}", () => "{},".repeat((64 * kib * kib) / 3)),
  ];
}

const manyZones = () =>
  Array.from({ length: 5000 }, (_, i) =>
    JSON.stringify({ external_id: `g${i}`, title: "G", timezone: `Mars/Base_number_${i}` }),
  ).join(",");

/** A little less than a route takes. */
function sizeOf(path: string): number {
  if (path.endsWith("/login")) return limits.openBody - 100;
  const isWhole = /\/(users|alert_groups|\w+_monitors|checks|adopt|detach)(\/\{id\})?$/.test(path);
  return (isWhole ? limits.managementBody : limits.body) - 100;
}

/** The routes of the document that take JSON. `ids`: what stands for the parameters of a path. */
export function worstOfApi(document: ApiDocument, ids: Readonly<Record<string, string>>) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]): WorstRoute[] => {
      const schema = requestBody?.content["application/json"]?.schema;
      if (!schema) return [];
      const $ref = schema["$ref"] as string | undefined;
      const form = $ref ? document.components.schemas[$ref.split("/").at(-1)!]! : schema;
      const properties = (form["properties"] ?? {}) as Record<string, Json>;
      const isDeclaration = "alert_groups" in properties;
      const size = sizeOf(path);
      return [
        {
          method: method.toUpperCase(),
          path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "x"),
          bodies: isDeclaration
            ? [...shapesOf(properties, 1023 * kib), ...declarations()]
            : shapesOf(properties, size),
        },
      ];
    }),
  );
}

/** Bodies for URLs of error reports. */
export function worstReports(): WorstBody[] {
  const size = 256 * kib - 10;
  const huge = limits.inboundBody - 10;
  return [
    { name: "reports", body: () => filled("[", '{"message":"a"}', "]", size) },
    { name: "{}", body: () => filled("[", "{}", "]", size) },
    { name: "numbers", body: () => filled("[", "1", "]", size) },
    { name: "deep lists", body: () => filled("[", deep(30), "]", size) },
    { name: "a deep report", body: () => filled('{"message":"a","a":[', deep(28), "]}", size) },
    { name: "names", body: () => filled('{"message":"a",', (i) => `"n${i}":1`, "}", size) },
    { name: "a message", body: () => JSON.stringify({ message: "x".repeat(size - 20) }) },
    { name: "escapes", body: () => `{"message":"${"\\u0000".repeat(size / 6 - 10)}"}` },
    { name: "too large, {}", body: () => filled("[", "{}", "]", huge) },
  ];
}

/** Bodies for paths of the SDKs of other services, of at most so many bytes. */
export function worstOfSdks(webhook_id: string): [path: string, bodies: WorstBody[]][] {
  const size = limits.sdkBody - 100;
  const item = (payload: string) => `{"type":"event","length":${payload.length}}\n${payload}\n`;
  const deepEvent = `{"a":${deep(28)}}`;
  const record = '{"severityNumber":17,"body":{"stringValue":"a"},"attributes":[]}';
  return [
    [
      `/api/1/envelope?sentry_key=${webhook_id.replaceAll("-", "")}`,
      [
        { name: "events", body: () => `{}\n${item('{"message":"a"}').repeat(1_000)}` },
        { name: "deep events", body: () => `{}\n${item(deepEvent).repeat(1_000)}` },
        {
          name: "large events",
          body: () => `{}\n${item(`{"message":"${"\\u0000".repeat(150_000)}"}`).repeat(4)}`,
        },
        {
          name: "empty items",
          body: () => `{}\n${'{"type":"log","length":0}\n\n'.repeat(150_000)}`,
        },
        { name: "line ends", body: () => `{}\n${"\n".repeat(size)}` },
        { name: "a header", body: () => `{"a":"${"x".repeat(size)}` },
      ],
    ],
    [
      `/api/webhook/${webhook_id}/v1/logs`,
      [
        {
          name: "records",
          body: () =>
            filled('{"resourceLogs":[{"scopeLogs":[{"logRecords":[', record, "]}]}]}", size),
        },
        {
          name: "resources",
          body: () => filled('{"resourceLogs":[', '{"scopeLogs":[{}]}', "]}", size),
        },
        {
          name: "attributes",
          body: () =>
            filled('{"resourceLogs":[{"resource":{"attributes":[', '{"key":"a"}', "]}}]}", size),
        },
        { name: "escapes", body: () => `{"a":"${"\\u0000".repeat(size / 6 - 10)}"}` },
      ],
    ],
  ];
}

/** Bodies for URLs of alert groups, of at most so many bytes. */
export function worstAlerts(limit: number): WorstBody[] {
  const size = limit - 10;
  const alert = (i: number) =>
    `{"status":"firing","labels":{"alertname":"a${i}"},"annotations":{"summary":"s"}}`;
  return [
    { name: "alerts", body: () => filled('{"alerts":[', alert, "]}", size) },
    { name: "a bare list of alerts", body: () => filled("[", alert, "]", size) },
    { name: "one alert again and again", body: () => filled('{"alerts":[', alert(0), "]}", size) },
    ...elements.flatMap(([name, item]) => [
      { name: `alerts: ${name}`, body: () => filled('{"alerts":[', item, "]}", size) },
      { name: `a list: ${name}`, body: () => filled("[", item, "]", size) },
      { name: `evalMatches: ${name}`, body: () => filled('{"evalMatches":[', item, "]}", size) },
      {
        name: `backlog: ${name}`,
        body: () => filled('{"event_definition_id":"e","event":{},"backlog":[', item, "]}", size),
      },
    ]),
    { name: "names", body: () => filled("{", (i) => `"n${i}":1`, "}", size) },
    { name: "labels", body: () => filled('{"labels":{', (i) => `"n${i}":"v"`, "}}", size) },
    { name: "a text", body: () => JSON.stringify({ title: "x".repeat(size - 20) }) },
    { name: "a name", body: () => `{"title":"a","m=${"1".repeat(size - 30)}x":1}` },
    { name: "tags", body: () => JSON.stringify({ title: "a", tags: ",".repeat(size - 30) }) },
    {
      name: "a tag",
      body: () => JSON.stringify({ title: "a", host: `a:${"b".repeat(size - 40)}` }),
    },
    {
      name: "an unclosed state",
      body: () =>
        JSON.stringify({ ruleId: 1, state: "alerting", title: `[${"x".repeat(size - 80)}` }),
    },
    {
      name: "a state and spaces",
      body: () => JSON.stringify({ title: `[a]${" ".repeat(size - 40)}x` }),
    },
    { name: "escapes", body: () => `{"title":"${"\\u0000".repeat(size / 6 - 10)}"}` },
    { name: "digits", body: () => `[${"1".repeat(size)}]` },
    { name: "a long number", body: () => filled("[1234567890123456789,", "1", "]", size) },
    { name: "long numbers", body: () => filled("[", "1234567890123456789", "]", size) },
    { name: "no JSON", body: () => filled("", "title=a", "", size) },
    { name: "lines", body: () => '{"title":"a"}\n'.repeat(size / 14) },
    {
      name: "a few lines and no end",
      body: () => `{"title":"a"}\n{"title":"${"\\\\".repeat(size / 2 - 20)}`,
    },
    { name: "a form", body: () => "a=b&".repeat(size / 4) },
    {
      name: "a form of one field",
      body: () => `payload=${"%7B".repeat(limits.inboundBody / 3 - 10)}`,
    },
    { name: "nearly a form", body: () => `${"a".repeat(size - 2)}= ` },
  ];
}

/** Bodies for routes that take forms. `csrf`: the token of a session, or what is none. */
export function worstForms(csrf: string): WorstBody[] {
  const size = 256 * kib - 200;
  const token = new URLSearchParams({ csrf }).toString();
  const pairs = (item: string, count: number) => `${token}&${item.repeat(count)}`;
  const value = () => "%E2%82%AC".repeat(Math.floor(size / 999 / 9) - 1);
  return [
    { name: "fields without names", body: () => pairs("a=&", Math.floor(size / 3)) },
    { name: "as many fields as are allowed", body: () => pairs(`a=${value()}&`, 990) },
    { name: "kept fields", body: () => `kept=%2Fusers%2Fnew&${pairs("kept.a=b&", 299)}` },
    { name: "more kept fields", body: () => `kept=%2Fusers%2Fnew&${pairs("kept.a=b&", 900)}` },
    { name: "one field", body: () => `${token}&title=${"x".repeat(size - token.length - 10)}` },
    { name: "one field, escaped", body: () => `${token}&title=${"%26".repeat(size / 3 - 100)}` },
    { name: "a field of 60 kB", body: () => `${token}&title=${"%3C".repeat(20_000)}` },
  ];
}

/** The paths that take forms without a session, and with one. */
export const formPaths = {
  open: ["/login", "/login/passkey", "/join/x", "/phone/x/test", "/phone/x/browser", "/actions/x"],
  signedIn: [
    "/alert_groups/new",
    "/users/new",
    "/health_check_monitors/new",
    "/silences/new",
    "/incidents/bulk",
    "/start",
  ],
} as const;
