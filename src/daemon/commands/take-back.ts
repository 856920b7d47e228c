/** `monitord take-back sqlite`: takes a database back into use that was copied to another one. */
import { markOf } from "../../store/copy/begin.ts";
import { CopyRefused } from "../../store/copy/end.ts";
import { machineClock } from "../clock.ts";
import { databaseNamed, databases, openEnd } from "../copy/open-end.ts";
import { failed, configured, err, type Invocation } from "./invocation.ts";

export async function run(invocation: Invocation): Promise<number> {
  const dialect = databaseNamed(invocation.args[0]);
  if (!dialect) return failed(`name the database: ${databases.join(" or ")}.`, 3);
  const config = configured(invocation);
  if (!config) return 78;
  try {
    const end = await openEnd(dialect, "source", config, machineClock.read().wall);
    try {
      const mark = await markOf(end);
      if (mark?.state === "unfinished")
        throw new CopyRefused(
          `${end.shown} holds an unfinished copy of ${mark.other}, which cannot be used. Repeat the copy, or delete it.`,
        );
      if (mark?.state !== "moved") {
        err(`${end.shown} was not moved: it can be used.`);
        return 0;
      }
      await end.unmark();
      err(
        `${end.shown} can be used again, as it was when it was copied. Start no monitord on ${mark.other} beside it: both would check, and both would page.`,
      );
      return 0;
    } finally {
      await end.close();
    }
  } catch (error) {
    if (!(error instanceof CopyRefused)) throw error;
    return failed(error.message);
  }
}
