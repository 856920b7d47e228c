/** Adding a phone from the dashboard: who may, and what they see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { addressId } from "../../src/core/access/signed-action.ts";

let http: HttpSide;
let user: { id: string };
beforeAll(async () => {
  http = await startHttp({ path: "/mon" });
  user = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json;
});
afterAll(() => http.end());

/** A browser without a window that is signed in with a key. */
async function signIn(key: string) {
  const headers: Record<string, string> = {
    "content-type": "application/x-www-form-urlencoded",
    origin: http.origin,
  };
  const signed = await http.call("POST", "/mon/login", {
    body: `code=${key}&name=Ada`,
    headers,
  });
  headers["cookie"] = signed.headers.get("set-cookie")!.split(";")[0]!;
  const home = await http.call("GET", "/mon/", { headers });
  const csrf = /name="csrf" value="([^"]+)"/.exec(home.text)![1]!;
  return {
    get: (path: string) => http.call("GET", path, { headers }),
    post: (path: string, fields: Record<string, string> = { csrf }) =>
      http.call("POST", path, {
        body: new URLSearchParams(fields).toString(),
        headers,
      }),
    csrf,
  };
}
const phones = () => `/mon/users/${user.id}/phones`;

test("an administrator makes a link, sees its code, and withdraws it", async () => {
  const browser = await signIn(http.keys.admin);
  expect((await browser.get("/mon/users")).text).toContain('aria-label="Add phone: Ada"');
  const made = await browser.post(phones());
  expect(made.status).toBe(303);
  const at = made.headers.get("location")!;
  expect(at).toMatch(/^\/mon\/users\/[\w-]+\/phones\/[0-9A-Za-z]{22}$/);
  const page = await browser.get(at);
  expect(page.text).toContain('<svg\nclass="qr"');
  const link = `${http.siteUrl}/phone/${at.split("/").at(-1)}`;
  expect(page.text).toContain(link);
  expect(page.text).toContain("--site-url");
  expect((await browser.get(at)).status).toBe(200);
  expect((await http.call("GET", new URL(link).pathname)).status).toBe(200);

  const withdrawn = await browser.post(`${at}/withdraw`);
  expect(withdrawn.headers.get("location")).toBe(`/mon/users/${user.id}?done=withdrawn`);
  expect((await browser.get(at)).status).toBe(404);
  expect((await http.call("GET", new URL(link).pathname)).status).toBe(404);
});

test("the page says when the phone rings, and when the link has run out", async () => {
  const browser = await signIn(http.keys.admin);
  const [first, second] = [
    (await browser.post(phones())).headers.get("location")!,
    (await browser.post(phones())).headers.get("location")!,
  ];
  const [device] = await (async () => {
    await http.call("POST", `/mon/phone/${first.split("/").at(-1)}/test`);
    return (await http.api("GET", `/users/${user.id}/devices`)).json;
  })();
  expect((await browser.get(first)).text).toContain("Sending the test to");
  await http.store.run("confirm_device", {
    id: device.id,
    address: addressId(device),
    now: http.clock.now(),
  });
  expect((await browser.get(first)).text).toMatch(
    /<bdi>Ada<\/bdi>’s phone rings: verified\s+<time/,
  );
  await http.clock.advance(30 * 60_000, () => true);
  const over = await browser.get(second);
  expect(over.text).toContain("The link has expired.");
  expect(over.text).toContain("Create a new link");
});

test("who may not is told why, and gets no link", async () => {
  for (const key of [http.keys.read, http.keys.write]) {
    const browser = await signIn(key);
    for (const path of ["/mon/users", `/mon/users/${user.id}`]) {
      const { text } = await browser.get(path);
      expect(text).toContain("Only admins add phones");
      expect(text).not.toContain("Add phone");
    }
    expect((await browser.post(phones())).status).toBe(403);
  }
});

test("a link of another organization is none, nor one under another person, and forms need their token", async () => {
  const browser = await signIn(http.keys.admin);
  const at = (await browser.post(phones())).headers.get("location")!;
  const stranger = await signIn(http.stranger);
  for (const path of [at, `${at}/withdraw`])
    expect((await (path === at ? stranger.get(path) : stranger.post(path))).status).toBe(404);
  expect((await browser.get(at.replace(user.id, "somebody"))).status).toBe(404);
  for (const path of [phones(), `${at}/withdraw`])
    expect((await browser.post(path, {})).status).toBe(403);
  expect((await browser.get(at)).status).toBe(200);
});

test("a device is tested from its card, by who may write", async () => {
  const { json: device } = await http.api("POST", `/users/${user.id}/devices`, {
    kind: "ntfy",
    target: "t",
    name: "Pixel",
  });
  const path = `/mon/users/${user.id}/devices/${device.id}/test`;
  const reader = await signIn(http.keys.read);
  expect((await reader.post(path)).status).toBe(403);
  expect((await reader.get(`/mon/users/${user.id}`)).text).not.toContain("Test Pixel");
  const writer = await signIn(http.keys.write);
  expect((await writer.get(`/mon/users/${user.id}`)).text).toContain('aria-label="Test Pixel"');
  const tested = await writer.post(path, {
    csrf: writer.csrf,
    back: `/users/${user.id}`,
  });
  expect(tested.headers.get("location")).toBe(`/mon/users/${user.id}?done=tested`);
  const sent = (await http.api("GET", `/notifications?user_id=${user.id}`)).json;
  expect(sent.filter((one: { device_id: string }) => one.device_id === device.id)).toHaveLength(1);
});
