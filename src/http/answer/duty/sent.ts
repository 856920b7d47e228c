/** The pages that left in a time, some at a time. */
import type { Store } from "../../../app/store.ts";
import type { Range } from "../../../core/history/point.ts";
import type { SentPush } from "../../../core/on-call/sent-pages.ts";
import { everyRow } from "../../every-row.ts";

/** Those that were written in it, in order. `people`: whose; absent: of all. */
export const sentPushes = (
  store: Store,
  org_id: string,
  range: Range,
  people?: readonly string[],
): Promise<SentPush[]> =>
  everyRow(
    (page) => store.read.sent_pushes(org_id, range, people, page),
    ({ inserted_at }) => inserted_at,
  );
