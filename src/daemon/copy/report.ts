/** The output of a copy: its progress on a terminal, and the table of the comparison. Pure but for `write`. */
import { isSame, type Compared } from "../../store/copy/rows.ts";
import type { CopyListener } from "../../store/copy/copy.ts";

/** Pause between two states of the line, ms. */
const pace = 100;

const countText = (rows: number) => rows.toLocaleString("en-US");

/**
 * Keeps a line with the progress up to date. `steady`: a clock, ms; `write`: null without a
 * terminal.
 */
export function makeProgress(
  steady: () => number,
  write: ((text: string) => void) | null,
): Pick<CopyListener, "page"> & { begin(rows: Record<string, number>): void; end(): void } {
  const words = { copy: "Copying", compare: "Comparing" };
  let counts: Record<string, number> = {};
  let at = { doing: "", table: "", rows: 0 };
  let last = -Infinity;
  return {
    begin: (rows) => void (counts = rows),
    page(doing, table, rows) {
      if (at.doing !== doing || at.table !== table) at = { doing, table, rows: 0 };
      at.rows += rows;
      if (!write || steady() - last < pace) return;
      last = steady();
      // Both sides are read when they are compared.
      const all = (counts[table] ?? 0) * (doing === "compare" ? 2 : 1);
      write(`\r\u001b[K${words[doing]} ${table}: ${countText(at.rows)} of ${countText(all)} rows`);
    },
    end: () => write?.("\r\u001b[K"),
  };
}

/** Digits of a checksum that are shown: enough to see with the eye that two are equal. */
const digits = 12;

/** A line for each table with rows, and one about the others. */
export function comparedLines(compared: readonly Compared[]): string[] {
  const filled = compared.filter(({ source, target }) => source.rows + target.rows > 0);
  const cells = filled.map((one) => {
    const { table, source, target } = one;
    const side = ({ rows, checksum }: Compared["source"]) =>
      [countText(rows), checksum.slice(0, digits)] as const;
    return [table, ...side(source), ...(isSame(one) ? (["same", ""] as const) : side(target))];
  });
  const head = ["TABLE", "ROWS", "CHECKSUM", "COPY", ""];
  const widths = head.map((name, i) =>
    Math.max(name.length, ...cells.map((row) => row[i]!.length)),
  );
  const line = (row: readonly string[]) =>
    row
      // Numbers end below each other.
      .map((cell, i) => (i === 1 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd();
  const empty = compared.length - filled.length;
  return [head, ...cells].map(line).concat(`${empty} tables are empty on both sides.`);
}
