// U+0000 and lone surrogates, which databases disagree about, at every place of a request: runs on both.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { personalKey, signInAs } from "../support/visitor.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  minimum?: number;
}
interface Operation {
  parameters?: { $ref?: string; name?: string; in?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

let http: HttpSide;
/** A person's. */
let personal: string;
let operations: { method: string; path: string; operation: Operation }[];
/** Ids of what is there, by the name of the collection. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  http = await startHttp();
  const make = async (name: string, path: string, body: object) =>
    (ids[name] = (await http.api("POST", path, body)).json.id);
  const alert_group_id = await make("alert_groups", "/alert_groups", { title: "G" });
  const user = await make("users", "/users", { email: "ada@example.com", role: "viewer" });
  await make("devices", `/users/${user}/devices`, { kind: "ntfy", target: "ada" });
  await make("device_invitations", `/users/${user}/device_invitations`, {});
  const members = `/alert_groups/${alert_group_id}/members`;
  await http.api("POST", members, { email: "ada@example.com" });
  await make("health_check_monitors", "/health_check_monitors", {
    title: "H",
    url: "http://127.0.0.1:1/",
    alert_group_id,
  });
  const webhook = { title: "W", alert_group_id };
  const { json } = await http.api("POST", "/webhook_monitors", webhook);
  ids["webhook_monitors"] = json.id;
  ids["webhook"] = json.webhook_id;
  for (const body of [{ message: "boom" }, "no JSON"])
    await http.call("POST", `/api/webhook/${json.webhook_id}`, { body });
  await make("silences", "/silences", { reason: "x" });
  await make("api_keys", "/api_keys", { name: "x" });
  for (const name of ["incidents", "notifications", "inbound_events"])
    ids[name] = (await http.api("GET", `/${name}`)).json[0].id;

  personal = await personalKey(http, await signInAs(http, user));

  operations = Object.entries(http.description.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  );
});
afterAll(() => http.end());

/** The path with ids of what is there, but for the parameter `bad`, which is `value`. */
function pathWith(path: string, bad = "", value = ""): string {
  return path.replace(/([\w]+)\/\{(\w+)\}/g, (_all, collection: string, name: string) =>
    name === bad
      ? `${collection}/${value}`
      : `${collection}/${ids[collection === "members" ? "users" : collection] ?? "x"}`,
  );
}

const resolve = <T extends { $ref?: string }>(part: T): T =>
  part.$ref
    ? (part.$ref
        .slice(2)
        .split("/")
        .reduce(
          (at, name) => (at as Record<string, unknown>)[name]!,
          http.description as unknown,
        ) as T)
    : part;

/** The least that fits a schema. */
function least(part: Schema, name = ""): unknown {
  const schema = resolve(part);
  if (name === "alert_group_id") return ids["alert_groups"];
  if (name === "kind" && schema.enum?.includes("ntfy")) return "ntfy";
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf) return least(schema.anyOf[0]!, name);
  const type = [schema.type].flat()[0];
  if (type === "object")
    return Object.fromEntries(
      (schema.required ?? []).map((one) => [one, least(schema.properties![one]!, one)]),
    );
  if (type === "array") return [least(schema.items!)];
  if (type === "integer") return schema.minimum ?? 1;
  if (type === "boolean") return false;
  return name === "email" ? "ada@example.com" : "x1";
}

/** Bodies that fit the schema but for one text in them, which is `bad`. */
function* bodiesWith(part: Schema, bad: string): Generator<unknown> {
  const schema = resolve(part);
  const type = [schema.type].flat()[0];
  if (schema.anyOf) for (const one of schema.anyOf) yield* bodiesWith(one, bad);
  else if (type === "string") yield bad;
  else if (type === "array" && schema.items)
    for (const one of bodiesWith(schema.items, bad)) yield [one];
  else if (type === "object") {
    const whole = least(schema) as object;
    for (const [field, own] of Object.entries(schema.properties ?? {}))
      for (const value of bodiesWith(own, bad)) yield { ...whole, [field]: value };
    for (const own of Object.values(schema.patternProperties ?? {})) {
      for (const value of bodiesWith(own, bad)) yield { ...whole, x: value };
      yield { ...whole, [bad]: "x" };
    }
  } else if (type === undefined) yield bad;
}

const inPaths = ["a%00b", "%ed%bf%bf"];
const isDeclared = ({ path }: { path: string }) => path !== "/api/v1/events";

it("match nothing in a path: 404", async () => {
  const wrong: string[] = [];
  for (const { method, path, operation } of operations)
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      for (const value of inPaths) {
        const body = operation.requestBody?.content["application/json"]?.schema;
        const answer = await http.call(method, pathWith(path, name, value), {
          key: http.keys.admin,
          ...(body ? { body: least(body) } : {}),
        });
        // Unknown webhook ids are looked up only so often.
        const isGuess = path.startsWith("/api/webhook/") && answer.status === 429;
        if (answer.status !== 404 && !isGuess)
          wrong.push(`${method} ${path} ${name}: ${answer.status}`);
      }
  expect(wrong).toEqual([]);
});

it("match nothing in a query: the list or the report is empty, or the parameter is refused", async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const { method, path, operation } of operations.filter(isDeclared))
    for (const parameter of (operation.parameters ?? []).map(resolve))
      for (const value of inPaths) {
        if (parameter.in !== "query") continue;
        const { status, json, text } = await http.call(
          method,
          `${pathWith(path)}?${parameter.name}=${value}`,
          { key: http.keys.admin },
        );
        asked++;
        const rows: unknown = Array.isArray(json)
          ? json
          : (json as { monitors?: unknown }).monitors;
        const isEmpty = status === 200 && Array.isArray(rows) && rows.length === 0;
        if (!isEmpty && status !== 404 && status !== 422)
          wrong.push(`${path}?${parameter.name}: ${status} ${text}`);
      }
  expect(asked).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it("are replaced or refused in every field of a body", async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const { method, path, operation } of operations)
    for (const bad of ["a\u0000b", "\udfff"]) {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      if (!schema) continue;
      for (const body of bodiesWith(schema, bad)) {
        const { status } = await http.call(method, pathWith(path), {
          key: path === "/api/v1/me" ? personal : http.keys.admin,
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        });
        asked++;
        // RFC 8628 has that status for codes that do not exist.
        const isCode = path.endsWith("/device_authorizations/key") && status === 400;
        if (!isCode && ![200, 201, 202, 204, 401, 404, 409, 422].includes(status))
          wrong.push(`${method} ${path} ${JSON.stringify(body)}: ${status}`);
      }
    }
  expect(asked).toBeGreaterThan(400);
  expect(wrong).toEqual([]);
});

it("are no way to break an address that needs no key", async () => {
  for (const bad of inPaths) {
    const addresses = [
      `POST /api/webhook/${bad}`,
      `POST /api/webhook/${ids["webhook"]}?rid=${bad}`,
      `GET /api/webhook/${ids["webhook"]}/success?rid=${bad}`,
      `POST /api/webhook/${ids["webhook"]}/${bad}`,
      `POST /api/actions/${bad}`,
      `GET /status/${bad}`,
      `GET /phone/${bad}`,
      `GET /login?next=${bad}`,
      `GET /${bad}`,
      `GET /incidents/${bad}?back=${bad}`,
    ];
    for (const address of addresses) {
      const [method, path] = address.split(" ") as [string, string];
      const { status } = await http.call(method, path, method === "POST" ? { body: {} } : {});
      expect(status, address).toBeLessThan(500);
    }
  }
  const hook = `/api/webhook/${ids["webhook"]}`;
  for (const body of [
    "\u0000",
    '"\\u0000"',
    '{"message":"a\\u0000b\\ud800"}',
    '{"a\\u0000":"\\ud800"}',
  ])
    expect((await http.call("POST", hook, { body })).status).toBeLessThan(500);
});
