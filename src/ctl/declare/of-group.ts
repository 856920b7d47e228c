/** Which resources go with an alert group. */
import type { ResourceKind } from "../../core/model/model.ts";
import type { Answered } from "../../manifest/export.ts";
import { idsIn } from "../../resource/references.ts";

/** True for the group itself, and for resources of other kinds that refer to it. */
export const isOfGroup = (kind: ResourceKind, resource: Answered, group_id: string): boolean =>
  kind === "alert_groups"
    ? resource.id === group_id
    : idsIn(kind, resource).some(
        ({ to, targets }) => to === "alert_groups" && targets.includes(group_id),
      );
