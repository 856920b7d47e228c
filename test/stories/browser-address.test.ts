/**
 * The holder of an invitation link reaches no private network through monitord, and reads no answer of its machines: a
 * server on this machine stands for them, and its answer has a canary.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newSubscription } from "../support/browser-subscription.ts";
import { startHook, type Hook } from "../support/hook.ts";
import { seconds, startWorld, type World } from "../support/world.ts";

const canary = "INTERNAL-CANARY db_password=hunter2";
let hook: Hook;
let world: World;
let user: string;

beforeEach(async () => {
  hook = await startHook();
  hook.answerWith(418, { location: `/${canary}` }, canary);
});
afterEach(async () => {
  await world.end();
  await hook.stop();
});

async function begin(allowAddresses: string[] = []): Promise<void> {
  world = await startWorld({ allowAddresses });
  const ada = await world.api<{ id: string }>("POST", "/users", { email: "ada@example.com" });
  user = ada.id;
}

const devices = () => world.api<{ id: string }[]>("GET", `/users/${user}/devices`);

/** Makes a link, and adds a browser there whose push service is at `endpoint`; the page that is shown then. */
async function subscribe(endpoint: string): Promise<{ status: number; page: string }> {
  const { url } = await world.api<{ url: string }>("POST", `/users/${user}/device_invitations`, {});
  const { p256dh, auth } = newSubscription();
  const path = new URL(url).pathname;
  const { status } = await fetch(`${world.daemon.url}${path}/browser`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: world.daemon.url },
    body: new URLSearchParams({ endpoint, p256dh, auth }),
  });
  await world.pass(seconds(2));
  const shown = await fetch(`${world.daemon.url}${path}`);
  return { status, page: await shown.text() };
}

/** Everything that a reader is shown of devices and pushes, as text. */
async function readable(): Promise<string> {
  const paths = [
    `/users/${user}/devices`,
    "/notifications",
    "/audit_events",
    "/incidents",
    "/health_check_monitors",
  ];
  return JSON.stringify(await Promise.all(paths.map((path) => world.api("GET", path))));
}

describe("without addresses that the operator named", () => {
  test.each([
    ["http", () => `${hook.url}/any/path?x=1`],
    ["https", () => `${hook.url.replace("http:", "https:")}/any/path`],
    ["https at a metadata address", () => "https://169.254.169.254/latest"],
    ["an endless address", () => `https://push.example.com/${"x".repeat(200_000)}`],
  ])("a browser with %s is refused by the link, and nothing is sent or stored", async (_, to) => {
    await begin();
    const { status, page } = await subscribe(to());
    expect(status).toBe(409);
    expect(page).toContain("Notify me in this browser");
    expect(await devices()).toEqual([]);
    expect(hook.posted).toEqual([]);
  });

  test("the API refuses it, for a new device and for one that has another address", async () => {
    await begin();
    const { device } = newSubscription();
    const path = `/users/${user}/devices`;
    const refusal = /422.*"field":"target","code":"address"/;
    await expect(
      world.api("POST", path, { ...device, target: `${hook.url}/send` }),
    ).rejects.toThrow(refusal);
    const { id } = await world.api<{ id: string }>("POST", path, {
      ...device,
      target: "https://push.example.com/send",
    });
    await expect(
      world.api("PUT", `${path}/${id}`, {
        target: `${hook.url}/send`,
        access_token: device.access_token,
        secret: device.secret,
      }),
    ).rejects.toThrow(refusal);
    await expect(
      world.api("PUT", `${path}/${id}`, { kind: "webpush", target: "https://10.0.0.1/send" }),
    ).rejects.toThrow(refusal);
  });

  test("a name that leads to a private address is not connected to", async () => {
    await begin();
    const { port } = new URL(hook.url);
    const { status, page } = await subscribe(`https://localhost:${port}/send`);
    expect(status).toBe(303);
    expect(page).toContain("the server&#39;s address is not allowed: not public");
    expect(page).not.toContain(`127.0.0.1:${port}`);
    expect(hook.posted).toEqual([]);
  });
});

describe("an address that the operator named", () => {
  test("takes pushes, and nothing that it answers is shown", async () => {
    await begin(["127.0.0.1"]);
    const { status, page } = await subscribe(`${hook.url}/send`);
    expect(status).toBe(303);
    expect(hook.posted).toHaveLength(1);
    expect(page).toContain("HTTP 418");
    const all = page + (await readable());
    expect(all).toContain("HTTP 418");
    expect(all).not.toMatch(/CANARY|hunter2/);
  });
});
