import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp({ path: "/mon" });
});
afterAll(() => http.end());

const get = (path: string) => http.call("GET", `/mon${path}`, { key: null });

describe("the guides", () => {
  test("are for everybody, and hold nothing that a page could load from elsewhere", async () => {
    const list = await get("/guide");
    expect(list.status).toBe(200);
    expect(list.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(list.text).toContain('href="/mon/guide/endpoints"');
    const slash = await fetch(`${http.siteUrl}/guide/`, { redirect: "manual" });
    expect(slash.headers.get("location")).toBe("/mon/guide");
    const one = await get("/guide/endpoints");
    expect(one.text).toContain("<h1>Watch any endpoint</h1>");
    expect(one.text).not.toContain("<script");
  });

  test("are searched by words", async () => {
    const found = await get("/guide?q=choose+watched");
    expect(found.text).toContain('href="/mon/guide/endpoints#choose-what-is-watched"');
    expect((await get("/guide?q=penguin")).text).toContain("No guide has all of these words");
  });

  test("have pictures", async () => {
    for (const [name, type] of [
      ["top.png", "image/png"],
      ["growth-sqlite.svg", "image/svg+xml"],
    ])
      expect((await get(`/guide/images/${name}`)).headers.get("content-type")).toContain(type);
  });

  test("say when there is none of a name", async () => {
    expect((await get("/guide/nothing")).status).toBe(404);
    expect((await get("/guide/images/..%2Fendpoints.md")).status).toBe(404);
    expect((await get("/guide/images/nothing.png")).status).toBe(404);
  });
});
