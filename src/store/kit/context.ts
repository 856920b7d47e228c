/** The context of procedures: tables, prepared statements, and new ids. */
import { v7 } from "uuid";
import type { Nudge, TimedNudge } from "./nudge.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Kit } from "./kit.ts";
import type { Database } from "../sqlite/kit.ts";
import { audienceIn, audienceQueries } from "../queries/audience.ts";
import { auditQueries } from "../queries/audit.ts";
import { invitationQueries } from "../queries/invitations.ts";
import { claimQueries } from "../queries/claims.ts";
import { forgettingQueries } from "../queries/forgetting.ts";
import { arrivalQueries } from "../queries/arrivals.ts";
import { historyQueries } from "../queries/history.ts";
import { incidentQueries } from "../queries/incidents.ts";
import { offlineQueries } from "../queries/offline.ts";
import { nodeQueries } from "../queries/nodes.ts";
import { operatorQueries } from "../queries/operators.ts";
import { pendingQueries } from "../queries/pending.ts";
import { pushQueries } from "../queries/pushes.ts";
import { runQueries } from "../queries/runs.ts";
import { subjectQueries } from "../queries/subjects.ts";
import { dueCheckQueries } from "../queries/due-checks.ts";
import { proceduresOf, type TableProcedures } from "./statements.ts";
import type { Tables } from "./tables.ts";

export type Context = ReturnType<typeof contextOf>;

/** Bytes of one id that are random. */
const randomSize = 16;

/** Makes UUIDv7 ids that sort by time, and in the order they were made within a millisecond. */
function makeIds(): (now: Instant) => string {
  let sequence = 0;
  // Taken for many ids at once: asking for sixteen bytes takes longer than making an id of them.
  const random = new Uint8Array(128 * randomSize);
  let used = random.length;
  return (now) => {
    if (used === random.length) {
      crypto.getRandomValues(random);
      used = 0;
    }
    sequence = (sequence + 1) >>> 0;
    const id = v7({ msecs: now, seq: sequence, random: random.subarray(used, used + randomSize) });
    used += randomSize;
    return id;
  };
}

export function contextOf(kit: Kit, db: Database, t: Tables) {
  const of = Object.fromEntries(
    Object.entries(t).map(([name, table]) => [name, proceduresOf(kit, db, table)]),
  ) as { [N in keyof Tables]: TableProcedures<Tables[N]["$inferSelect"]> };
  const audience = audienceIn(db, t);
  const nudges = new Map<Nudge, Instant>();
  return {
    kit,
    db,
    t,
    of,
    /** The people of alert groups, as a source of statements. */
    audience,
    /** The statements that are more than a row by its key. */
    q: {
      ...runQueries(db, t),
      ...subjectQueries(kit, db, t),
      ...dueCheckQueries(kit, db, t),
      ...arrivalQueries(kit, db, t),
      ...nodeQueries(kit, db, t),
      ...pushQueries(kit, db, t),
      ...claimQueries(kit, db, t),
      ...forgettingQueries(kit, db, t),
      ...audienceQueries(db, t, audience),
      ...pendingQueries(kit, db, t, audience),
      ...operatorQueries(db, t),
      ...offlineQueries(kit, db, t),
      ...incidentQueries(kit, db, t),
      ...historyQueries(kit, db, t),
      ...invitationQueries(kit, db, t),
      ...auditQueries(kit, db, t),
    },
    newId: makeIds(),
    /** Nudges of the running transaction, each with its earliest instant; sent after the commit. */
    nudge: (nudge: Nudge, at: Instant = 0) =>
      void nudges.set(nudge, Math.min(at, nudges.get(nudge) ?? Infinity)),
    /** Takes one of them back; true: it was there. */
    takeNudge: (nudge: Nudge) => nudges.delete(nudge),
    takeNudges: (): TimedNudge[] => {
      const taken = [...nudges];
      nudges.clear();
      return taken;
    },
  };
}
