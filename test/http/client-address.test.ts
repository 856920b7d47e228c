import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { clientAddress, trustsOf } from "../../src/http/request/client-address.ts";

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwarded },
  }) as never as IncomingMessage;

it.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", "::ffff:127.0.0.1"],
  ["127.0.0.1", "::ffff:127.0.0.0/104"],
  ["::ffff:127.0.0.1", "127.0.0.0/8"],
  ["FD00::1", "fd00::/8"],
])("a proxy at %s is trusted by %s", (proxy, trusted) => {
  expect(clientAddress(from(proxy, "203.0.113.7"), trustsOf([trusted]))).toBe("203.0.113.7");
});

it("without a trusted proxy the address is that of the connection, IPv4 over IPv6 as IPv4", () => {
  const none = trustsOf([]);
  expect(clientAddress(from("::ffff:192.0.2.1", "203.0.113.7"), none)).toBe("192.0.2.1");
  expect(clientAddress(from("2001:db8::1"), none)).toBe("2001:db8::1");
  expect(clientAddress(from(undefined, "203.0.113.7"), none)).toBe("");
});
