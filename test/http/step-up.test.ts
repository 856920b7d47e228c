/** A fresh proof for changes that outlive a stolen session, and the owner's news of them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { issuedAt, makeChallenge } from "../../src/core/access/passkey.ts";
import { proofLifetime } from "../../src/core/access/proof.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn, signInAs, tokenOfPage } from "../support/visitor.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

const post = async (path: string, body: object) => (await http.api("POST", path, body)).json;
const audited = async () =>
  (await http.api("GET", "/audit_events?order=desc&limit=20")).json as {
    action: string;
    object_kind: string;
    object_id: string;
    actor: string;
    key_name: string | null;
    client_address: string | null;
    agent: string | null;
    part_of: string | null;
    counts: object | null;
    changes: { field: string; from: unknown; to: unknown; times?: number }[] | null;
  }[];

it("a session older than the proof asks for one, keeps the form, and takes the key that it began with", async () => {
  const browser = await signIn(http, http.keys.admin);
  const ada = await post("/users", { email: "proof@example.com", role: "viewer" });
  const asks: [string, Record<string, string>][] = [
    ["/settings/keys", { name: "stolen", scope: "admin" }],
    [`/users/${ada.id}/invite`, {}],
    ["/settings/people/invite", { email: "new@example.com", role: "admin" }],
    ["/settings/people/roles", { [`role.${ada.id}`]: "admin" }],
    [`/users/${ada.id}/edit`, { email: "proof@example.com", role: "admin" }],
  ];
  await http.clock.advance(proofLifetime, () => true);
  for (const [path, fields] of asks) {
    const refused = await browser.post(path, fields);
    expect([path, refused.status]).toEqual([path, 403]);
    expect(refused.text).toContain("Is it you?");
  }
  expect((await http.api("GET", `/users/${ada.id}`)).json.role).toBe("viewer");
  // A key that only reads lets nobody in for longer.
  expect((await browser.post("/settings/keys", { name: "wall", scope: "read" })).status).toBe(200);
  const refused = await browser.post("/settings/keys", { name: "stolen", scope: "admin" });
  expect(refused.text).toContain('name="kept.name" value="stolen"');
  const wrong = await browser.post("/prove/key", { key: http.keys.read, kept: "/settings/keys" });
  expect(wrong.status).toBe(403);
  const right = await browser.post("/prove/key", {
    key: http.keys.admin,
    kept: "/settings/keys",
    "kept.name": "mine",
    "kept.scope": "admin",
  });
  expect(right.text).toContain('name="name" value="mine"');
  expect((await browser.post("/settings/keys", { name: "mine", scope: "admin" })).status).toBe(200);
});

it("a person without a passkey is shown the way on: a new sign-in is a proof", async () => {
  const eve = await post("/users", { email: "eve@example.com", role: "admin" });
  const browser = await signInAs(http, eve.id);
  await http.clock.advance(proofLifetime, () => true);
  const options = await browser.get(`/users/${eve.id}/passkeys/options`);
  expect(options).toMatchObject({ status: 403, json: { prove: "/prove?next=/settings/you" } });
  const page = await browser.get("/prove?next=/settings/you");
  expect(page.text).toContain("monitord setup-code");
  expect((await browser.post(`/users/${eve.id}/passkeys`, {})).status).toBe(403);
  const again = await signInAs(http, eve.id);
  expect((await again.get(`/users/${eve.id}/passkeys/options`)).status).toBe(200);
});

it("the owner is notified without a sound of a role, a link and an admin key", async () => {
  const grace = await post("/users", { email: "grace@example.com", role: "admin" });
  await post(`/users/${grace.id}/devices`, { kind: "ntfy", target: "grace-topic" });
  const browser = await signInAs(http, grace.id);
  await browser.post("/settings/keys", { name: "made", scope: "admin" });
  await http.api("PUT", `/users/${grace.id}`, { role: "editor" });
  const { json } = await http.api("GET", "/notifications?order=desc&limit=50");
  const own = (json as { transition: string; title: string; priority: number }[]).filter(
    ({ transition }) => transition === "account",
  );
  expect(own.map(({ title }) => title)).toEqual([
    "Your role: editor",
    "API key made: made",
    "A link that signs in as you was made",
  ]);
});

it("sign-ins, sign-outs and refused codes are audited; a name typed beside a key never stands alone", async () => {
  const browser = await signIn(http, http.keys.admin);
  expect((await audited())[0]).toMatchObject({
    action: "sign_in",
    object_kind: "api_keys",
    actor: "Ada",
    key_name: "admin key",
    client_address: "127.0.0.1",
  });
  await browser.post("/logout");
  expect((await audited())[0]).toMatchObject({ action: "end", object_kind: "sessions" });
  await signIn(http, "wrong-code");
  expect((await audited())[0]).toMatchObject({
    action: "refuse_sign_in",
    object_id: "127.0.0.1",
    actor: "a visitor",
  });
});

it("a right key signs in whatever others at the address have missed", async () => {
  for (let i = 0; i < 15; i++) await signIn(http, "wrong-code");
  expect((await signIn(http, "wrong-code")).answer.status).toBe(429);
  expect((await signIn(http, http.keys.admin)).answer.status).toBe(303);
  const hal = await post("/users", { email: "hal@example.com", role: "viewer" });
  for (let i = 0; i < 62; i++) await http.call("GET", `/join/${"x".repeat(22)}`);
  const { url } = await post(`/users/${hal.id}/sign_in_links`, {});
  expect((await http.call("GET", new URL(url).pathname)).status).toBe(200);
});

it("sign out everywhere else keeps this browser alone", async () => {
  const ida = await post("/users", { email: "ida@example.com", role: "viewer" });
  const [one, other] = [await signInAs(http, ida.id), await signInAs(http, ida.id)];
  const page = await one.get("/settings/you");
  expect(page.text).toContain("this browser");
  expect(page.text).toContain("Sign out everywhere else");
  const ended = await one.post("/settings/you/sessions/end", { csrf: tokenOfPage(page) });
  expect(location(ended)).toContain("done=signed_out");
  expect((await other.get("/settings/you")).status).toBe(303);
  expect((await one.get("/settings/you")).status).toBe(200);
});

it("people: an invitation waits, is revoked, and the last admin keeps the role", async () => {
  const browser = await signIn(http, http.keys.admin);
  const invited = await browser.post("/settings/people/invite", {
    email: "jo@example.com",
    role: "responder",
  });
  const path = new URL(/http:[^<\s"]+\/join\/\w{22}/.exec(invited.text)![0]).pathname;
  const page = await browser.get("/settings/people");
  const row = page.text.split("<li").find((one) => one.includes("jo@example.com"))!;
  const id = /id="invitation-([\w-]+)"/.exec(row)![1]!;
  expect((await http.call("GET", path)).status).toBe(200);
  await browser.post(`/settings/people/invitations/${id}/revoke`);
  expect((await http.call("GET", path)).status).toBe(404);
  const users = (await http.api("GET", "/users")).json as { id: string; role: string | null }[];
  const admins = users.filter(({ role }) => role === "admin");
  const roles = Object.fromEntries(admins.map(({ id: one }) => [`role.${one}`, "viewer"]));
  expect((await browser.post("/settings/people/roles", roles)).status).toBe(409);
  const left = (await http.api("GET", "/users")).json as { role: string | null }[];
  expect(left.filter(({ role }) => role === "admin")).toHaveLength(1);
});

it("an apply is one event with equal changes once; an edit says before and after, a secret only that it was set", async () => {
  const declare = (seconds: number) =>
    http.api("POST", "/apply", {
      project: "shop",
      alert_groups: [{ external_id: "g", title: "G" }],
      health_check_monitors: ["a", "b", "c"].map((external_id) => ({
        external_id,
        title: external_id,
        url: "https://example.com/health",
        alert_group: "g",
        interval_seconds: seconds,
        request_headers: { Authorization: `secret-${seconds}` },
      })),
    });
  await declare(60);
  await declare(30);
  const events = await audited();
  const apply = events.find(({ action }) => action === "apply")!;
  expect(apply.counts).toEqual({ update: 3 });
  expect(apply.changes).toContainEqual(
    expect.objectContaining({ field: "interval_seconds", from: 60, to: 30, times: 3 }),
  );
  expect(JSON.stringify(events)).not.toContain("secret-");
  const browser = await signIn(http, http.keys.admin);
  const page = await browser.get("/settings/audit");
  expect(page.text).toContain("set again");
  expect(page.text).toContain("3 changed");
  const csv = await browser.get("/settings/audit.csv");
  expect(csv.text.split("\r\n")[0]).toContain("at,actor,key_name");
  // A name that a spreadsheet would calculate, in full width too.
  await http.api("POST", "/alert_groups", { title: "＝1+1" });
  const later = await browser.get("/settings/audit.csv");
  expect(later.text).toContain(",'＝1+1,");
});

it("a challenge answers the question alone that it was made for", () => {
  const secret = new Uint8Array(32);
  const purposes = ["sign_in", "register", "prove"] as const;
  for (const one of purposes) {
    const challenge = makeChallenge(secret, one, 1000, (size) => new Uint8Array(size));
    for (const other of purposes)
      expect(issuedAt(secret, other, challenge, 1000)).toBe(one === other ? 1000 : null);
  }
});

it("browsers are held to https where the site has it", async () => {
  const page = await http.call("GET", "/login");
  for (const name of ["strict-transport-security", "cross-origin-opener-policy"])
    expect(page.headers.get(name)).toBeNull();
  const side = await startHttp({ siteUrl: "https://monitord.example.org" });
  const secure = await side.call("GET", "/login");
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(secure.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  await side.end();
});
