import { earliest } from "../../core/incident/pause.ts";
import type { Instant, Pace } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, together, type Procedure } from "../kit/procedure.ts";

const paces: readonly Pace[] = [0, 1, 2];

/** When the next check falls due, or its claim ends; null: none. Each pace has a range of the index. */
export function* nextCheckAt(c: Context): Procedure<Instant | null> {
  const next = yield* together(paces.map((pace) => first(c.q.nextCheck, { pace })));
  return earliest(...next.map((one) => one?.at));
}
