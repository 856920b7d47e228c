import { describe, expect, test } from "vitest";
import { afterNeeds, findCycle, cycleFaults } from "../../../src/core/declare/cycles.ts";

describe("a cycle", () => {
  test.each<[Record<string, string>, string[] | null]>([
    [{}, null],
    [{ a: "" }, null],
    [{ a: "a" }, ["a"]],
    [{ a: "b", b: "" }, null],
    [{ a: "b", b: "a" }, ["a", "b"]],
    [{ a: "b", b: "c", c: "b" }, ["b", "c"]],
    [{ a: "c", b: "c", c: "" }, null],
    [{ a: "gone" }, null],
    [{ a: "", b: "c", c: "d", d: "b" }, ["b", "c", "d"]],
    [{ a: "bc", b: "d", c: "d", d: "" }, null],
    [{ a: "bc", b: "d", c: "da", d: "" }, ["a", "c"]],
    [{ a: "bc", b: "", c: "bd", d: "ec", e: "" }, ["c", "d"]],
  ])("in %j: %j", (links, cycle) => {
    expect(
      findCycle(
        Object.entries(links).map(([id, to]) => ({
          id,
          to: to === "gone" ? [to] : to.split(""),
        })),
      ),
    ).toEqual(cycle);
  });

  test("is found at the end of a chain of ten thousand", () => {
    const links = Array.from({ length: 10_000 }, (_, i) => ({
      id: String(i),
      to: [String(Math.min(i + 1, 9_999))],
    }));
    expect(findCycle(links)).toEqual(["9999"]);
  });

  test("that is stored and not declared here is nobody's fault, and one that is names its place", () => {
    const group = (key: string, to: string, prefix: string | null) => ({
      key,
      name: key,
      referrals: [{ at: "escalate_to", to: "alert_groups" as const, many: false, targets: [to] }],
      prefix,
    });
    expect(
      cycleFaults("alert_groups", [
        group("a", "b", null),
        group("b", "a", null),
        group("c", "d", null),
        group("d", "c", "alert_groups[1]."),
      ]),
    ).toEqual([
      {
        field: "alert_groups[1].escalate_to",
        code: "cycle",
        message: 'has a cycle: "d" → "c" → "d"',
      },
    ]);
  });
});

test("what needs others comes after them, all else as given, and a cycle is not endless", () => {
  const order = (needs: Record<string, string>) =>
    afterNeeds(Object.keys(needs), (name) => ({
      name,
      needs: needs[name]!.split(""),
    })).join("");
  expect(order({ a: "", b: "", c: "" })).toBe("abc");
  expect(order({ a: "c", b: "", c: "d", d: "" })).toBe("bdca");
  expect(order({ a: "b", b: "a", c: "" })).toBe("cab");
});
