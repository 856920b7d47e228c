import { expect, test } from "vitest";
import { styleOf } from "../../src/ctl/output/style.ts";
import { tableText } from "../../src/ctl/output/table.ts";

const rows = [
  [
    "#12",
    "open",
    "Shop errors: 12 errors in 5 minutes",
    "Payment failed: card declined by the bank",
  ],
  ["#3", "acknowledged by Ada", "Shop is down", "Database: no answer"],
];
const at = (width: number | null, ascii = false) =>
  tableText(
    ["INCIDENT", "STATUS", "TITLE", "SUMMARY"],
    rows,
    styleOf({ color: false, ascii, width }),
  );

test("a table is as wide as it is where nobody looks", () => {
  expect(at(null)).toBe(at(200));
  expect(at(null)).toContain("Payment failed: card declined by the bank\n");
});

test("on a narrow terminal the last column gives way first, then the widest", () => {
  expect(at(96)).toBe(`INCIDENT  STATUS               TITLE                                SUMMARY
#12       open                 Shop errors: 12 errors in 5 minutes  Payment failed: card declin…
#3        acknowledged by Ada  Shop is down                         Database: no answer
`);
  expect(at(80)).toBe(`INCIDENT  STATUS               TITLE                    SUMMARY
#12       open                 Shop errors: 12 errors…  Payment failed: card de…
#3        acknowledged by Ada  Shop is down             Database: no answer
`);
});

test.each([120, 96, 80, 60])("every line fits %d columns", (width) => {
  for (const line of at(width).split("\n")) expect(line.length).toBeLessThanOrEqual(width);
  for (const line of at(width, true).split("\n")) expect(line.length).toBeLessThanOrEqual(width);
});

test("what cannot fit is left whole enough to be read", () => {
  expect(at(20)).toContain("acknowledged by…");
  expect(at(20)).toContain("#12");
});
