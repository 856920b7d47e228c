/** Database URLs that name several servers. */
import { expect, test } from "vitest";
import { faultOf, Hosts, urlsOf, withoutPassword } from "../../src/store/postgres/hosts.ts";

const two =
  "postgres://ada:p%40ss@one:5432,[::1]:5433/shop?target_session_attrs=read-write&sslmode=require";

test("of several servers become one for each, without what is for libpq alone", () => {
  expect(urlsOf(two)).toEqual([
    "postgres://ada:p%40ss@one:5432/shop?sslmode=require&uselibpqcompat=true",
    "postgres://ada:p%40ss@[::1]:5433/shop?sslmode=require&uselibpqcompat=true",
  ]);
  expect(urlsOf("postgres://db/shop")).toEqual(["postgres://db/shop"]);
  expect(urlsOf("postgres://db/shop?a=1&target_session_attrs=any")).toEqual([
    "postgres://db/shop?a=1",
  ]);
});

test("are shown without their password", () => {
  expect(withoutPassword(two)).toBe(
    "postgres://ada:***@one:5432,[::1]:5433/shop?target_session_attrs=read-write&sslmode=require",
  );
  expect(withoutPassword("postgres://ada@db/shop")).toBe("postgres://ada@db/shop");
});

test.each([
  [two, null],
  ["postgres://db/shop", null],
  ["postgres://a,b/c?target_session_attrs=primary", null],
  ["postgres://a,b/c?target_session_attrs=prefer-standby", /take writes/],
  ["postgres://db/shop?sslmode=verify-full", null],
  ["postgres://db/shop?sslmode=verify-ca&sslrootcert=/etc/ca.pem", null],
  ["postgres://db/shop?sslmode=verify-ca", /sslrootcert=FILE/],
  ["postgres://db/shop?sslmode=prefer", /sslmode=disable, require/],
  ["mysql://db/shop", /PostgreSQL URL/],
  ["postgres://", /PostgreSQL URL/],
  ["postgres://a,b:x/c", /PostgreSQL URL/],
])("%s: is it one?", (url, fault) => {
  const found = faultOf(url);
  if (fault === null) expect(found).toBe(null);
  else expect(found).toMatch(fault);
});

test("failures at the same moment move to the next server once, and from the last to the first", () => {
  const hosts = new Hosts("postgres://a,b/c");
  const first = hosts.current();
  hosts.failed(first);
  hosts.failed(first);
  expect(hosts.current()).toBe("postgres://b/c");
  hosts.failed("postgres://b/c");
  expect(hosts.current()).toBe(first);
});
