/**
 * No route of the API document makes the daemon send a stored secret anywhere new, whatever text of its body is the
 * address of somebody else. A route or field that is added to the document is tried without a line here.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bodyWith,
  textsOf,
  type ApiDocument,
  type Given,
  type Operation,
} from "../support/route-bodies.ts";
import { startStranger, type Stranger } from "../support/stranger.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
let stranger: Stranger;
let elsewhere: string;
/** Everything that arrived there. */
let heard: string[];

beforeAll(async () => {
  world = await startWorld({ apiRateLimit: 1_000_000 });
  stranger = await startStranger();
  ({ url: elsewhere, heard } = stranger);
});
afterAll(async () => {
  await world.end();
  stranger.stop();
});

const withPassword = (url: string) => url.replace("://", "://ada:canary-password@");
const secrets = {
  request_headers: { "X-Secret": "canary-header" },
  access_token: "canary-token",
  secret: "canary-signature-of-a-hook",
  webhook_secret: "canary-of-a-group",
};
const canaries = /canary-[a-z-]+/g;

/** Asks the API; the body of an answer that is none of 2xx is null. */
async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${world.daemon.url}${path}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${world.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: answer.ok && text !== "" ? JSON.parse(text) : null };
}

interface Stored {
  group: Record<string, string>;
  user: { id: string };
  monitor: { id: string };
  hook: { id: string };
  phone: { id: string };
}

/** The resources with secrets, made anew or given their secrets again. */
async function store(): Promise<Stored> {
  const save = async (path: string, fields: object) => {
    const { json, text } = await ask("post", `/api/v1${path}`, fields);
    if (json === null) throw new Error(`${path}: ${text}`);
    return json;
  };
  const email = "ada@example.com";
  const users: { id: string; email: string }[] = (await ask("get", "/api/v1/users")).json;
  const user = users.find((one) => one.email === email) ?? (await save("/users", { email }));
  const { webhook_secret, request_headers, access_token, secret } = secrets;
  const group = await save("/alert_groups", {
    title: "On call",
    external_id: "oncall",
    webhook_auth: "bearer",
    webhook_secret,
  });
  await save(`/alert_groups/${group.id}/members`, { email });
  const monitor = await save("/health_check_monitors", {
    title: "Shop",
    external_id: "shop",
    url: withPassword(world.target.healthUrl),
    alert_group_id: group.id,
    request_headers,
  });
  const devices = `/users/${user.id}/devices`;
  for (const { id } of (await ask("get", `/api/v1${devices}`)).json)
    await ask("delete", `/api/v1${devices}/${id}`);
  const server = withPassword(world.phone.url);
  const phone = await save(devices, { kind: "ntfy", target: "topic", server, access_token });
  const target = `${world.phone.url}/hook`;
  const hook = await save(devices, { kind: "webhook", target, secret });
  return { group, user, monitor, hook, phone };
}

/** Lets everything that could be sent be sent. */
async function useAll({ user, monitor, hook, phone }: Stored): Promise<void> {
  await ask("post", `/api/v1/health_check_monitors/${monitor.id}/check`);
  for (const { id } of [hook, phone])
    await ask("post", `/api/v1/users/${user.id}/devices/${id}/test`);
  await world.settle();
}

/** The id of the newest event of the audit log. */
async function lastChange(): Promise<string> {
  const { json } = await ask("get", "/api/v1/audit_events?order=desc&limit=1");
  return json[0].id;
}

/** Where a path has parameters: the ids of what is stored there. */
async function addressesOf(path: string, { user, hook, phone }: Stored): Promise<string[]> {
  const [before, after] = path.replace("{user_id}", user.id).split("{id}") as [string, string?];
  if (after === undefined) return [before];
  const listed = await ask("get", before.slice(0, -1));
  const ids = before.includes("/devices/")
    ? [hook.id, phone.id]
    : (Array.isArray(listed.json) ? listed.json.slice(0, 1) : []).map(({ id }) => String(id));
  return (ids.length > 0 ? ids : [user.id]).map((id) => before + id + after);
}

/** What fields of these names hold in a request, next to the address. */
const givenFor = ({ group, user }: Stored, masked: boolean): Given[] => {
  const names = {
    title: "Shop",
    name: "Shop",
    project: "shop",
    external_id: "shop",
    alert_group_id: group["id"],
    alert_group: "oncall",
    user_id: user.id,
    email: "ada@example.com",
    adopt: true,
  };
  if (!masked) return [names];
  const stars = { ...names, request_headers: { "X-Secret": "***" }, webhook_secret: "***" };
  // A device has one of both.
  return [
    { ...stars, access_token: "***" },
    { ...stars, secret: "***" },
  ];
};

/** Each body once: most have no field for a secret. */
function bodiesFor(schema: Record<string, unknown>, document: ApiDocument, stored: Stored) {
  const urls = [elsewhere, elsewhere.replace("://", "://ada:***@")].map((url) => `${url}/x`);
  const given = [false, true].flatMap((masked) => givenFor(stored, masked));
  const bodies = textsOf(schema, document).flatMap((text) =>
    urls.flatMap((url) => given.map((one) => bodyWith(schema, document, one, text, url))),
  );
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()];
}

async function tryRoute(method: string, path: string, operation: Operation, document: ApiDocument) {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const stored = await store();
  let accepted = 0;
  let change = await lastChange();
  for (const address of await addressesOf(path, stored)) {
    if (!schema) {
      await ask(method, address);
      continue;
    }
    for (const body of bodiesFor(schema, document, stored)) {
      const { status } = await ask(method, address, body);
      expect(`${method} ${path} ${status >= 500 ? status : ""}`).toBe(`${method} ${path} `);
      if (status >= 300) continue;
      accepted += 1;
      // Most answers are to bodies that change nothing.
      if ((await lastChange()) === change) continue;
      await useAll(stored);
      const leaked = heard.join("\n").match(canaries);
      expect({ method, path, body, leaked }).toEqual({ method, path, body, leaked: null });
      Object.assign(stored, await store());
      change = await lastChange();
    }
  }
  await useAll(stored);
  expect(`${method} ${path} ${String(heard.join("\n").match(canaries))}`).toBe(
    `${method} ${path} null`,
  );
  return accepted;
}

test("no stored secret is sent to another server, whatever route and field names it", async () => {
  const document = (await ask("get", "/api/v1/openapi.json")).json as ApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // What reads, and deletions without a body, carry no address.
      .filter(([method, { requestBody }]) => requestBody || !["get", "delete"].includes(method))
      .map(([method, operation]) => ({ method, path, operation })),
  );
  // Something of each kind that can be answered or ended.
  const { group } = await store();
  const errors = { title: "Errors", alert_group_id: group["id"], error_rate_threshold: 1 };
  const { json: monitor } = await ask("post", "/api/v1/webhook_monitors", errors);
  await world.report(monitor);
  await ask("post", "/api/v1/silences", { reason: "Maintenance" });

  const took: string[] = [];
  for (const { method, path, operation } of operations)
    if ((await tryRoute(method, path, operation, document)) > 0) took.push(`${method} ${path}`);

  world.target.breakCheck("database", "gone");
  await world.pass(minutes(3));
  await useAll(await store());
  expect(heard.join("\n").match(canaries)).toBeNull();
  // Requests did reach the other server, by the routes that take an address.
  expect(heard.length).toBeGreaterThan(0);
  expect(took).toEqual(
    expect.arrayContaining([
      "post /api/v1/health_check_monitors",
      "put /api/v1/health_check_monitors/{id}",
      "post /api/v1/users/{user_id}/devices",
      "put /api/v1/users/{user_id}/devices/{id}",
      "post /api/v1/apply",
      "post /api/v1/checks",
    ]),
  );
}, 300_000);
