import { describe, expect, test } from "vitest";
import { Cookies } from "../../src/probe/cookies.ts";
import { probePage, targetOf } from "../support/probing.ts";

const shop = "https://shop.example.com/a/b";

/** The header of a request to `url` after an answer from `from` with these lines. */
function sent(lines: string[], url: string, from = shop): string | null {
  const cookies = new Cookies();
  cookies.take(new URL(from), lines);
  return cookies.header(new URL(url), undefined);
}

test.each<[string, string[], string, string | null]>([
  ["comes back to its host", ["a=1"], "https://shop.example.com/a/c", "a=1"],
  ["comes back to another port", ["a=1"], "https://shop.example.com:8443/a/c", "a=1"],
  ["stays from a host below", ["a=1"], "https://www.shop.example.com/a/", null],
  ["stays from its parent", ["a=1"], "https://example.com/a/", null],
  ["of a domain goes to all of it", ["a=1; Domain=.Example.com"], "https://example.com/a/", "a=1"],
  ["of a domain stays in it", ["a=1; Domain=example.com"], "https://badexample.com/a/", null],
  ["of another domain is none", ["a=1; Domain=other.example"], "https://other.example/a/", null],
  ["of a host below is none", ["a=1; Domain=www.shop.example.com"], shop, null],
  ["of a whole top domain is none", ["a=1; Domain=com"], shop, null],
  ["is for its folder", ["a=1"], "https://shop.example.com/", null],
  ["is for its path", ["a=1; Path=/x"], "https://shop.example.com/x/y", "a=1"],
  ["is for its path alone", ["a=1; Path=/x"], "https://shop.example.com/xy", null],
  ["of a path that is none is for its folder", ["a=1; Path=x"], shop, "a=1"],
  ["that is secure stays on https", ["a=1; Path=/; Secure"], "http://shop.example.com/", null],
  ["without a value is sent", ["a=; Path=/"], shop, "a="],
  ["in quotes is sent as it came", ['a="b c"; HttpOnly; Path=/'], shop, 'a="b c"'],
  ["without a name is none", ["=1", "a", " =2"], shop, null],
  ["with a control character is none", ["a=\x01"], shop, null],
  ["of too many characters is none", [`a=${"b".repeat(4096)}`], shop, null],
  ["is replaced", ["a=1", "b=2", "a=3"], shop, "b=2; a=3"],
  ["of a longer path comes first", ["a=1; Path=/", "b=2; Path=/a"], shop, "b=2; a=1"],
  ["is deleted by its age", ["a=1", "a=; Max-Age=0"], shop, null],
  ["is deleted by a date of old", ["a=1", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], shop, null],
  ["is kept until a date", ["a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT"], shop, "a=1"],
])("a cookie %s", (_, lines, url, expected) => {
  expect(sent(lines, url)).toBe(expected);
});

test("a cookie that is secure, but came over http, is none", () => {
  expect(sent(["a=1; Secure"], "https://shop.example.com/", "http://shop.example.com/")).toBeNull();
});

test("an address has no domain", () => {
  const from = "http://127.0.0.1/";
  expect(sent(["a=1; Domain=0.0.1"], "http://1.0.0.1/", from)).toBeNull();
  expect(sent(["a=1; Domain=127.0.0.1"], from, from)).toBe("a=1");
});

test("fifty cookies are kept, and no more", () => {
  const many = Array.from({ length: 100 }, (_, i) => `c${i}=1; Path=/`);
  expect(sent(many, shop)!.split("; ")).toHaveLength(50);
});

describe("the cookies of a chain of redirects", () => {
  test("join the monitor's own at its origin; another origin sees neither its header nor a cookie of the monitor", async () => {
    const app = await targetOf();
    const other = await targetOf();
    app.respond((request, response) => {
      const to = request.url === "/" ? "/next" : other.url.replace("127.0.0.1", "localhost");
      response.writeHead(302, { location: to, "set-cookie": ["a=1; Path=/", "b=2; Path=/x"] });
      response.end();
    });
    await probePage(app.url, { request_headers: { Cookie: "own=secret" } });
    expect(app.requests.map(({ headers }) => headers.cookie)).toEqual([
      "own=secret",
      "own=secret; a=1",
    ]);
    expect(other.requests.map(({ headers }) => headers.cookie)).toEqual([undefined]);
  });

  test("end with it", async () => {
    const app = await targetOf();
    app.respond((request, response) => {
      const seen = request.headers.cookie !== undefined;
      if (!seen) response.writeHead(302, { location: "/", "set-cookie": "a=1" });
      response.end();
    });
    await probePage(app.url);
    await probePage(app.url);
    expect(app.requests.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      "a=1",
      undefined,
      "a=1",
    ]);
  });

  test("that change each time end with the redirects", async () => {
    const app = await targetOf();
    let count = 0;
    app.respond((_, response) =>
      response.writeHead(302, { location: "/", "set-cookie": `a=${count++}` }).end(),
    );
    const fetched = await probePage(app.url);
    expect(fetched).toMatchObject({ during: "redirects", reason: "more than 10 redirects" });
    expect(app.requests).toHaveLength(11);
  });
});
