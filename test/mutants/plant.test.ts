/** The faults that can be planted, and that each stands behind its own switch. */
import { expect, test } from "vitest";
import { linesOf } from "./copy.ts";
import { mutantsOf, withSwitches } from "./plant.ts";

/** All lines that a source of one line can become. */
const faultsIn = (source: string) =>
  mutantsOf(source, "a.ts").map((mutant) => linesOf(source, mutant).after);

test.each<[string, string[]]>([
  ["f(a < b);", ["f(a <= b);"]],
  ["f((a + b) === c);", ["f((a + b) !== c);", "f((a - b) === c);"]],
  ["f('a' + b);", []],
  ["f(a ?? b);", ["f(a );"]],
  ["f((a, b) ?? c);", ["f((a, b) );"]],
  ["f(!a);", ["f(a);"]],
  ["f(a ? b : c);", ["f(true ? b : c);", "f(false ? b : c);"]],
  ["f({ a: 1 });", ["f({ a: 2 });", "f({  });"]],
  ["f({ ...a });", ["f({  });"]],
  ["f([...a]);", ["f([]);"]],
  ["f(a.trim().slice(b));", ["f(a.trim());", "f(a.slice(b));"]],
  ["f(a?.b.slice(c));", ["f(a?.b);"]],
  ["f(a?.filter(b).map(c));", []],
  ["f(and(a, b));", ["f(and(, b));", "f(and(a, ));"]],
  ["const a: 5 | true = f as 6;", []],
])("the faults of %s", (source, faults) => {
  // Each is a statement, too, that can be removed.
  const removed = source.startsWith("f(") ? [""] : [];
  expect(faultsIn(source).toSorted()).toEqual([...faults, ...removed].toSorted());
});

const source = `
export function price(items: number[], limit: number | null): string {
  let sum = 0;
  for (const item of items.filter((one) => one > 0)) {
    if (limit !== null && sum + item > limit) break;
    sum += item;
  }
  return JSON.stringify({ sum, isFree: !(sum > 0), of: items.slice(0, 2) });
}`;

/** The program with one fault, from its switches; null: none. */
async function withFault(
  on: number | null,
): Promise<(items: number[], limit: number | null) => string> {
  const text = withSwitches(source, mutantsOf(source, "a.ts"), 7, "isMutant");
  const typeless = text.replace(/: (number\[\]|number \| null|string)(?=[,) ]| \{)/g, "");
  const module = `const isMutant = (id) => id === ${on};\n${typeless}`;
  const url = `data:text/javascript,${encodeURIComponent(module)}`;
  const { price } = (await import(/* @vite-ignore */ url)) as {
    price: (items: number[], limit: number | null) => string;
  };
  return price;
}

test("a switch turns on its fault and no other, and without one the program is as it was", async () => {
  const mutants = mutantsOf(source, "a.ts");
  const whole = await withFault(null);
  expect(whole([1, -2, 3], 2)).toBe('{"sum":1,"isFree":false,"of":[1,-2]}');
  /** Whether these questions notice the fault. */
  const noticed = async (after: string) => {
    const on = mutants.findIndex((mutant) => linesOf(source, mutant).after === after);
    expect(on, after).not.toBe(-1);
    const faulty = await withFault(7 + on);
    return [1, 2, 3].some((limit) => faulty([1, 2], limit) !== whole([1, 2], limit));
  };
  expect(await noticed("if (limit !== null && sum + item >= limit) break;")).toBe(true);
  expect(await noticed("let sum = 1;")).toBe(true);
  expect(await noticed("for (const item of items) {")).toBe(false);
  expect(await noticed("for (const item of items.filter((one) => one >= 0)) {")).toBe(false);
});
