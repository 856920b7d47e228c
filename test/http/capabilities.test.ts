/**
 * A key that can only read sees no value that is enough to page a user, or to read the pages of one: not in any
 * answer of any route, nor on any page.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
const canaries: string[] = [];
/** Ids by the name of their collection in paths. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  http = await startHttp();
  await fill();
});
afterAll(() => http.end());

async function make(path: string, body: Record<string, unknown>) {
  const { json, text } = await http.api("POST", path, body);
  expect(json?.id, text).toBeTypeOf("string");
  ids[path.split("/").at(-1)!] = json.id;
  return json;
}

async function fill(): Promise<void> {
  const group = await make("/alert_groups", { title: "On call", external_id: "oncall" });
  const monitor = await make("/webhook_monitors", {
    title: "Errors",
    external_id: "errors",
    alert_group_id: group.id,
    error_rate_threshold: 1,
  });
  await make("/health_check_monitors", {
    title: "Shop",
    url: "https://shop.example.com/",
    alert_group_id: group.id,
  });
  const user = await make("/users", { email: "ada@example.com" });
  const topic = { kind: "ntfy", target: "canary-topic-of-ada" };
  await make(`/users/${user.id}/devices`, topic);
  const invited = await make(`/users/${user.id}/device_invitations`, { target: "canary-invited" });
  await http.api("POST", `/alert_groups/${group.id}/members`, { email: "ada@example.com" });
  await make("/silences", { alert_group_id: group.id, reason: "quiet" });
  await http.api("POST", "/adopt", {
    project: "shop",
    resources: [{ kind: "webhook_monitors", external_id: "errors" }],
  });
  canaries.push(topic.target, invited.target, group.webhook_id, group.ping_key, monitor.webhook_id);
  const post = (url: string, body: object) => http.call("POST", new URL(url).pathname, { body });
  await post(group.webhook_url, { title: "An alert" });
  await post(monitor.webhook_url, { message: "boom" });
  for (const list of ["incidents", "notifications", "inbound_events"])
    ids[list] = (await http.api("GET", `/${list}`)).json[0]?.id ?? "none";
}

/** The paths that can be read, with the ids of what there is. */
const readable = () =>
  Object.entries(http.description.paths)
    .filter(([path, methods]) => "get" in methods && !path.endsWith("/events"))
    .map(([path]) =>
      path
        .replace("{user_id}", ids["users"]!)
        .replace(/([^/]+)\/\{[^}]+\}/g, (_, list: string) => `${list}/${ids[list] ?? "none"}`),
    );

const canariesIn = (text: string) => canaries.filter((canary) => text.includes(canary));

it("no route shows one to a key that can only read", async () => {
  const declaration = {
    project: "shop",
    webhook_monitors: [
      { external_id: "errors", title: "Errors", alert_group: "oncall", error_rate_threshold: 1 },
    ],
  };
  for (const scope of ["read", "write", "admin"] as const) {
    const key = http.keys[scope];
    const seen = new Set<string>();
    const shown: string[] = [];
    for (const path of readable()) {
      const { text, status } = await http.call("GET", path, { key });
      if (scope === "admin") expect(status, path).toBeLessThan(500);
      const here = canariesIn(text);
      for (const canary of here) seen.add(canary);
      if (here.length > 0) shown.push(path);
    }
    for (const verb of ["plan", "drift"]) {
      const { text } = await http.call("POST", `/api/v1/${verb}`, { key, body: declaration });
      if (canariesIn(text).length > 0) shown.push(verb);
    }
    if (scope === "read") expect(shown).toEqual([]);
    else
      expect(
        canaries.filter((canary) => !seen.has(canary)),
        scope,
      ).toEqual([]);
  }
});

it("the fields are null and named in masked", async () => {
  const read = async (path: string) =>
    (await http.call("GET", `/api/v1${path}`, { key: http.keys.read })).json;
  for (const [list, masked] of [
    ["alert_groups", ["webhook_id", "webhook_url", "ping_key", "ping_url"]],
    ["webhook_monitors", ["webhook_id", "webhook_url", "ping_url"]],
  ] as const)
    expect(await read(`/${list}/${ids[list]}`)).toMatchObject({
      ...Object.fromEntries(masked.map((name) => [name, null])),
      masked,
    });
  const devices = await read(`/users/${ids["users"]}/devices`);
  expect(devices).toMatchObject([{ target: null, masked: ["target"] }]);
  const group = (await http.api("GET", `/alert_groups/${ids["alert_groups"]}`)).json;
  expect(group).toMatchObject({ masked: [] });
  // What GET answers can be put back as it is.
  const saved = await http.api("PUT", `/alert_groups/${group.id}`, group);
  expect(saved.status).toBe(200);
});

it("no page shows one to a visitor who can only read", async () => {
  for (const scope of ["read", "write"] as const) {
    const browser = await signIn(http, http.keys[scope]);
    const queue = ["/"];
    const visited = new Set(queue);
    const shown: string[] = [];
    for (const path of queue) {
      const { text } = await browser.get(path);
      if (canariesIn(text).length > 0) shown.push(path);
      for (const [, link = ""] of text.matchAll(/href="(\/[^"#?]*)"/g))
        if (!visited.has(link) && visited.size < 100 && !/^\/(assets|api|logout)/.test(link)) {
          visited.add(link);
          queue.push(link);
        }
    }
    expect(visited.size).toBeGreaterThan(10);
    if (scope === "read") expect(shown).toEqual([]);
    else expect(shown.length).toBeGreaterThan(1);
  }
});
