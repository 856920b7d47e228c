/** The tables of a copy: columns hold stored values, so that sealed values and JSON are copied unchanged. */
import { Secrets } from "../kit/secrets.ts";
import type { Kit } from "../kit/kit.ts";
import { tables, type Tables } from "../kit/tables.ts";

/** The number of a transaction is of one database alone; 0 comes before all transactions of the target. */
const ofNoTransaction = { toDriver: () => "0", fromDriver: () => 0 };

/** The same description as that of the store, with text where the store seals or parses. */
export function plainTables(kit: Kit): Tables {
  const plain = {
    ...kit,
    json: kit.text,
    coded: () => kit.text(),
    writtenBy: () => kit.coded(ofNoTransaction, "bigint").notNull(),
  };
  return tables(plain as unknown as Kit, new Secrets());
}
