/** `webhook listen`, and commands that are given an inbound URL, against the real service. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
let urls: Record<"errors" | "oncall", string>;

beforeEach(async () => {
  http = await startHttp();
  place = newPlace({ MONITORCTL_URL: http.siteUrl, MONITORCTL_API_KEY: http.keys.admin });
  const group = await http.api("POST", "/alert_groups", {
    title: "On call",
    external_id: "oncall",
  });
  const monitor = await http.api("POST", "/webhook_monitors", {
    title: "Errors",
    external_id: "errors",
    alert_group_id: group.json.id,
  });
  urls = { errors: monitor.json.webhook_url, oncall: group.json.webhook_url };
});
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

const post = async (url: string, body: string) => {
  const headers = { "content-type": "application/json" };
  await (await fetch(url, { method: "POST", headers, body })).text();
};

/** Listens while each of the steps happens, between two looks. */
const listening = async (args: string[], ...steps: (() => Promise<void>)[]) => {
  let look = 0;
  return place.typed(["webhook", "listen", ...args], "", {
    isTTY: false,
    sleep: async () => {
      const step = steps[look++];
      if (!step) throw new Error("enough");
      await step();
    },
  });
};

describe("webhook listen", () => {
  test("shows what a monitor takes and what it refuses, from now on, once each", async () => {
    await post(urls.errors, '{"message":"before"}');
    const { stdout, stderr } = await listening(
      ["wh/errors"],
      () => post(urls.errors, '{"message":"Payment failed","order":7}'),
      () => post(urls.errors, '{"message":'),
    );
    expect(stderr).toContain("wh/errors: what arrives from now on");
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^\S+Z {2}202$/),
      '  {"message":"Payment failed","source":null,"order":7}',
      expect.stringMatching(/^\S+Z {2}400 {2}The body is not JSON/),
      '  {"message":',
    ]);
  });

  test("posts each whole body on, and shows the answer", async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
      request.on("end", () => response.writeHead(418).end());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const alert = JSON.stringify({ title: "Disk", text: "x".repeat(3000) });
    const { stdout } = await listening(["ag/oncall", "--forward-to", to, "-o", "jsonl"], () =>
      post(urls.oncall, alert),
    );
    server.close();
    expect(bodies.join("")).toBe(alert);
    expect(JSON.parse(stdout)).toMatchObject({ http_status: 202, body: alert, forwarded: 418 });
  });

  test("goes on when nobody takes it, and says so", async () => {
    const { stdout } = await listening(["ag/oncall", "--forward-to", "http://127.0.0.1:1/"], () =>
      post(urls.oncall, '{"title":"Disk"}'),
    );
    expect(stdout).toMatch(/202 {2}→ \S.* {2}1 opened/);
  });

  test("takes no URL that cannot be posted to", async () => {
    const { code, stderr } = await place.inside([
      "webhook",
      "listen",
      "ag/oncall",
      "--forward-to",
      "x",
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain("try: name it as http://127.0.0.1:3000/hook");
  });
});

describe("run with a URL", () => {
  test("reports start and end of each run to a monitor", async () => {
    expect((await place.inside(["run", urls.errors, "--", "true"])).code).toBe(0);
    const [monitor] = (await http.api("GET", "/webhook_monitors")).json;
    expect(monitor).toMatchObject({ errors_in_window: 0, last_success_at: expect.any(String) });
    const runs = (await http.api("GET", `/webhook_monitors/${monitor.id}/runs`)).json;
    expect(runs).toMatchObject([{ outcome: "success", started_at: expect.any(String) }]);
  });

  test("reports failures to an alert group, which takes no runs", async () => {
    expect((await place.inside(["run", urls.oncall, "--", "true"])).stderr).toBe("");
    expect((await http.api("GET", "/incidents")).json).toEqual([]);
    const failed = await place.inside(["run", urls.oncall, "--", "sh", "-c", "exit 3"]);
    expect(failed).toMatchObject({ code: 3, stderr: "" });
    expect((await http.api("GET", "/incidents")).json).toHaveLength(1);
  });
});

test("the kept reports of a monitor are a list, newest first if wanted", async () => {
  const [monitor] = (await http.api("GET", "/webhook_monitors")).json;
  for (const n of [1, 2, 3])
    await post(urls.errors, `{"message":"m${n}","source":"shop","n":${n}}`);
  const list = await http.api("GET", `/webhook_monitors/${monitor.id}/reports?order=desc&limit=2`);
  expect(list.json).toMatchObject([
    { message: "m3", source: "shop", meta: { n: 3 } },
    { message: "m2", source: "shop", meta: { n: 2 } },
  ]);
  expect(list.headers.get("link")).toContain('rel="next"');
  expect((await http.api("GET", "/webhook_monitors/nobody/reports")).status).toBe(404);
});
