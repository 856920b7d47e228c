/** What a key asks of the server, and the sentence that comes of it. */
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../src/client/client.ts";
import { listen } from "../../../src/client/events.ts";
import { perform } from "../../../src/ctl/top/act.ts";
import type { Effect } from "../../../src/ctl/top/state.ts";
import { checkOutcome, silence } from "../../support/answers.ts";
import { until } from "../../support/clock.ts";
import { problem, startFakeApi, type Answers, type FakeApi } from "../fake-api.ts";
import { ago, health, incident, webhook } from "./given.ts";

let api: FakeApi;
beforeAll(async () => void (api = await startFakeApi({})));
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(() => {
  api.asked.length = 0;
  for (const name of Object.keys(api.answers)) delete api.answers[name];
});

type Asked = Exclude<Effect, { kind: "load" | "quit" }>;

async function done(effect: Asked, answers: Answers, by?: string) {
  Object.assign(api.answers, answers);
  const options = { url: api.url, apiKey: "mon_x", retries: 0 };
  const { text, tone } = await perform(effect, createClient(options), {
    by,
    key: "laptop",
    keySource: "MONITORCTL_API_KEY",
    browser: undefined,
  });
  const { method, path, body } = api.asked[0]!;
  return {
    said: `${tone}: ${text}`,
    asked: `${method} ${path} ${JSON.stringify(body)}`,
  };
}

const taken = (by: string) => ({
  "POST /incidents/incident-1/acknowledge": {
    body: incident(1, {
      status: "acknowledged",
      acknowledged_at: ago(1),
      acknowledged_by: by,
    }),
  },
});
const acknowledge: Asked = { kind: "acknowledge", incident: incident(1) };

test("an incident is acknowledged in the name of the key", async () => {
  expect(await done(acknowledge, taken("laptop"))).toEqual({
    said: "good: #1 is acknowledged by laptop (u undoes)",
    asked: "POST /incidents/incident-1/acknowledge {}",
  });
});

test("or in the name that was given", async () => {
  expect(await done(acknowledge, taken("Bo"), "Bo")).toEqual({
    said: "good: #1 is acknowledged by Bo (u undoes)",
    asked: 'POST /incidents/incident-1/acknowledge {"by":"Bo"}',
  });
});

test.each<[Partial<Extract<Asked, { kind: "silence" }>>, string]>([
  [
    { about: { monitor_id: "monitor-1" } },
    '{"monitor_id":"monitor-1","until":"2026-11-21T04:00:00Z","reason":"silenced in the terminal"}',
  ],
  [
    { about: { alert_group_id: "oncall", key: "web-1" } },
    '{"alert_group_id":"oncall","key":"web-1","until":"2026-11-21T04:00:00Z","reason":"silenced in the terminal"}',
  ],
])("a silence is asked for: %j", async (with_, body) => {
  const effect: Asked = {
    kind: "silence",
    name: "Shop\u001b[31m",
    about: { monitor_id: "monitor-1" },
    until: "2026-11-21T04:00:00Z",
    ...with_,
  };
  const answers = { "POST /silences": { status: 201, body: silence() } };
  expect(await done(effect, answers)).toEqual({
    said: "good: Silenced for 1 h (u undoes): Shop�[31m",
    asked: `POST /silences ${body}`,
  });
});

test("a silence is ended", async () => {
  const effect: Asked = { kind: "end_silence", name: "Shop", silence_id: "s1" };
  expect(await done(effect, { "DELETE /silences/s1": { body: silence() } })).toEqual({
    said: "good: Silence ended: Shop",
    asked: "DELETE /silences/s1 undefined",
  });
});

test("that somebody was first is said", async () => {
  expect((await done(acknowledge, taken("Ada"))).said).toBe(
    "warn: #1 was acknowledged by Ada already",
  );
});

test("and that it is over already", async () => {
  const resolved = {
    "POST /incidents/incident-1/acknowledge": {
      body: incident(1, { status: "resolved" }),
    },
  };
  expect((await done(acknowledge, resolved)).said).toBe("warn: #1 is resolved already");
});

test.each<[Asked, Answers, string, string]>([
  [
    { kind: "unacknowledge", incident: incident(1) },
    { "POST /incidents/incident-1/unacknowledge": { body: incident(1) } },
    "good: #1 is open again",
    "POST /incidents/incident-1/unacknowledge {}",
  ],
  [
    { kind: "resolve", incident: incident(1) },
    { "POST /incidents/incident-1/resolve": { body: incident(1) } },
    "good: #1 is resolved (u undoes)",
    "POST /incidents/incident-1/resolve {}",
  ],
  [
    { kind: "note", incident: incident(1), text: "on it" },
    { "POST /incidents/incident-1/notes": { body: incident(1) } },
    "good: The note is in the timeline of #1",
    'POST /incidents/incident-1/notes {"text":"on it"}',
  ],
  [
    { kind: "pause", monitor: webhook(1, { title: "\u001b[31mErrors" }), until: null },
    { "POST /webhook_monitors/monitor-1/pause": { body: webhook(1) } },
    "good: �[31mErrors is paused until somebody resumes it (u undoes)",
    "POST /webhook_monitors/monitor-1/pause {}",
  ],
  [
    { kind: "pause", monitor: health(1), until: ago(-3600) },
    { "POST /health_check_monitors/monitor-1/pause": { body: health(1) } },
    "good: Service 1 is paused for an hour (u undoes)",
    `POST /health_check_monitors/monitor-1/pause {"until":"${ago(-3600)}"}`,
  ],
  [
    { kind: "reopen", incident: incident(1) },
    { "POST /incidents/incident-1/reopen": { body: incident(1) } },
    "good: #1 is open again",
    "POST /incidents/incident-1/reopen {}",
  ],
  [
    { kind: "resume", monitor: health(1) },
    { "POST /health_check_monitors/monitor-1/resume": { body: health(1) } },
    "good: Service 1 is watched again (u undoes)",
    "POST /health_check_monitors/monitor-1/resume undefined",
  ],
  [
    { kind: "check", monitor: health(1) },
    {
      "POST /health_check_monitors/monitor-1/check": {
        body: checkOutcome({
          status: "down",
          status_reason: "timed out",
          duration_ms: 10_002,
        }),
      },
    },
    "bad: Service 1: checked, down in 10002 ms: timed out",
    "POST /health_check_monitors/monitor-1/check undefined",
  ],
  [
    { kind: "check", monitor: health(1) },
    { "GET /health_check_monitors/monitor-1": { body: health(1) } },
    "warn: This server cannot check on demand",
    "POST /health_check_monitors/monitor-1/check undefined",
  ],
  [
    { kind: "resolve", incident: incident(1) },
    {
      "POST /incidents/incident-1/resolve": problem(403, "The key may only read."),
    },
    "bad: The key may only read.",
    "POST /incidents/incident-1/resolve {}",
  ],
])("%j", async (effect, answers, said, asked) => {
  const came = await done(effect, answers);
  expect(came.said).toContain(said);
  expect(came.asked).toBe(asked);
});

describe("several at once", () => {
  const both = (kind: "acknowledge" | "resolve"): Asked => ({
    kind: "several",
    requests: [
      { kind, incident: incident(1) },
      { kind, incident: incident(2) },
    ],
  });
  const act = (effect: Asked, answers: Answers) => {
    Object.assign(api.answers, answers);
    const client = createClient({ url: api.url, apiKey: "mon_x", retries: 0 });
    return perform(effect, client, {
      by: undefined,
      key: "laptop",
      keySource: null,
      browser: undefined,
    });
  };

  test("are one sentence, and are undone together", async () => {
    const outcome = await act(both("resolve"), {
      "POST /incidents/incident-1/resolve": { body: incident(1) },
      "POST /incidents/incident-2/resolve": { body: incident(2) },
    });
    expect(outcome).toEqual({
      text: "Resolve 2 incidents: done (u undoes)",
      tone: "good",
      undo: {
        kind: "several",
        requests: [
          { kind: "reopen", incident: incident(1) },
          { kind: "reopen", incident: incident(2) },
        ],
      },
    });
  });

  test("say how many were done, and why one was not", async () => {
    const outcome = await act(both("resolve"), {
      "POST /incidents/incident-1/resolve": { body: incident(1) },
      "POST /incidents/incident-2/resolve": problem(403, "The key may only read."),
    });
    expect(outcome).toMatchObject({ tone: "bad", undo: { requests: [{ kind: "reopen" }] } });
    expect(outcome.text).toContain("Resolve 2 incidents: 1 of 2 done (u undoes). ");
    expect(outcome.text).toContain("The key may only read.");
  });
});

test("a page opens in the browser; without one, its URL is said", async () => {
  const url = "https://monitord.example.com/incidents/1";
  const open = (browser: string) =>
    perform({ kind: "browse", url }, createClient({ url: api.url, apiKey: "mon_x", retries: 0 }), {
      by: undefined,
      key: "laptop",
      keySource: null,
      browser,
    });
  expect(await open("true")).toEqual({ text: `Opened ${url}`, tone: "good" });
  expect(await open("/no/browser")).toEqual({
    text: `No browser here. The page is ${url}`,
    tone: "warn",
  });
});

test("a server that does not answer is a sentence too", async () => {
  const gone = await startFakeApi({});
  await gone[Symbol.asyncDispose]();
  const options = { url: gone.url, apiKey: "mon_x", retries: 0 };
  const outcome = await perform(acknowledge, createClient(options), {
    by: undefined,
    key: "laptop",
    keySource: null,
    browser: undefined,
  });
  expect(outcome.text).toContain(`cannot reach ${gone.url}`);
});

describe("the stream of events", () => {
  async function serving(answer: (response: ServerResponse) => void) {
    const server = createServer((_, response) => answer(response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return {
      options: { url: `http://127.0.0.1:${port}`, apiKey: "mon_x" },
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      },
    };
  }
  const never = new AbortController().signal;
  const deaf = { onEvent: () => {}, onAlive: () => {} };

  test("is heard: that it is open, and each event; and that it ended", async () => {
    let stream: ServerResponse | null = null;
    await using server = await serving((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": hello\n\n");
      stream = response;
    });
    let heard = 0;
    let alive = 0;
    const listener = { onEvent: () => void heard++, onAlive: () => void alive++ };
    const ended = listen(server.options, listener, never);
    await until(() => heard === 1);
    stream!.write("data: {}\n\n");
    await until(() => heard === 2);
    stream!.write("event: ping\ndata: {}\n\n");
    await until(() => alive === 3);
    expect(heard).toBe(2);
    stream!.end();
    expect(await ended).toBe(true);
  });

  test.each([
    [404, false],
    [405, false],
    [401, false],
    [429, true],
    [503, true],
  ])("answered with %i: ask again is %j", async (status, again) => {
    await using server = await serving((response) => response.writeHead(status).end("{}"));
    let heard = 0;
    const listener = { onEvent: () => void heard++, onAlive: () => void heard++ };
    expect(await listen(server.options, listener, never)).toBe(again);
    expect(heard).toBe(0);
  });

  test("of a server that is not there may be there later", async () => {
    const server = await serving(() => {});
    await server[Symbol.asyncDispose]();
    expect(await listen(server.options, deaf, never)).toBe(true);
  });

  test("ends when it is told to", async () => {
    await using server = await serving((response) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
    );
    const ending = new AbortController();
    const listener = { ...deaf, onEvent: () => ending.abort() };
    const ended = listen(server.options, listener, ending.signal);
    expect(await ended).toBe(true);
  });
});
