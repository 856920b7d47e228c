/** Reads of the audit log. */
import type { AuditEvent } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { pageOf, type PageQuery, type Reader } from "./reader.ts";

export const auditReads = (c: Context, read: Reader) => ({
  audit_events: read((query: PageQuery): Procedure<AuditEvent[]> =>
    pageOf(c, c.t.audit_events, c.t.audit_events.at, query),
  ),
});
