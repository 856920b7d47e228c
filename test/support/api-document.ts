/**
 * The API document, and what it promises of every answer. The real service (`http.ts`) and the server that
 * plays it (`test/ctl/fake-api.ts`) are both held to it, with ajv, which shares nothing with the validator that
 * the service uses.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Problem } from "../../src/api/problem.ts";
import type { Store } from "../../src/app/store.ts";
import { isNewerThanSources } from "./built.ts";
import { MovableClock } from "./clock.ts";

interface Response {
  /** Instead of the rest: where in the document the response is. */
  $ref?: string;
  content?: Record<string, { schema: object }>;
}
interface Described {
  responses: Record<string, Response>;
}
export interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { responses: Record<string, Response> };
}

/** An answer as it was sent; `json` is undefined without a JSON body. */
export interface Sent {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

const cache = new URL("../../node_modules/.cache/api-document.json", import.meta.url).pathname;

/**
 * The document of the sources as they are. To make one takes a second of computing time, so it is kept until
 * a source changes.
 */
export async function apiDocument(): Promise<Description> {
  // There the modules hold what the sources do not.
  if (process.env["TEST_ALONE"]) return (await makeDocument()) as Description;
  if (!isNewerThanSources(cache)) {
    const part = `${cache}.${process.pid}`;
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(part, JSON.stringify(await makeDocument()));
    // At once, because other test files may be reading it.
    renameSync(part, cache);
  }
  return JSON.parse(readFileSync(cache, "utf8")) as Description;
}

async function makeDocument(): Promise<object> {
  const server = await serverOfNothing();
  const document: object = (await server.inject("/api/v1/openapi.json")).json();
  await server.close();
  return document;
}

/** A server that is asked nothing but what it is. */
export async function serverOfNothing() {
  const { buildServer } = await import("../../src/http/server.ts");
  const { pino } = await import("pino");
  const server = await buildServer({
    store: { onNudge: () => {}, onTransaction: () => {} } as unknown as Store,
    clock: new MovableClock(),
    prober: () => null,
    challengeSecret: () => new Uint8Array(32),
    randomBytes: (size) => new Uint8Array(size),
    siteUrl: () => "",
    version: "9.9.9",
    logger: pino({ level: "silent" }),
    trustedProxies: [],
    limits: { apiPerMinute: 1 },
    measuresKept: { check: 0, hour: 0, day: 0 },
    historyKept: 0,
    isConfigured: () => true,
    singleSignOn: () => null,
    oidcOnly: false,
    post: () => null,
    allowAddresses: [],
    outside: () => ({ channels: [], offline_since: null, disk: null, minutes: [] }),
    phoneServer: "https://push.example.com",
    snapshot: async () => null,
    notReady: () => null,
  });
  await server.ready();
  return server;
}

/** True for an instant as it is answered: `YYYY-MM-DDThh:mm:ssZ`. */
const isInstant = (text: string) =>
  !Number.isNaN(Date.parse(text)) && `${new Date(text).toISOString().slice(0, 19)}Z` === text;

/**
 * Makes a function that holds an answer against the document: what differs, each as a sentence with its place;
 * none when the document promises the answer.
 */
export function promises(description: Description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("date-time", isInstant);
  // For people and generators: the service accepts more than their grammars.
  for (const format of ["uri", "iri"]) ajv.addFormat(format, true);
  ajv.addSchema(description, "api");
  const compile = (schema: object) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')));
  const compiled = new Map<object, ValidateFunction>();
  // A path without parameters comes before one that fits it.
  const routes = Object.entries(description.paths)
    .toSorted(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")))
    .map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
      methods,
    }));
  const anyProblem = description.components.responses["Refused"]!;
  const onlyRefused: Described = { responses: { "4XX": anyProblem, "5XX": anyProblem } };

  const faultsOf = (method: string, route: string, { status, headers, text, json }: Sent) => {
    const methods = routes.find(({ pattern }) => pattern.test(route))?.methods;
    const operation = methods?.[method.toLowerCase()];
    // A page, or a route of the API that is not there: the latter can only be refused.
    if (!operation && isHidden(route, status)) return [];
    const { responses } = operation ?? onlyRefused;
    const own = responses[status] ?? responses[`${String(status).charAt(0)}XX`];
    if (!own) return ["is not described"];
    const promise = own.$ref
      ? description.components.responses[own.$ref.slice("#/components/responses/".length)]!
      : own;
    // HTTP itself says that a 204 has no body, nor an answer to HEAD.
    if (status === 204 || method === "HEAD" || !promise.content)
      return text === "" ? [] : [`has a body: ${text}`];
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    const schema = promise.content[type]?.schema;
    if (!schema) return [`is ${type}, not ${Object.keys(promise.content).join(" or ")}`];
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = compile(schema)));
    return [
      ...(validate(json) ? [] : validate.errors!.map(faultOf)),
      ...(type === "application/problem+json"
        ? problemFaults(status, headers, json as Problem)
        : []),
    ];
  };

  return (method: string, path: string, sent: Sent): string[] => {
    const route = path.split("?")[0]!.replace(/(.)\/$/, "$1");
    return faultsOf(method, route, sent).map(
      (fault) => `${method} ${route} → ${sent.status} ${fault}`,
    );
  };
}

interface EventForm {
  $ref?: string;
  anyOf?: EventForm[];
  properties?: { data?: { contentSchema?: object } };
}

/**
 * Makes a function that holds an event of `GET /events` against the document: its fields as they were sent, and what
 * its `data` says.
 */
export function promisesOfEvents(description: Description) {
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat("date-time", isInstant);
  ajv.addSchema(description, "api");
  const compile = (schema: object) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')));
  const at = ({ $ref }: EventForm): EventForm | undefined =>
    $ref
      ?.slice(2)
      .split("/")
      .reduce((part, name) => (part as Record<string, object>)[name]!, description as object);
  const formsOf = (form: EventForm): EventForm[] => {
    const target = at(form);
    return target ? formsOf(target) : (form.anyOf?.flatMap(formsOf) ?? [form]);
  };
  const stream = description.paths["/api/v1/events"]!["get"]!.responses["200"]!.content!;
  const forms = formsOf(stream["text/event-stream"]!.schema).map((form) => ({
    isForm: compile(form),
    isData: compile(form.properties?.data?.contentSchema ?? { not: {} }),
  }));
  return (fields: Readonly<Record<string, string>>): boolean =>
    forms.some(({ isForm, isData }) => isForm(fields) && isData(JSON.parse(fields["data"]!)));
}

function isHidden(route: string, status: number): boolean {
  if (/^\/api\/v1\/(docs|openapi.json)/.test(route)) return true;
  return !route.startsWith("/api/v1/") && !(route.startsWith("/api/") && status >= 400);
}

/** What the schema of a problem does not say. */
function problemFaults(status: number, headers: Headers, problem: Problem): string[] {
  const request_id = headers.get("x-request-id");
  return [
    ...(problem.status === status ? [] : [`has the status ${problem.status} in its body`]),
    ...(/^urn:monitord:problem:[a-z-]+$/.test(problem.type) ? [] : [`is of type ${problem.type}`]),
    ...(problem.request_id === request_id ? [] : [`has another request_id than ${request_id}`]),
  ];
}

/** The place in the body, and what is wrong there. */
function faultOf({ instancePath, message, params }: ErrorObject): string {
  const field = params["additionalProperty"] as string | undefined;
  return `${instancePath} ${message}${field === undefined ? "" : `: ${field}`}`;
}
