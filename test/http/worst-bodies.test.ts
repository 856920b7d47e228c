/**
 * The worst body of each route keeps other requests waiting no longer than a few times what it takes to parse a
 * megabyte of JSON. Both are CPU time of this thread, which runs server, database and client, in one run.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { limits } from "../../src/resource/schema.ts";
import type { ApiDocument } from "../support/route-bodies.ts";
import { comparedTurn, mostOfTurn } from "../support/turns.ts";
import { signIn } from "../support/visitor.ts";
import {
  formPaths,
  worstAlerts,
  worstForms,
  worstOfApi,
  worstOfSdks,
  worstReports,
  type WorstBody,
} from "../support/worst-bodies.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
let monitor: { webhook_id: string };
let user: { id: string };
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  const fields = { title: "Shop", alert_group_id: group.id };
  monitor = (await http.api("POST", "/webhook_monitors", fields)).json;
  user = (await http.api("POST", "/users", { email: "ada@example.com" })).json;
});
afterAll(() => http.end());

/** What takes too long, or is answered with a megabyte or a failure. */
async function tooLong(
  method: string,
  path: string,
  bodies: readonly WorstBody[],
  headers: Record<string, string>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, body, encoding } of bodies) {
    const made = body();
    let answer = { status: 0, bytes: 0 };
    const ask = async () => {
      const sent = await fetch(http.origin + path, {
        method,
        headers: { ...headers, ...(encoding && { "content-encoding": encoding }) },
        body: made,
        redirect: "manual",
      }).catch(() => null);
      // Where the body is refused unread, the connection is closed, sometimes before the answer was read.
      const text = await sent?.arrayBuffer().catch(() => null);
      answer = { status: sent?.status ?? 0, bytes: text?.byteLength ?? 0 };
    };
    const turn = await comparedTurn(ask);
    if (turn > mostOfTurn) wrong.push(`${method} ${path}, ${name}: a turn of ${turn.toFixed(1)}`);
    // A server that cannot keep up, because the machine has much else to do, may say so.
    if (answer.status >= 500 && answer.status !== 503)
      wrong.push(`${method} ${path}, ${name}: ${answer.status}`);
    if (answer.status >= 400 && answer.bytes > 512 * 1024)
      wrong.push(`${method} ${path}, ${name}: an answer of ${answer.bytes} bytes`);
  }
  return wrong;
}

const json = { "content-type": "application/json" };
const keyed = (key: string) => ({ ...json, authorization: `Bearer ${key}` });

describe("the worst body keeps nobody waiting", () => {
  it("of any route of the API", async () => {
    const routes = worstOfApi(http.description as unknown as ApiDocument, {
      id: group.id,
      user_id: user.id,
    });
    expect(routes.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    // A plan of as many sound monitors as are allowed takes a second, in short turns: the script of the bench sends it.
    const isShort = ({ name }: WorstBody) => !name.startsWith("sound");
    for (const { method, path, bodies } of routes) {
      // They take the same bodies in the same way.
      if (/\/(apply|drift)$/.test(path)) continue;
      const headers = path.endsWith("/login") ? json : keyed(http.keys.admin);
      wrong.push(...(await tooLong(method, path, bodies.filter(isShort), headers)));
    }
    expect(wrong).toEqual([]);
  }, 600_000);

  it("of URLs of error reports and of alerts, known or not, and of buttons", async () => {
    const urls: [path: string, bodies: WorstBody[]][] = [
      [`/api/webhook/${monitor.webhook_id}`, worstReports()],
      [`/api/webhook/${monitor.webhook_id}/success`, worstReports()],
      [`/api/webhook/${group.webhook_id}`, worstAlerts(limits.deliveryBody)],
      ["/api/webhook/unknown", worstAlerts(limits.inboundBody)],
      ...worstOfSdks(monitor.webhook_id),
      ["/api/actions/unknown", worstReports()],
    ];
    const wrong: string[] = [];
    for (const [path, bodies] of urls) wrong.push(...(await tooLong("POST", path, bodies, json)));
    expect(wrong).toEqual([]);
  }, 600_000);

  it("of any form, with a session and without one", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded", origin: http.origin };
    const wrong: string[] = [];
    for (const path of [...formPaths.open, ...formPaths.signedIn])
      wrong.push(...(await tooLong("POST", path, worstForms("none"), form)));
    await http.clock.advance(60_000, () => true);
    const { cookie, csrf } = await signIn(http, http.keys.admin);
    for (const path of formPaths.signedIn)
      wrong.push(...(await tooLong("POST", path, worstForms(csrf), { ...form, cookie })));
    expect(wrong).toEqual([]);
  }, 600_000);
});
