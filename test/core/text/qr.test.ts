import { expect, test } from "vitest";
import { qrOf } from "../../../src/core/text/qr.ts";
import { read } from "../../support/qr.ts";

test.each(["https://mon.example.com/phone/4vK9qTzR2mXc7pLbN0sYwE", "Grüße, 決算", "x".repeat(500)])(
  "the code of %s is read as that, with four light squares around it",
  (text) => {
    const rows = qrOf(text);
    expect(read(rows)).toBe(text);
    for (const edge of [...rows.slice(0, 4), ...rows.slice(-4)]) expect(edge).not.toContain(true);
    for (const row of rows) expect([...row.slice(0, 4), ...row.slice(-4)]).not.toContain(true);
  },
);
