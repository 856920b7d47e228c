/** Large declarations: compressed bodies, their limits, and everybody else's. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

async function post(path: string, body: Uint8Array<ArrayBuffer> | string, encoding = "gzip") {
  const answer = await fetch(`${http.origin}/api/v1${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${http.keys.admin}`,
      "content-type": "application/json",
      "content-encoding": encoding,
    },
    body,
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
const zipped = (text: string) => new Uint8Array(gzipSync(text));
const declaration = (groups: number) =>
  JSON.stringify({
    project: "shop",
    alert_groups: Array.from({ length: groups }, (_, i) => ({
      external_id: `g${i}`,
      title: `Group ${i} ${"with a long title ".repeat(5)}`,
    })),
  });

test("a declaration may be compressed, and larger than what other URLs take", async () => {
  const text = declaration(10_000);
  expect(text.length).toBeGreaterThan(1024 * 1024);
  const planned = await post("/plan", zipped(text));
  expect([planned.status, (planned.json["changes"] as unknown[]).length]).toEqual([200, 10_000]);
  expect((await post("/plan", declaration(3), "identity")).status).toBe(200);
  expect((await post("/drift", zipped(declaration(3)))).status).toBe(200);
});

test("what is compressed wrongly, or otherwise, or elsewhere, is refused", async () => {
  expect((await post("/plan", declaration(1))).status).toBe(400);
  expect((await post("/plan", zipped(declaration(1)), "br")).status).toBe(415);
  expect((await post("/alert_groups", zipped(`{"title":"a"}`))).status).toBe(415);
});

test("a body is held to its limit by what it holds, and the answer names it", async () => {
  const bomb = await post("/plan", zipped(" ".repeat(9 * 1024 * 1024)));
  expect([bomb.status, bomb.json["detail"]]).toEqual([
    413,
    "The body is larger than the 8 MB that this URL takes.",
  ]);
  const large = await post("/alert_groups", declaration(10_000), "identity");
  expect([large.status, large.json["detail"]]).toEqual([
    413,
    "The body is larger than the 1 MB that this URL takes.",
  ]);
});
