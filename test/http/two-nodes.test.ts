/** Sign-ins that begin at one node and end at another, on one database: nothing of them is known to a process alone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";
import { singleSignOn, startIssuer, type Liar } from "../support/issuer.ts";
import { location, signInAs } from "../support/visitor.ts";

let liar: Liar;
let ways: ReturnType<typeof singleSignOn>[];
let a: HttpSide;
let b: HttpSide;
beforeAll(async () => {
  liar = await startIssuer();
  // Each node asks the provider itself.
  ways = [singleSignOn([liar.issuer]), singleSignOn([liar.issuer])];
  a = await startHttp({ singleSignOn: ways[0]! });
  b = await startHttp({ singleSignOn: ways[1]!, beside: a });
});
afterAll(async () => {
  await b.end();
  await a.end();
  await Promise.all(ways.map((one) => one.close()));
  await liar.end();
});

describe("a sign-in with a provider", () => {
  async function leave(node: HttpSide) {
    const answer = await node.call("GET", "/oidc/sign-in/acme?next=/incidents");
    const url = new URL(location(answer)!);
    liar.nonce = url.searchParams.get("nonce")!;
    const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
    const state = url.searchParams.get("state")!;
    const query = new URLSearchParams({ code: "code", state, iss: liar.url }).toString();
    return (at: HttpSide) => at.call("GET", `/oidc/callback?${query}`, { headers: { cookie } });
  }
  const sessionOf = (answer: Answer) =>
    answer.headers.getSetCookie().find((one) => /^monitord=[\w-]{43};/.test(one)) ?? null;

  it("begins at one node, ends at the other, and its session works at both", async () => {
    const back = await leave(a);
    const answer = await back(b);
    const cookie = sessionOf(answer)!.split(";")[0]!;
    for (const node of [a, b])
      expect((await node.call("GET", "/incidents", { headers: { cookie } })).status).toBe(200);
  });

  it("is used up for both nodes, also when the browser comes back to both at once", async () => {
    const back = await leave(a);
    const answers = await Promise.all([back(a), back(b)]);
    expect(answers.filter(sessionOf)).toHaveLength(1);
    const late = await back(a);
    expect([sessionOf(late), location(late)]).toEqual([null, "/login?refused=used&by=acme"]);
  });
});

describe("a program that signs in", () => {
  let programs = 0;
  async function person(name: string) {
    const email = `${name}@example.com`;
    const { json } = await a.api("POST", "/users", { email, name, role: "editor" });
    const at = (node: HttpSide) => signInAs(node, json.id as string);
    return { id: json.id as string, at };
  }
  async function begin(node: HttpSide) {
    const body = { host: `laptop ${++programs}`, program: "monitorctl" };
    const { json } = await node.call("POST", "/api/v1/device_authorizations", { body });
    const { device_code, user_code } = json as { device_code: string; user_code: string };
    const poll = (at: HttpSide) =>
      at.call("POST", "/api/v1/device_authorizations/key", { body: { device_code } });
    return { user_code, poll };
  }
  const errorOf = ({ status, json }: Answer) => [status, json.errors?.[0]?.code];

  it("is answered at another node than it asks, and gets one key of both", async () => {
    const ada = await person("ada");
    const { user_code, poll } = await begin(a);
    const browser = await ada.at(b);
    expect((await browser.get(`/device?code=${user_code}`)).text).toContain(`laptop ${programs}`);
    await browser.post("/device", { code: user_code, answer: "approved" });
    const both = await Promise.all([poll(a), poll(b)]);
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 400]);
  });

  it("has one pause for both nodes", async () => {
    const { poll } = await begin(b);
    expect(errorOf(await poll(a))).toEqual([400, "authorization_pending"]);
    expect(errorOf(await poll(b))).toEqual([400, "slow_down"]);
    await a.clock.advance(5000, () => true);
    expect(errorOf(await poll(a))).toEqual([400, "slow_down"]);
    await a.clock.advance(15_000, () => true);
    expect(errorOf(await poll(b))).toEqual([400, "authorization_pending"]);
  });

  it("has one answer of two people who answer at both nodes at once", async () => {
    const [grace, eve] = [await person("grace"), await person("eve")];
    const { user_code, poll } = await begin(a);
    const [one, other] = [await grace.at(a), await eve.at(b)];
    const answers = await Promise.all(
      [one, other].map((browser) =>
        browser.post("/device", { code: user_code, answer: "approved" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 404]);
    const made = await poll(b);
    const first = answers[0]!.status === 200 ? grace : eve;
    expect([made.status, made.json.user_id]).toEqual([201, first.id]);
    // Whose it became is in the log, and so is the one who came too late.
    const { json } = await a.api("GET", "/audit_events?order=desc&limit=10");
    const about = (json as { action: string; account: string | null }[]).map((one) => one.action);
    expect(about).toEqual(expect.arrayContaining(["approve", "refuse"]));
  });
});
