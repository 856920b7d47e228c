import { expect, test } from "vitest";
import { isPublicName, reachable, unreachableSite } from "../../../src/core/status/site.ts";

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

test.each([
  ["https://mon.example.com/mon", true],
  ["https://host.tailnet.ts.net:8443", true],
  ["https://mon.example.com.", true],
  ["https://xn--mnchen-3ya.example.xn--p1ai", true],
  ["http://mon.example.com", false],
  ["https://monitord", false],
  ["https://mon.local", false],
  ["https://mon.home.arpa", false],
  ["https://mon.lan", false],
  ["https://mon.localhost", false],
  ["https://192.168.1.10", false],
  ["https://[2001:db8::1]", false],
  ["", false],
])("the name of %s is one that others can look up: %s", (site, expected) => {
  expect(isPublicName(site)).toBe(expected);
});
