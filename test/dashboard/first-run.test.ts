/** From nothing to the first alert, by forms alone. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeSetupCode } from "../support/setup-code.ts";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";
import { startTarget, type Target } from "../support/target.ts";
import { encoded, location, signIn, tokenOfPage, type Fields } from "../support/visitor.ts";

let http: HttpSide;
let target: Target;
beforeEach(async () => {
  http = await startHttp();
  target = await startTarget({ now: () => http.clock.now() });
});
afterEach(async () => {
  await http.end();
  await target.stop();
});

const text = ({ text: page }: Answer) => page.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

/** Somebody who has just redeemed a one-time code, on the page that follows. */
async function founder() {
  await makeSetupCode(http, "22222-22222");
  const form = { "content-type": "application/x-www-form-urlencoded", origin: http.origin };
  const signed = await http.call("POST", "/login", {
    body: encoded({ code: "22222-22222", name: "Ada", email: "ada@example.com" }),
    headers: form,
  });
  const cookie = signed.headers.get("set-cookie")!.split(";")[0]!;
  const at = location(signed)!;
  const get = (path = at) => http.call("GET", path, { headers: { cookie } });
  const csrf = tokenOfPage(await get());
  const press = (button: string, fields: Fields = {}) =>
    http.call("POST", at, {
      body: encoded({ csrf, do: button, ...fields }),
      headers: { ...form, cookie },
    });
  return { at, get, press };
}

/** The phone of the code on the page adds itself. */
const addPhone = (at: string) => http.call("POST", `/phone/${at.split("=")[1]}/test`);

test("a code leads to one page with the code of a phone, and a reload shows the same", async () => {
  const { at, get, press } = await founder();
  const [first, again] = [await get(), await get()];
  expect(text(first)).toContain("Ada. Change");
  expect(text(first)).toContain("Waiting for your phone…");
  expect(first.text).toContain(`/phone/${at.split("=")[1]}"`);
  expect(again.text).toBe(first.text);
  expect(first.text).not.toMatch(/mon_[0-9A-Za-z]{38}/);
  await addPhone(at);
  expect(text(await get())).toContain("Sending the test");
  // Without the token in the address the code is gone, and another one is a click away.
  expect(text(await get("/start"))).toContain("has not answered a test yet");
  expect(location(await press("phone"))).toMatch(/^\/start\?phone=/);
  expect(location(await press("phone"))).not.toBe(at);
});

test("a URL is tested beside its field, and becomes a monitor with a group around it", async () => {
  const { at, get, press } = await founder();
  const tried = await press("try", { url: target.healthUrl });
  expect(text(tried)).toMatch(/Answered in \d+ ms · HTTP 200 · 2 sub-checks, up/);
  expect(tried.text).toContain(`value="${target.healthUrl}"`);
  const watched = await press("watch", { url: target.healthUrl, tested: target.healthUrl });
  expect(location(watched)).toBe(at);
  const [monitor] = (await http.api("GET", "/health_check_monitors")).json;
  expect(monitor).toMatchObject({ title: new URL(target.url).host, url: target.healthUrl });
  const [group] = (await http.api("GET", "/alert_groups")).json;
  expect([group.title, monitor.alert_group_id]).toEqual(["On call", group.id]);
  expect((await http.api("GET", `/alert_groups/${group.id}/members`)).json).toMatchObject([
    { email: "ada@example.com" },
  ]);
  expect(text(await get())).toContain(`${monitor.title}. Change`);
});

test("a page that is no health report is watched as a page, with the format of a report shown", async () => {
  const { press } = await founder();
  target.respond((_request, response) => response.end("<html>Shop</html>"));
  const tried = await press("try", { url: target.url });
  expect(text(tried)).toContain("it will be watched as a page");
  expect(tried.text).toContain("finishedAt");
  await press("watch", { url: target.url });
  expect((await http.api("GET", "/health_check_monitors")).json).toMatchObject([
    { expect: "http" },
  ]);
});

test("a URL that does not answer is not watched before that was shown", async () => {
  const { press } = await founder();
  target.respond((_request, response) => response.writeHead(503).end());
  const { url } = target;
  expect(text(await press("watch", { url: "nonsense" }))).toMatch(/URL Test \S/);
  await target.stop();
  const shown = await press("watch", { url });
  expect(text(shown)).toContain("Watch it anyway");
  expect((await http.api("GET", "/health_check_monitors")).json).toEqual([]);
  await press("watch", { url, tested: url });
  expect((await http.api("GET", "/health_check_monitors")).json).toHaveLength(1);
  target = await startTarget();
});

test("without a URL a webhook monitor is created, and its URL is shown", async () => {
  const { get, press } = await founder();
  await press("webhook", { url: "" });
  expect((await get()).text).toMatch(/curl .*\/api\/webhook\//);
});

test("a test incident takes the way of every alert, and the page says how it arrived", async () => {
  const { at, get, press } = await founder();
  expect((await get()).text).toMatch(/value="test"\s+disabled/);
  await addPhone(at);
  await press("webhook", { url: "" });
  await press("test");
  const [incident] = (await http.api("GET", "/incidents")).json;
  expect(incident).toMatchObject({ title: "Test incident", source: "alert_group" });
  expect(text(await get())).toContain("#1 Test incident");
  expect(text(await get())).toContain("Ada: being notified");
});

test("the holder of a key says once who is on call", async () => {
  const browser = await signIn(http, http.keys.admin);
  expect((await browser.get("/")).text).toContain('href="/start"');
  expect((await browser.get("/start")).text).toContain("Your email");
  const fields = { do: "person", name: "Bo", email: "nobody" };
  expect((await browser.post("/start", fields)).status).toBe(422);
  const made = await browser.post("/start", { ...fields, email: "bo@example.com" });
  expect(text(await browser.get(location(made)!))).toContain("Bo. Change");
});

test("the page is for admins", async () => {
  for (const [key, status] of [
    [http.keys.write, 403],
    [http.keys.admin, 200],
  ] as const)
    expect((await (await signIn(http, key)).get("/start")).status).toBe(status);
});
