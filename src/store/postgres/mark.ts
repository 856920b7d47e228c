/** The mark of a copy in a PostgreSQL database (`store/copy/mark`). */
import type { ClientBase } from "pg";
import { markName, NotInUse, readMark, whyNotInUse, type Mark } from "../copy/mark.ts";

export async function isMarked(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass($1) is not null as there",
    [markName],
  );
  return rows[0]!.there;
}

/** For a start: throws `NotInUse`, or ends a copy that is under way, whose rows are out of date from now on. */
export async function settleMark(client: ClientBase): Promise<void> {
  if (!(await isMarked(client))) return;
  const { rows } = await client.query<Mark>(readMark);
  const [mark] = rows;
  const why = whyNotInUse(mark && { ...mark, at: Number(mark.at) }, "postgres");
  if (why !== null) throw new NotInUse(why);
  await client.query(`drop table ${markName}`);
}
