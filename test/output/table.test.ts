import { expect, test } from "vitest";
import { styleOf } from "../../src/ctl/output/style.ts";
import {
  foldedBehind,
  foldedText,
  inColumns,
  tableText,
  type Column,
} from "../../src/ctl/output/table.ts";

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
  expect(at(20)).toContain("acknowled…");
  expect(at(20)).toContain("#12");
});

const id = "01a22d21-2cb4-7000-81c9-78685b27e9a0";
const listed = (width: number | null) =>
  tableText(
    ["ID", "TARGET", "WHEN", "BY", "WHY"],
    [
      [
        { text: id, paint: (text) => text, short: id.slice(-12) },
        "ag/corporate-it",
        "until 2026-11-30 17:44 UTC, next time 2026-12-07 17:44 UTC",
        "Ada Lovelace",
        "Badge readers are being replaced",
      ],
    ],
    styleOf({ color: false, ascii: false, width }),
    ["BY", "WHY", "UNKNOWN"],
  );

test("where room is short, cells are short first, then columns are left out in their order", () => {
  expect(listed(null)).toContain(id);
  expect(listed(170)).toBe(listed(null));
  expect(listed(150)).toMatch(/^ID +TARGET +WHEN +BY +WHY\n78685b27e9a0 .*replaced\n$/);
  expect(listed(98)).toMatch(/^ID +TARGET +WHEN +WHY\n/);
  expect(listed(80)).toMatch(/^ID +TARGET +WHEN\n/);
});

test.each([150, 120, 100, 80, 60])(
  "a name, an address and an id are whole at %d columns",
  (width) => {
    const text = listed(width);
    expect(text).toMatch(/78685b27e9a0 +ag.corporate-it /);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
  },
);

test("a wide table is whole on every terminal", () => {
  const columns: Column<string>[] = [
    ["NAME", (name) => name],
    ["TEXT", () => "many words ".repeat(20)],
    ["ID", () => id, "wide"],
  ];
  const table = inColumns(styleOf({ color: false, ascii: false, width: 80 }), columns);
  expect(table(["a"])).toContain("…");
  expect(table(["a"])).not.toContain(id);
  expect(table(["a"], true)).toContain(id);
  expect(table(["a"], true)).not.toContain("…");
});

test("a sentence at the end of a row is folded beside the row, and below it where room is short", () => {
  const facts = [
    ["opened", { text: "Shop is down: no answer of its database", paint: (text: string) => text }],
    ["by", "Ada"],
    ["empty"],
  ];
  const folded = (width: number | null) => foldedText(facts, "  ", { width });
  expect(folded(null)).toBe(folded(80));
  expect(folded(40)).toBe(`  opened  Shop is down: no answer of its
          database
  by      Ada
  empty
`);
  expect(folded(30)).toBe(`  opened
      Shop is down: no answer
      of its database
  by
      Ada
  empty
`);
  expect(foldedText([], "  ", { width: 30 })).toBe("");
});

test("a sentence behind a sign is folded on a terminal alone", () => {
  const text = "Ada would be notified immediately, on an unverified device";
  expect(foldedBehind(text, 4, { width: null })).toBe(text);
  expect(foldedBehind(text, 4, { width: 20 })).toBe(text);
  expect(foldedBehind(text, 4, { width: 40 })).toBe(
    "Ada would be notified immediately,\n    on an unverified device",
  );
});
