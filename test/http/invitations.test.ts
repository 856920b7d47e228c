/** Invitations by mail and by link, and proofs by the code of a mail. The mail server is played. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Letter } from "../../src/core/access/letter.ts";
import { proofLifetime } from "../../src/core/access/proof.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn, signInAs, tokenOfPage } from "../support/visitor.ts";

let http: HttpSide;
let letters: Letter[] = [];
/** The answer of the mail server; null: it accepts. */
let problem: string | null = null;
beforeAll(async () => {
  http = await startHttp({
    trustedProxies: ["127.0.0.1"],
    async post(letter) {
      letters.push(letter);
      return problem;
    },
  });
});
beforeEach(() => {
  letters = [];
  problem = null;
});
afterAll(() => http.end());

const post = async (path: string, body: object) => (await http.api("POST", path, body)).json;

describe("an invitation", () => {
  it("is mailed, makes the member of a group, waits in the list, and works once", async () => {
    const admin = await signIn(http, http.keys.admin);
    const group = await post("/alert_groups", { title: "Platform" });
    const sent = await admin.post("/settings/people/invite", {
      email: "Mei@example.com",
      name: "Mei",
      role: "responder",
      group: group.id,
      mail: "yes",
    });
    expect(location(sent)).toBe("/settings/people?done=mailed");
    expect(letters).toHaveLength(1);
    const [letter] = letters as [Letter];
    expect(letter).toMatchObject({
      to: "mei@example.com",
      subject: "Ada invites you to home",
      text: expect.stringContaining("as Mei (responder), once"),
      link: { label: "Sign in", url: expect.stringMatching(/\/join\/\w{22}$/) },
    });
    const { json: members } = await http.api("GET", `/alert_groups/${group.id}/members`);
    expect(members.map(({ email }: { email: string }) => email)).toEqual(["mei@example.com"]);
    const page = await admin.get("/settings/people");
    for (const text of ["Pending invitations", "mail accepted", "by <bdi>Ada</bdi>", "Send again"])
      expect(page.text).toContain(text);
    // The link is in the mail alone.
    const token = letter.link!.url.split("/").at(-1)!;
    expect(page.text + sent.text + http.logged.join()).not.toContain(token);
    const path = new URL(letter.link!.url).pathname;
    expect((await http.call("POST", path, { headers: { origin: http.origin } })).status).toBe(303);
    expect((await http.call("GET", path)).status).toBe(410);
    expect((await admin.get("/settings/people")).text).not.toContain("Pending invitations");
  });

  it("that is sent again ends the earlier link", async () => {
    const admin = await signIn(http, http.keys.admin);
    const fields = { email: "bo@example.com", role: "viewer", mail: "yes" };
    await admin.post("/settings/people/invite", fields);
    const page = await admin.get("/settings/people");
    const row = page.text.split("<li").find((one) => one.includes("bo@example.com"))!;
    const path = /action="(\/users\/[^"]+\/invite)"/.exec(row)![1]!;
    expect(location(await admin.post(path, { mail: "yes" }))).toContain("done=mailed");
    const [first, second] = letters.map(({ link }) => new URL(link!.url).pathname);
    expect((await http.call("GET", first!)).status).toBe(404);
    expect((await http.call("GET", second!)).status).toBe(200);
  });

  it("is the same for an address in other letters, and opening its link uses nothing up", async () => {
    const admin = await signIn(http, http.keys.admin);
    for (const email of ["Ann.Lee@Example.com", "ann.lee@example.COM"])
      await admin.post("/settings/people/invite", { email, role: "viewer", mail: "yes" });
    const { json } = await http.api("GET", "/users?limit=200");
    const found = json.filter(({ email }: { email: string }) => /^ann/i.test(email));
    expect(found).toHaveLength(1);
    // Scanners of mails, previews and the person open it, in any order.
    const path = new URL(letters.at(-1)!.link!.url).pathname;
    for (const method of ["GET", "HEAD", "GET"])
      expect((await http.call(method, path)).status).toBe(200);
    expect((await http.call("POST", path, { headers: { origin: http.origin } })).status).toBe(303);
  });

  it("that has expired says so, and a new one is one press away", async () => {
    const admin = await signIn(http, http.keys.admin);
    await admin.post("/settings/people/invite", { email: "late@example.com", mail: "yes" });
    await http.clock.advance(24 * 3600_000, () => true);
    const path = new URL(letters.at(-1)!.link!.url).pathname;
    for (const method of ["GET", "POST"]) {
      const late = await http.call(method, path, { headers: { origin: http.origin } });
      expect([late.status, late.text.includes("It has expired.")]).toEqual([410, true]);
    }
    const again = await signIn(http, http.keys.admin);
    await again.post("/settings/people/invite", { email: "late@example.com", mail: "yes" });
    const fresh = new URL(letters.at(-1)!.link!.url).pathname;
    expect((await http.call("GET", fresh)).status).toBe(200);
  });

  it("whose mail is rejected says so, and shows the link", async () => {
    problem = "550 no such user";
    const admin = await signIn(http, http.keys.admin);
    const fields = { email: "typo@example.com", role: "viewer", mail: "yes" };
    const shown = await admin.post("/settings/people/invite", fields);
    for (const text of ["The mail was not accepted", "550 no such user", "/join/"])
      expect(shown.text).toContain(text);
    const page = await admin.get("/settings/people");
    expect(page.text).toContain("Mail rejected");
  });

  it("is refused by mail where none is configured", async () => {
    // Another node of the same service, without mail.
    const plain = await startHttp({ beside: http });
    const { json } = await plain.api("POST", "/users", { email: "a@example.com", role: "viewer" });
    const path = `/users/${json.id}/sign_in_links`;
    const refused = await plain.api("POST", path, { mail: true });
    expect(refused.json.errors[0]).toMatchObject({ field: "mail", code: "not_configured" });
    expect((await plain.api("POST", path)).json).toMatchObject({
      mailed: false,
      mail_problem: null,
    });
    const admin = await signIn(plain, plain.keys.admin);
    expect((await admin.get("/settings/people")).text).not.toContain("Send invitation");
    await plain.end();
  });

  it("tells a guest no more of a used, replaced or invented link than that it does not work", async () => {
    const answers = await Promise.all(
      ["x".repeat(22), "y".repeat(22)].map((token) => http.call("GET", `/join/${token}`)),
    );
    const [one, other] = answers.map(({ status, text }) => `${status} ${text}`);
    expect(one!.replaceAll("x".repeat(22), "")).toBe(other!.replaceAll("y".repeat(22), ""));
  });
});

describe("a person without a passkey", () => {
  let people = 0;
  async function stale() {
    const email = `person-${++people}@example.com`;
    const { id } = await post("/users", { email, role: "admin" });
    await post(`/users/${id}/devices`, { kind: "ntfy", target: `topic-${people}` });
    const browser = await signInAs(http, id);
    await http.clock.advance(proofLifetime, () => true);
    const wanted = { name: "mine", scope: "admin" };
    return { id: id as string, email, browser, ask: () => browser.post("/settings/keys", wanted) };
  }
  const kept = { kept: "/settings/keys", "kept.name": "mine", "kept.scope": "admin" };
  const news = async (id: string) => {
    const { json } = await http.api("GET", "/notifications?order=desc&limit=100");
    return (json as { user_id: string; transition: string; title: string }[])
      .filter((one) => one.user_id === id && one.transition === "account")
      .map(({ title }) => title);
  };

  it("proves by the code of a mail, once, with the form kept and the owner notified", async () => {
    const ada = await stale();
    const refused = await ada.ask();
    expect(refused.text).toContain(`Send a code to <bdi>${ada.email}</bdi>`);
    const asked = await ada.browser.post("/prove/mail", kept);
    expect(asked.text).toContain('autocomplete="one-time-code"');
    const [{ to, code }] = letters as [Letter];
    expect([to, code]).toEqual([ada.email, expect.stringMatching(/^\d{8}$/)]);
    expect(asked.text + http.logged.join()).not.toContain(code);
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
    const right = await ada.browser.post("/prove/code", { ...kept, code: typed });
    expect(right.text).toContain('name="name" value="mine"');
    expect((await ada.ask()).status).toBe(200);
    expect(await news(ada.id)).toContain("A code of your mail was used");
    const again = await ada.browser.post("/prove/code", { code });
    expect([again.status, again.text.includes("expired, or was used")]).toEqual([403, true]);
  });

  it("is signed out after five wrong codes, over several mails, and notified", async () => {
    const ada = await stale();
    await ada.browser.post("/prove/mail");
    const wrong = () => {
      const { code } = letters.at(-1)!;
      return ada.browser.post("/prove/code", {
        code: code.startsWith("0") ? "10000000" : "00000000",
      });
    };
    for (let n = 0; n < 3; n++) expect((await wrong()).status).toBe(403);
    expect((await ada.browser.post("/prove/mail")).status).toBe(409);
    await http.clock.advance(60_000, () => true);
    expect((await ada.browser.post("/prove/mail")).status).toBe(200);
    expect((await wrong()).status).toBe(403);
    expect(location(await wrong())).toBe("/login");
    expect((await ada.browser.get("/")).status).toBe(303);
    expect(await news(ada.id)).toContain("Signed out: too many wrong codes");
  });

  it("proves with no code of another session, and none of ten minutes ago", async () => {
    const [ada, eve] = [await stale(), await stale()];
    await ada.browser.post("/prove/mail");
    const { code } = letters.at(-1)!;
    await eve.browser.post("/prove/mail");
    expect((await eve.browser.post("/prove/code", { code })).status).toBe(403);
    await http.clock.advance(proofLifetime, () => true);
    const late = await ada.browser.post("/prove/code", { code });
    expect([late.status, late.text.includes("expired")]).toEqual([403, true]);
  });

  it("has no such way as the session of a key, nor without mail", async () => {
    const visitor = await signIn(http, http.keys.admin);
    await http.clock.advance(proofLifetime, () => true);
    expect((await visitor.get("/prove")).text).not.toContain("/prove/mail");
    expect((await visitor.post("/prove/mail")).status).toBe(403);
    expect((await visitor.post("/prove/code", { code: "1" })).status).toBe(403);
    expect(letters).toEqual([]);
  });

  it("needs a proof to lead pushes of a device elsewhere, and none for its name", async () => {
    const ada = await stale();
    const [device] = (await http.api("GET", `/users/${ada.id}/devices`)).json;
    const path = `/users/${ada.id}/devices/${device.id}/edit`;
    const form = await ada.browser.get(path);
    const csrf = tokenOfPage(form);
    const fields = { csrf, kind: "ntfy", target: device.target, name: "Pixel", enabled: "true" };
    expect((await ada.browser.post(path, fields)).status).toBe(303);
    const moved = await ada.browser.post(path, { ...fields, target: "elsewhere" });
    expect([moved.status, moved.text.includes("Is it you?")]).toEqual([403, true]);
  });
});
