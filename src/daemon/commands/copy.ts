/** `monitord copy --from sqlite --to postgres`, and back: moves everything to another database. */
import { randomUUID } from "node:crypto";
import { settleCopy } from "../../app/node/settle-copy.ts";
import { formatRunTime } from "../../core/text/duration.ts";
import type { Begun } from "../../store/copy/begin.ts";
import { copyDatabase } from "../../store/copy/copy.ts";
import { CopyRefused, type End } from "../../store/copy/end.ts";
import { isSame, type Compared } from "../../store/copy/rows.ts";
import { SchemaRefused, type Dialect } from "../../store/migrations/migrations.ts";
import { SecretsRefused } from "../../store/kit/secrets.ts";
import { machineClock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { databaseNamed, databases, openEnd } from "../copy/open-end.ts";
import { comparedLines, makeProgress } from "../copy/report.ts";
import { makeDataDir } from "../data-dir.ts";
import { acquireLock } from "../lock.ts";
import { failed, configured, err, onSameData, out, type Invocation } from "./invocation.ts";

/** A sentence for each way in which a copy resumes. */
const earlier: Record<Exclude<Begun["how"], "complete">, string | null> = {
  begins: null,
  "begins again": "An earlier copy was cut short, and its source was used since: it begins again.",
  "goes on": "An earlier copy was cut short: it goes on.",
  ended: "An earlier copy was cut short at its end: everything is there, and is compared again.",
};

export async function run(invocation: Invocation): Promise<number> {
  const { options } = invocation;
  const [from, to] = [databaseNamed(options["from"]), databaseNamed(options["to"])];
  if (!from || !to || from === to)
    return failed(
      `name both databases: --from and --to, one of them ${databases.join(", the other ")}.`,
      3,
    );
  const config = configured(invocation);
  if (!config) return 78;
  makeDataDir(config.dataDir);
  // One of the two is in the data directory, and a running daemon holds its lock.
  const lock = acquireLock(config.dataDir);
  try {
    return await copy(invocation, config, { from, to });
  } catch (error) {
    const refused = [CopyRefused, SchemaRefused, SecretsRefused].some(
      (kind) => error instanceof kind,
    );
    if (!refused) throw error;
    return failed((error as Error).message);
  } finally {
    lock.release();
  }
}

async function copy(
  invocation: Invocation,
  config: Config,
  { from, to }: { from: Dialect; to: Dialect },
): Promise<number> {
  const wall = () => machineClock.read().wall;
  const steady = () => machineClock.read().steady;
  const began = steady();
  const ends: End[] = [];
  const progress = makeProgress(
    steady,
    process.stderr.isTTY ? (text) => void process.stderr.write(text) : null,
  );
  try {
    const source = await openEnd(from, "source", config, wall());
    ends.push(source);
    const target = await openEnd(to, "target", config, wall());
    ends.push(target);
    const compared = await copyDatabase({
      source,
      target,
      secretsKeyFile: config.secretsKeyFile,
      id: randomUUID(),
      now: wall,
      settle: settleCopy,
      on: {
        begin(how, rows) {
          const news = earlier[how];
          if (news !== null) err(news);
          progress.begin(rows);
        },
        page: progress.page,
      },
    });
    progress.end();
    if (compared === null) {
      err(
        `Copied already: everything of ${source.shown} is in ${target.shown}. Nothing is left to do.`,
      );
      err(startSentence(config, target));
      return 0;
    }
    for (const line of comparedLines(compared)) out(line);
    return conclude(compared, { invocation, config, source, target, took: steady() - began });
  } finally {
    for (const end of ends) await end.close();
  }
}

interface Concluding {
  invocation: Invocation;
  config: Config;
  source: End;
  target: End;
  took: number;
}

function conclude(
  compared: readonly Compared[],
  { invocation, config, source, target, took }: Concluding,
): number {
  const different = compared.filter((one) => !isSame(one)).map(({ table }) => table);
  if (different.length > 0)
    return failed(
      `the copy differs in ${different.join(", ")}, and is not used: no monitord starts on ${target.shown}. ${source.shown} is as it was. Repeat the copy: it begins again.`,
    );
  const rows = compared.reduce((sum, one) => sum + one.source.rows, 0);
  err(
    `Copied ${rows.toLocaleString("en-US")} rows in ${formatRunTime(took)}; both sides are the same.`,
  );
  err(startSentence(config, target));
  err(
    `No monitord starts on ${source.shown} any more. To use it again, without what happens from now on: ${onSameData(`take-back ${source.dialect}`, invocation)}`,
  );
  return 0;
}

const startSentence = ({ dataDir, secretsKeyFile }: Config, target: End) =>
  `Start monitord ${target.dialect === "postgres" ? `with MONITORD_DATABASE_URL for ${target.shown}` : `without a database URL, on ${dataDir}`}, and with the same secrets key file, ${secretsKeyFile}.`;
