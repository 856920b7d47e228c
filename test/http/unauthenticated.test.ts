import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

/** Deliveries whose sender knows the URL of a group and not its secret. */
let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

interface Event {
  id: string;
  http_status: number;
  unauthenticated: boolean;
  reason: string;
  replay_of: string | null;
}

const body = { title: "Forged alert" };
const secret = "a secret of the sender";

async function guarded(): Promise<{ id: string; path: string }> {
  const { json } = await http.api("POST", "/alert_groups", {
    title: "Guarded",
    webhook_auth: "bearer",
    webhook_secret: secret.replaceAll(" ", "-"),
  });
  return { id: json.id, path: new URL(json.webhook_url).pathname };
}
const post = (path: string, authorization: string, sent: object = body) =>
  http.call("POST", path, { body: sent, headers: { authorization } });
const right = `Bearer ${secret.replaceAll(" ", "-")}`;
const kept = async (id: string): Promise<Event[]> =>
  (await http.api("GET", `/inbound_events?target_id=${id}`)).json;

describe("a delivery without the secret of its URL", () => {
  it("never pushes out an accepted one: the last 20 of its kind are kept, and all are counted", async () => {
    const { id, path } = await guarded();
    expect((await post(path, right, { title: "Genuine" })).status).toBe(202);
    expect((await post(path, right, "nothing readable" as never)).status).toBe(400);
    for (let n = 0; n < 25; n++) expect((await post(path, "Bearer wrong")).status).toBe(401);
    const events = await kept(id);
    expect(events.map(({ http_status }) => http_status).slice(0, 2)).toEqual([202, 400]);
    expect(events.filter(({ unauthenticated }) => unauthenticated)).toHaveLength(20);
    const group = (await http.api("GET", `/alert_groups/${id}`)).json;
    expect(group.unauthenticated_count).toBe(25);
  });

  it("is checked for its secret before anything else that leaves a body to replay", async () => {
    const { id, path } = await guarded();
    const sent = { authorization: "Bearer wrong", "idempotency-key": "x".repeat(300) };
    const answer = await http.call("POST", path, { body, headers: sent });
    expect(answer.status).toBe(401);
    expect((await kept(id))[0]).toMatchObject({ unauthenticated: true });
  });

  it("is replayed only after confirmation, and everything that comes of it says so", async () => {
    const { id, path } = await guarded();
    await post(path, "Bearer wrong");
    const [event] = await kept(id);
    const replay = `/inbound_events/${event!.id}/replay`;
    for (const confirm of [{}, { confirm: "yes" }]) {
      const refused = await http.api("POST", replay, confirm);
      expect([refused.status, refused.json.errors[0].field]).toEqual([422, "confirm"]);
    }
    const taken = await http.api("POST", replay, { confirm: "unauthenticated" });
    expect(taken.json).toMatchObject({ accepted: 1, unauthenticated: true });
    const [, again] = await kept(id);
    expect(again).toMatchObject({ replay_of: event!.id, http_status: 202, unauthenticated: true });
    // Nor does the replay of the replay go without.
    expect((await http.api("POST", `/inbound_events/${again!.id}/replay`)).status).toBe(422);

    const incidents = (await http.api("GET", `/incidents?alert_group_id=${id}`)).json;
    // The first one says that a delivery was refused.
    const incident = (await http.api("GET", `/incidents/${incidents[1].id}`)).json;
    expect(JSON.stringify(incident.timeline)).toContain("not authenticated");
    const [audited] = (await http.api("GET", "/audit_events?order=desc&limit=1")).json;
    expect(audited).toMatchObject({ action: "replay_unauthenticated", object_id: event!.id });
  });

  it("has a box to tick on its page, without which the button does nothing", async () => {
    const { id, path } = await guarded();
    await post(path, "Bearer wrong");
    const [event] = await kept(id);
    const browser = await signIn(http, http.keys.write);
    const page = `/activity/events/${event!.id}`;
    expect((await browser.get(page)).text).toContain('name="confirm" value="unauthenticated"');
    expect((await browser.post(`${page}/replay`, {})).status).toBe(422);
    const done = await browser.post(`${page}/replay`, { confirm: "unauthenticated" });
    expect(done.status).toBe(303);
  });
});
