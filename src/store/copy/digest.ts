/**
 * The checksum of a table, equal in both dialects: each row is the JSON of its values in the order of the
 * description, and the SHA-256 of all rows are joined by exclusive or, because databases sort text in different
 * orders. No row is there twice, each has its key.
 */
import { createHash } from "node:crypto";

/** Values by the name of their column. */
export type Row = Record<string, unknown>;

export class Digest {
  rows = 0;
  readonly #columns: readonly string[];
  readonly #sum = new Uint32Array(8);

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  add(row: Row): void {
    const text = JSON.stringify(this.#columns.map((name) => row[name] ?? null));
    const hash = createHash("sha256").update(text).digest();
    for (let i = 0; i < 8; i++) this.#sum[i]! ^= hash.readUInt32LE(4 * i);
    this.rows++;
  }

  /** 64 hexadecimal digits; zeros of an empty table. */
  get checksum(): string {
    return Buffer.from(this.#sum.buffer).toString("hex");
  }
}
