/** Another program at the address of monitord, which answers each request with JSON about itself and 200. */
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AddressInfo } from "node:net";
import { newPlace, type Place } from "./run.ts";

let body: string;
let headers: Record<string, string>;
let place: Place;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
});

beforeEach(async () => {
  headers = {};
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  place = newPlace({
    MONITORCTL_URL: `http://127.0.0.1:${port}`,
    MONITORCTL_API_KEY: "mon_good",
  });
});
afterEach(async () => {
  place[Symbol.dispose]();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

const answers = ['{"status":"ok"}', "null", '"hello"', '[{"build":3}]', '{"error":"no","code":5}'];
const commands = ["status", "whoami", "incidents", "get hc", "oncall", "events", "ack 1", "report"];

test.each(answers.flatMap((answer) => commands.map((command) => [answer, command])))(
  "%s is no answer of monitord to %s",
  async (answer, command) => {
    body = answer!;
    const { code, stdout, stderr } = await place.inside(command!.split(" "));
    expect([code, stdout]).toEqual([9, ""]);
    expect(stderr).toContain("error[not_monitord]");
    expect(stderr).toContain("answered HTTP 200, but not as monitord does");
  },
);

test("a server with a part of the API answers with fewer members", async () => {
  body = '[{"id":"1","title":"Shop"}]';
  const { code, stdout } = await place.inside(["get", "hc", "-o", "json"]);
  expect([code, JSON.parse(stdout)]).toEqual([0, [{ id: "1", title: "Shop" }]]);
});

test("an answer with the mark of monitord is taken as it is, also from a version with other members", async () => {
  headers = { "x-answered-by": "monitord" };
  body =
    '{"server":{"version":"9"},"key":{"name":"ci","scopes":[]},"organization":{"name":"Shop"}}';
  expect((await place.inside(["whoami", "-o", "json"])).code).toBe(0);
});
