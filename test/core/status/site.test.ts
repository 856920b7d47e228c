import { expect, test } from "vitest";
import { reachable, unreachableSite } from "../../../src/core/status/site.ts";

test.each([
  "http://localhost:8620",
  "http://mon.localhost",
  "http://127.0.0.1:8620/mon",
  "http://127.9.9.9",
  "http://0.0.0.0:8620",
  "http://[::1]:8620",
  "http://[::]",
  "",
])("a phone cannot open %s", (site) => {
  expect(reachable(site)).toBeNull();
  expect(unreachableSite(site)).toContain("--site-url");
});

test.each([
  "https://mon.example.com/mon",
  "http://192.168.1.10:8620",
  "http://localhost.example.com",
])("a phone may be able to open %s", (site) => {
  expect(reachable(site)).toBe(site);
  expect(unreachableSite(site)).toBeNull();
});
