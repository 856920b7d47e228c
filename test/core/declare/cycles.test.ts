import { describe, expect, test } from "vitest";
import { afterNeeds, cyclesIn, cycleFaults } from "../../../src/core/declare/cycles.ts";

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
    const all = cyclesIn(
      Object.entries(links).map(([id, to]) => ({
        id,
        to: to === "gone" ? [to] : to.split(""),
      })),
    );
    expect([...all]).toEqual(cycle === null ? [] : [cycle]);
  });

  test("is found at the end of a chain of ten thousand", () => {
    const links = Array.from({ length: 10_000 }, (_, i) => ({
      id: String(i),
      to: [String(Math.min(i + 1, 9_999))],
    }));
    expect([...cyclesIn(links)]).toEqual([["9999"]]);
  });

  test("is found beside others, and once where two share a member", () => {
    const links = ["ab", "ba", "cd", "dca", "ee"].map(([id, ...to]) => ({ id: id!, to }));
    expect([...cyclesIn(links)]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  });

  test("is a fault up to the number that an answer names, and a long one is cut", () => {
    const monitor = (index: number, to: number) => ({
      key: `m${index}`,
      name: `m${index}`,
      referrals: [
        { at: "depends_on", to: "health_check_monitors" as const, many: true, targets: [`m${to}`] },
      ],
      prefix: `health_check_monitors[${index}].`,
    });
    const many = Array.from({ length: 10_000 }, (_, i) => monitor(i, i));
    expect(cycleFaults("health_check_monitors", many)).toHaveLength(101);
    const round = Array.from({ length: 20 }, (_, i) => monitor(i, (i + 1) % 20));
    expect(cycleFaults("health_check_monitors", round)[0]!.message).toBe(
      'has a cycle: "m0" → "m1" → "m2" → "m3" → "m4" → "m5" → "m6" → "m7" → "m8" → "m9" → … → "m0"',
    );
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

describe("a chain of references that may not be long", () => {
  const chain = (names: string[], declared: (name: string) => boolean) =>
    cycleFaults(
      "schedules",
      names.map((name, i) => ({
        key: name,
        name,
        referrals: [
          { at: "otherwise", to: "schedules", many: false, targets: names.slice(i + 1, i + 2) },
        ],
        prefix: declared(name) ? `${name}.` : null,
      })),
    );
  const names = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`);

  test("leads on ten times at most, and its first declared one has the fault", () => {
    expect(chain(names(11), () => true)).toEqual([]);
    expect(chain(names(12), (name) => name === "s3")).toEqual([
      {
        field: "s3.otherwise",
        code: "too_deep",
        message:
          'leads on through more than 10 schedules: "s0" → "s1" → "s2" → "s3" → "s4" → "s5" → "s6" → "s7" → "s8" → "s9" → "s10" → "s11"',
      },
    ]);
    expect(chain(names(12), () => false)).toEqual([]);
  });

  test("has as many faults as an answer names, and one more", () => {
    expect(chain(names(1000), () => true)).toHaveLength(101);
  });
});
