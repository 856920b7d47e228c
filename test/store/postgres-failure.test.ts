import { expect, test } from "vitest";
import { failureOf, messageOf } from "../../src/store/postgres/failure.ts";

const ofServer = (code: string) =>
  new Error("Failed query", {
    cause: Object.assign(new Error(`said ${code}`), {
      code,
      severity: "ERROR",
    }),
  });

test.each([
  ["40001", "again"],
  ["40P01", "again"],
  ["55P03", "again"],
  ["23505", "taken"],
  ["08006", "away"],
  ["53300", "away"],
  ["57P01", "away"],
  ["57014", "away"],
  ["25006", "away"],
  ["25P03", "again"],
  ["23514", "again"],
  ["3D000", "away"],
  ["28P01", "away"],
  ["XX000", "away"],
  ["42703", "bug"],
  ["23502", "bug"],
])("%s of the server means %s", (code, meaning) => {
  expect(failureOf(ofServer(code))).toBe(meaning);
  expect(messageOf(ofServer(code))).toBe(`said ${code}`);
});

test.each([
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
  new AggregateError([
    Object.assign(new Error("connect ECONNREFUSED ::1:5432"), {
      code: "ECONNREFUSED",
    }),
  ]),
  new Error("Connection terminated unexpectedly"),
  new Error("Query read timeout"),
  new Error("timeout exceeded when trying to connect"),
])("a lost connection means away: %s", (error) => {
  expect(failureOf(error)).toBe("away");
});

test("anything else is a mistake of ours", () => {
  expect(failureOf(new TypeError("x is undefined"))).toBe("bug");
});

test("a host of several addresses says what the first of them said", () => {
  const refused = new AggregateError([new Error("connect ECONNREFUSED ::1")]);
  expect(messageOf(refused)).toBe("connect ECONNREFUSED ::1");
});
