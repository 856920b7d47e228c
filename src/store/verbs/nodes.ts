/** The daemons on this database: who is there, and what becomes of the work of those who are gone. */
import type { Verbs } from "../../app/ports.ts";
import type { Context } from "../context.ts";
import { rows, write, type Procedure } from "../procedure.ts";
import { by } from "../statements.ts";

/**
 * A node that was silent for so long is gone, ms. It says that it is there every two seconds; one that
 * only stood still finds its claims taken and its answers without effect.
 */
const silence = 15_000;

export function* begin(
  c: Context,
  { node, alone, now }: Parameters<Verbs["begin"]>[0],
): Procedure<null> {
  if (alone) {
    // Whatever was under way was under way here, in a process that has ended.
    yield* write(c.db.delete(c.t.nodes));
    yield* write(c.q.beginAgain, { now });
  }
  yield* beat(c, { node, now });
  return null;
}

export function* beat(
  c: Context,
  { node, now }: Parameters<Verbs["beat"]>[0],
): Procedure<{ gone: { id: string; name: string }[] }> {
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  const gone = [];
  for (const { id, name } of yield* rows(c.q.silentNodes, {
    before: now - silence,
  })) {
    yield* write(c.q.releaseNode, { node: id, now });
    yield* write(c.of.nodes.remove("id"), by({ id }));
    gone.push({ id, name });
  }
  if (gone.length > 0) c.nudge("checks");
  return { gone };
}

export function* leave(
  c: Context,
  { node, now }: Parameters<Verbs["leave"]>[0],
): Procedure<null> {
  yield* write(c.q.releaseNode, { node, now });
  yield* write(c.of.nodes.remove("id"), by({ id: node }));
  return null;
}
