/** The context of procedures: tables, prepared statements, and new ids. */
import { v7 } from "uuid";
import type { Nudge, TimedNudge } from "../kit/nudge.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Database, Kit } from "../kit/kit.ts";
import { startsOf, type NewRow } from "../../core/model/column.ts";
import { audienceIn, audienceQueries } from "./audience.ts";
import { auditQueries } from "./audit.ts";
import { invitationQueries } from "./invitations.ts";
import { claimQueries } from "./claims.ts";
import { deletingQueries } from "./deleting.ts";
import { arrivalQueries } from "./arrivals.ts";
import { historyQueries } from "./history.ts";
import { incidentQueries } from "./incidents.ts";
import { offlineQueries } from "./offline.ts";
import { monthlyReportQueries } from "./mail/monthly-reports.ts";
import { nodeQueries } from "./nodes.ts";
import { onCallQueries } from "./on-call.ts";
import { operatorQueries } from "./operators.ts";
import { pendingQueries } from "./pending.ts";
import { pushQueries } from "./pushes.ts";
import { shiftQueries } from "./shifts.ts";
import { runQueries } from "./runs.ts";
import { subjectQueries } from "./subjects.ts";
import { unsentQueries } from "./unsent.ts";
import { subscriberQueries } from "./mail/subscribers.ts";
import { dueCheckQueries } from "./due-checks.ts";
import { rows } from "../kit/rows.ts";
import { proceduresOf, type TableProcedures } from "../kit/statements.ts";
import type { Tables } from "../kit/tables.ts";

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
    Object.entries(t).map(([name, table]) => [
      name,
      proceduresOf(kit, db, table, startsOf(rows[name as keyof typeof rows])),
    ]),
  ) as unknown as {
    [N in keyof Tables]: TableProcedures<Tables[N]["$inferSelect"], NewRow<(typeof rows)[N]>>;
  };
  const audience = audienceIn(kit, db, t);
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
      ...monthlyReportQueries(db, t),
      ...subscriberQueries(kit, db, t),
      ...pushQueries(kit, db, t),
      ...claimQueries(kit, db, t),
      ...deletingQueries(kit, db, t),
      ...audienceQueries(db, t, audience),
      ...pendingQueries(kit, db, t, audience),
      ...unsentQueries(kit, db, t),
      ...onCallQueries(kit, db, t),
      ...shiftQueries(kit, db, t),
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
