import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { plannedOnce } from "../../src/store/sqlite/execute.ts";

const name = sql.placeholder("name");

test.each([
  [
    "constants are text, and parameters are expressions",
    {
      sql: "select 1 from t where a = ? and b = ? and c = ? limit ?",
      params: ["it's", name, 7, name],
    },
    {
      sql: "select 1 from t where a = 'it''s' and b = +? and c = 7 limit +?",
      params: [name, name],
    },
  ],
  [
    "a constant limit stays one",
    { sql: "select 1 from t where a = ? limit ?", params: [name, 9] },
    { sql: "select 1 from t where a = +? limit 9", params: [name] },
  ],
  [
    "what has no plain text stays a parameter",
    { sql: "select ?, ?, ?", params: [null, 0.5, 2n ** 60n] },
    { sql: "select +?, +?, +?", params: [null, 0.5, 2n ** 60n] },
  ],
  [
    "a statement with a question mark in a text is left as it is",
    { sql: "select 'who?' from t where a = ? limit ?", params: ["x", name] },
    { sql: "select 'who?' from t where a = ? limit ?", params: ["x", name] },
  ],
])("SQLite plans a statement once: %s", (_title, query, expected) => {
  expect(plannedOnce(query)).toEqual(expected);
});
