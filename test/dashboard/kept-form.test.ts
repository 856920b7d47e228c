/** Forms whose session ended while their fields were typed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { encoded, signIn } from "../support/visitor.ts";

const type = { "content-type": "application/x-www-form-urlencoded" };

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  http.call("POST", path, { body, headers: { ...type, origin: http.origin, ...headers } });

/** The token of the forms of a session that has ended since. */
async function tokenOfBefore(): Promise<string> {
  const { csrf, post: press } = await signIn(http, http.keys.admin);
  await press("/logout");
  return csrf;
}

describe("a form that is sent after its session has ended", () => {
  it("is kept by the pages of the sign-in, and sent by the user who signs in", async () => {
    const signedOut = await post(
      "/users/new",
      encoded({ csrf: await tokenOfBefore(), email: "night@example.com" }),
    );
    expect(signedOut.status).toBe(401);
    expect(signedOut.headers.get("cache-control")).toBe("no-store");
    expect(signedOut.text).toContain('name="kept.email" value="night@example.com"');
    expect(signedOut.text).not.toContain("kept.csrf");
    const carried = { kept: "/users/new", "kept.email": "night@example.com" };
    const mistyped = await post("/login", encoded({ code: "mon_no", ...carried }));
    expect(mistyped.text).toContain('name="kept.email" value="night@example.com"');
    const signed = await post("/login", encoded({ code: http.keys.admin, ...carried }));
    expect(signed.text).toContain('action="/users/new"');
    const csrf = /name="csrf" value="([^"]+)"/.exec(signed.text)![1]!;
    const cookie = signed.headers.get("set-cookie")!.split(";")[0]!;
    expect((await http.api("GET", "/users")).json).toEqual([]);
    const sent = await post("/users/new", encoded({ csrf, email: "night@example.com" }), {
      cookie,
    });
    expect(sent.status).toBe(303);
    expect((await http.api("GET", "/users")).json).toMatchObject([{ email: "night@example.com" }]);
  });

  it("that answers an incident is named by its button, before and after the sign-in", async () => {
    const path = "/incidents/01a1fc0b-e380-7000-8000-279fd29f3b1b/acknowledge";
    const csrf = await tokenOfBefore();
    for (const [back, named] of [
      ["/incidents/6", "Acknowledge incident #6"],
      ["/", "Acknowledge the incident"],
    ] as const) {
      const signedOut = await post(path, encoded({ csrf, back }));
      expect(signedOut.text).toContain(`Not sent yet: “${named}”.`);
      const carried = { code: http.keys.admin, kept: path, "kept.back": back };
      const signed = await post("/login", encoded(carried));
      expect(signed.text).toContain(`<button class="btn primary">${named}</button>`);
    }
  });

  it("is not kept for other sites, neither as their sender nor as the place it goes to", async () => {
    const foreign = { origin: "https://evil.example" };
    const sent = await post("/alert_groups/new", encoded({ title: "Evil" }), foreign);
    expect([sent.status, sent.text.includes("kept.")]).toEqual([403, false]);
    const carried = { code: http.keys.admin, kept: "//evil.example/x", "kept.title": "Evil" };
    const signed = await post("/login", encoded(carried));
    expect(signed.text).toContain('action="/"');
    expect(signed.text).not.toContain("evil.example");
  });

  it("is not kept when it is larger than any form by hand", async () => {
    const csrf = await tokenOfBefore();
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`n${i}`, ""]));
    for (const fields of [{ title: "x".repeat(70_000) }, many]) {
      const sent = await post("/alert_groups/new", encoded({ csrf, ...fields }));
      expect([sent.status, sent.text.includes("kept.")]).toEqual([401, false]);
    }
  });

  it("is not kept for who was never signed in: nothing of what they sent comes back", async () => {
    const csrf = await tokenOfBefore();
    const never = ["", "old", ".", csrf.slice(0, -1), csrf.replace(/^./, "!"), csrf.split(".")[0]!];
    for (const token of never) {
      const sent = await post("/alert_groups/new", encoded({ csrf: token, title: "Typed" }));
      expect([sent.status, sent.text.includes("Typed")]).toEqual([401, false]);
    }
  });

  it("is not read when it has more fields than any page", async () => {
    for (const path of ["/alert_groups/new", "/login"]) {
      const sent = await post(path, "a=&".repeat(63_000));
      expect([path, sent.status]).toEqual([path, 413]);
      expect(sent.text.length).toBeLessThan(10_000);
    }
  });

  it.skipIf(!hasBrowser)("loses nothing that was typed, in a browser", async () => {
    const browser = await startBrowser();
    const { cookie, post: press } = await signIn(http, http.keys.admin);
    const [name, value] = cookie.split("=");
    const context = await browser.newContext();
    await context.addCookies([{ name: name!, value: value!, url: http.origin }]);
    const page = await context.newPage();
    await page.goto(`${http.origin}/users/new`);
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByLabel("Name").fill("Grace Hopper");
    await press("/logout");
    await page.locator("main form button.primary").click();
    await page.getByLabel("API key").fill(http.keys.admin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Send them" }).click();
    await page.getByText("Grace Hopper").first().waitFor();
    await page.getByText("grace@example.com").first().waitFor();
    await browser.close();
  });
});
