/** Statements that read invitations to add a phone, and their progress. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Reads } from "../../app/ports.ts";
import type { DeviceInvitation } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import type { Kit } from "../kit/kit.ts";
import type { Database } from "../sqlite/kit.ts";
import { first, type Procedure } from "../kit/procedure.ts";
import type { Tables } from "../kit/tables.ts";

type Answer = Awaited<ReturnType<Reads["invited"]>>;

export const invitationQueries = (_kit: Kit, db: Database, { notifications }: Tables) => ({
  /** The test that was sent to a device last. */
  lastTest: db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.device_id, sql.placeholder("device_id")),
        eq(notifications.transition, "test"),
      ),
    )
    .orderBy(desc(notifications.inserted_at), desc(notifications.id))
    .limit(1),
});

export function invitationReads({ of, q }: Context) {
  function* whole(invitation: DeviceInvitation | undefined): Procedure<Answer> {
    if (!invitation) return null;
    const { user_id, device_id } = invitation;
    const user = yield* of.users.first({ id: user_id });
    if (!user) return null;
    return {
      invitation,
      person: user.name ?? user.email,
      test: device_id === null ? null : ((yield* first(q.lastTest, { device_id })) ?? null),
    };
  }
  return {
    *invited(hash: string): Procedure<Answer> {
      return yield* whole(yield* of.device_invitations.first({ hash }));
    },
    *invitation(org_id: string, user_id: string, id: string): Procedure<Answer> {
      return yield* whole(yield* of.device_invitations.first({ id, user_id, org_id }));
    },
  };
}
