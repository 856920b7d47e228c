/** Statements about invitations to add a phone. */
import { and, desc, eq } from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export const invitationQueries = (_kit: Kit, db: Database, { notifications }: Tables) => ({
  /** The test that was sent to a device last. */
  lastTest: taking((p: Placeholders<{ device_id: string }>) =>
    db
      .select()
      .from(notifications)
      .where(and(eq(notifications.device_id, p("device_id")), eq(notifications.transition, "test")))
      .orderBy(desc(notifications.inserted_at), desc(notifications.id))
      .limit(1),
  ),
});
