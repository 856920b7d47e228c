import { expect, test } from "vitest";
import { agentOf, isKnownDevice, networkOf } from "../../../src/core/access/agent.ts";
import { isProved, proofLifetime } from "../../../src/core/access/proof.ts";
import { night } from "../../support/builders.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["Firefox/140.0", "Firefox"],
  ["monitorctl/1.0.0", "monitorctl"],
  [`${"x".repeat(200)}/1`, "x".repeat(40)],
  ["Mozilla/5.0 (compatible)", "Unknown browser"],
  ["", "Unknown browser"],
])("the user agent %s is %s", (userAgent, words) => {
  expect(agentOf(userAgent)).toBe(words);
});

test("a network is /16 of IPv4, also mapped into IPv6, and /32 of IPv6", () => {
  expect(networkOf("203.0.113.9")).toBe("203.0");
  expect(networkOf("::ffff:203.0.113.9")).toBe("203.0");
  expect(networkOf("2001:db8:1::1f")).toBe("2001:db8");
});

test("a device is known by browser and network together", () => {
  const here = { agent: "Firefox on Linux", client_address: "203.0.113.9" };
  expect(isKnownDevice(here, [])).toBe(false);
  expect(isKnownDevice(here, [{ ...here, client_address: "203.0.200.1" }])).toBe(true);
  expect(isKnownDevice(here, [{ ...here, client_address: "198.51.100.1" }])).toBe(false);
  expect(isKnownDevice(here, [{ ...here, agent: "Chrome on Windows" }])).toBe(false);
  expect(
    isKnownDevice({ ...here, client_address: null }, [{ ...here, client_address: null }]),
  ).toBe(true);
});

test("a proof is fresh for ten minutes; a key needs none", () => {
  expect(isProved({ proved_at: null }, night)).toBe(true);
  expect(isProved({ proved_at: night }, night + proofLifetime - 1)).toBe(true);
  expect(isProved({ proved_at: night }, night + proofLifetime)).toBe(false);
});
