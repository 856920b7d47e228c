/** Judges both ends before anything is copied: whether a copy begins, goes on, begins again, or is refused. */
import { goneBefore } from "../../core/model/node.ts";
import { plural } from "../../core/text/plural.ts";
import { rows } from "../kit/procedure.ts";
import { makeFirstPartitions } from "../records/partitions.ts";
import { mustFit } from "../secrets/unlock.ts";
import { CopyRefused, type End } from "./end.ts";
import { whyNotInUse, type Mark } from "./mark.ts";
import { clear, countRows } from "./rows.ts";

export interface Begun {
  /** The target's mark; of a complete copy that of the source. */
  mark: Mark;
  /**
   * `begins again`: the source was used after an unfinished copy. `ended`: all rows are copied and the source is
   * locked; only the mark of the target remains. `complete`: an earlier call did everything.
   */
  how: "begins" | "begins again" | "goes on" | "ended" | "complete";
}

/** Marks both ends. `id`: names a new copy. Throws `CopyRefused`. */
export async function beginCopy(
  source: End,
  target: End,
  { id, secretsKeyFile, now }: { id: string; secretsKeyFile: string; now: number },
): Promise<Begun> {
  const check = await source.run(source.context.of.secrets_check.first({ id: 1 }));
  if (check) mustFit(check.value, secretsKeyFile);
  const left = await markOf(source);
  const there = await markOf(target);
  if (there?.state === "unfinished" && there.copy === left?.copy)
    return { mark: there, how: left.state === "moved" ? "ended" : "goes on" };
  // A script repeats a copy until it succeeds, and may not know that it did.
  if (left?.state === "moved" && left.other === target.shown && !there && (await isFilled(target)))
    return { mark: left, how: "complete" };
  const why = whyNotInUse(left, source.dialect);
  if (why !== null) throw new CopyRefused(`${source.shown} cannot be copied. ${why}`);
  if (there?.state !== "unfinished") await mustBeEmpty(target);
  else if (there.other !== source.shown) throw otherCopy(target, there);
  // Its source was used since.
  else await target.run(clear(target));
  await target.run(makeFirstPartitions(target.context, now));
  const common = { id: 1, copy: id, at: now, progress: null };
  const mark: Mark = { ...common, state: "unfinished", other: source.shown };
  await put(target, mark);
  await put(source, { ...common, state: "copying", other: target.shown });
  return { mark, how: there ? "begins again" : "begins" };
}

/** The mark of an end; undefined: it has none. */
export async function markOf(end: End): Promise<Mark | undefined> {
  return (await end.isMarked()) ? end.run(end.marks.first({ id: 1 })) : undefined;
}

async function put(end: End, mark: Mark): Promise<void> {
  await end.prepareMark();
  await end.run(
    (function* () {
      yield* end.marks.remove({ id: 1 });
      yield* end.marks.insert(mark);
    })(),
  );
}

/** The tables that have rows. */
async function filledTables(end: End): Promise<string[]> {
  const counts = Object.entries(await end.run(countRows(end)));
  return counts.filter(([, count]) => count > 0).map(([name]) => name);
}

const isFilled = async (end: End) => (await filledTables(end)).length > 0;

async function mustBeEmpty(target: End): Promise<void> {
  const filled = await filledTables(target);
  if (filled.length === 0) return;
  const remedy =
    target.dialect === "sqlite"
      ? `Move it aside (mv ${target.shown} ${target.shown}.old), or choose another --data-dir.`
      : "Choose another with --database-url, made with createdb and never used.";
  throw new CopyRefused(
    `${target.shown} is not empty: it has rows in ${plural(filled.length, "table")} (${filled.slice(0, 3).join(", ")}${filled.length > 3 ? " and others" : ""}). ${remedy}`,
  );
}

const otherCopy = (target: End, { other }: Mark) =>
  new CopyRefused(
    `${target.shown} holds an unfinished copy of another database, ${other}. Delete it, or choose another.`,
  );

/** Throws when a node of a shared source had a beat in the last 15 s. */
export async function refuseNodes(source: End): Promise<void> {
  const now = await source.sharedNow();
  if (now === null) return;
  const { db, t } = source.context;
  const nodes = await source.run(rows(db.select().from(t.nodes)));
  const running = nodes.filter(({ seen_at }) => seen_at > goneBefore(now));
  if (running.length > 0)
    throw new CopyRefused(
      `${running.map(({ name }) => name).join(", ")} runs on ${source.shown}. Stop every monitord there first; one that was killed counts as running for 15 s.`,
    );
}
