/** Another program at the address of monitord, which answers each request with JSON about itself and 200. */
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AddressInfo } from "node:net";
import { newPlace, type Place } from "./run.ts";

let body: string;
let status: number;
let headers: Record<string, string>;
let place: Place;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
});

beforeEach(async () => {
  headers = {};
  status = 200;
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

// A page that refuses is no word of monitord's about the key, nor a sign of a wrong address.
test.each([
  [401, 4, "does a proxy in front of it ask for a sign-in?", "let the proxy pass /api/v1"],
  [403, 4, "does a proxy in front of it refuse the request?", "let the proxy pass /api/v1"],
  [407, 9, "a proxy that asks for a user and a password", "name user and password of the proxy"],
  [413, 9, "a proxy that refuses bodies of this size", "client_max_body_size"],
  [429, 9, "a proxy that limits the rate of requests", "wait a minute and repeat"],
])("a proxy that answers %d by itself is said to do so", async (answered, exit, said, next) => {
  status = answered;
  body = "<html><title>No</title></html>";
  headers = { "content-type": "text/html", "retry-after": "999" };
  place.write("monitors.yaml", "version: 1\nproject: shop\n");
  for (const command of [
    ["apply"],
    ["ack", "1"],
    ["webhook", "send", place.env["MONITORCTL_URL"]!, "x"],
  ]) {
    const { code, stderr } = await place.inside(command);
    expect([command[0], code]).toEqual([command[0], exit]);
    expect(stderr).toContain(said);
    expect(stderr).toContain(next);
    expect(stderr).not.toContain("monitorctl whoami");
  }
});

test.each(["https://moved.example", "//moved.example", ""])(
  "a redirect of a webhook URL to %j does not show the secret in it",
  async (to) => {
    status = 301;
    headers = { location: `${to}/webhooks/s3cret` };
    const url = `${place.env["MONITORCTL_URL"]!}/webhooks/s3cret`;
    for (const command of [
      ["webhook", "send", url, "x"],
      ["run", url, "--", "false"],
    ]) {
      const { stderr } = await place.inside(command);
      expect(stderr).toContain(to === "" ? "answered HTTP 301" : "redirects to http");
      expect(stderr).not.toContain("s3cret");
    }
  },
);
