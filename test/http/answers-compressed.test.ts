/** Compressed answers: which ones are, and that they say the same. */
import { request as ask } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
let cookie: string;
beforeAll(async () => {
  http = await startHttp();
  const group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
  for (let i = 0; i < 12; i++)
    await http.api("POST", "/webhook_monitors", { title: `Shop ${i}`, alert_group_id: group.id });
  ({ cookie } = await signIn(http, http.keys.read));
});
afterAll(() => http.end());

/** Without `fetch`, which hides the encoding. */
function get(path: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    body: Buffer;
  }>((done, failed) => {
    ask(http.origin + path, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
    })
      .on("error", failed)
      .end();
  });
}
const auth = () => ({ authorization: `Bearer ${http.keys.read}` });
const list = "/api/v1/webhook_monitors";

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
])("a list is sent as %s, and says the same", async (encoding, unpack) => {
  const plain = await get(list, auth());
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const answer = await get(list, { ...auth(), "accept-encoding": encoding });
  expect(answer.headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
  expect(answer.body.length).toBeLessThan(plain.body.length / 3);
  expect(unpack(answer.body).toString()).toBe(plain.body.toString());
});

test("pages, styles and scripts are compressed, and the better encoding is chosen", async () => {
  for (const path of ["/", "/assets/style.css", "/assets/live.js"]) {
    const answer = await get(path, { cookie, "accept-encoding": "gzip, deflate, br;q=0.9" });
    expect(answer.headers["content-encoding"], path).toBe("br");
  }
});

test("an encoding that is refused is not used", async () => {
  const answer = await get(list, { ...auth(), "accept-encoding": "br;q=0, gzip;q=0.0, *;q=1" });
  expect(answer.headers["content-encoding"]).toBeUndefined();
});

test("an answer that the client has is not sent again, compressed or not", async () => {
  const first = await get("/assets/style.css", { "accept-encoding": "br" });
  const etag = String(first.headers["etag"]);
  expect(etag).toMatch(/^W\/"/);
  for (const known of [etag, etag.replace("W/", "")]) {
    const second = await get("/assets/style.css", {
      "accept-encoding": "br",
      "if-none-match": known,
    });
    expect(second.status).toBe(304);
    expect(second.body).toHaveLength(0);
  }
});

test("a page that another site opens is not compressed: its length would tell of its secrets", async () => {
  for (const site of ["cross-site", "same-site"]) {
    const answer = await get("/?search=guess", {
      cookie,
      "accept-encoding": "br",
      "sec-fetch-site": site,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"], site).toBeUndefined();
  }
});

test("short answers and those to changes are sent as they are", async () => {
  const short = await get("/api/v1/me", { ...auth(), "accept-encoding": "br" });
  expect(short.headers["content-encoding"]).toBeUndefined();
  const plan = await get("/api/v1/plan", { ...auth(), "accept-encoding": "br" }, "POST");
  expect(plan.headers["content-encoding"]).toBeUndefined();
});

test("a resource is not compressed: its ETag stays the strong one that a change names", async () => {
  const { json: monitor } = await http.api("POST", "/webhook_monitors", {
    title: "x".repeat(200),
    description: "y".repeat(1000),
    alert_group_id: (await http.api("GET", "/alert_groups")).json[0].id,
  });
  const path = `${list}/${monitor.id}`;
  const answer = await get(path, { ...auth(), "accept-encoding": "br" });
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.headers["etag"]).toMatch(/^"1-[\w-]+"$/);
  const changed = await http.call("PUT", path, {
    key: http.keys.write,
    body: { title: "Shop" },
    headers: { "if-match": String(answer.headers["etag"]) },
  });
  expect(changed.status).toBe(200);
});
