/** Ids that the changed fields of an event may refer to. Pure. */
import type { AuditEvent } from "../model/model.ts";

export const referredIds = ({ changes }: Pick<AuditEvent, "changes">): string[] =>
  (changes ?? []).flatMap(({ from, to }) =>
    [from, to]
      .flat()
      .filter((one): one is string => typeof one === "string" && /^[\da-f-]{36}$/.test(one)),
  );
