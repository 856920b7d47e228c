/** Deleted resources: each can be restored for seven days. */
import { ExternalId } from "../resource/schema.ts";
import { ResourceKind } from "./enumerations.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

export const DeletedResource = Shape("DeletedResource", {
  id: Type.String({ description: "The resource's id, which a restore keeps." }),
  kind: ResourceKind(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  project: Nullable(Type.String({ description: "The project that declared it." })),
  deleted_at: Timestamp("When it was deleted."),
  deleted_by: Type.String({ description: "Name of the person or key." }),
  restorable_until: Timestamp("After this it is gone, with its history."),
});
export type DeletedResource = Static<typeof DeletedResource>;

export const Restore = Shape("Restore", {
  external_id: Type.Optional(
    Nullable(
      Type.Unsafe<string>({
        ...ExternalId,
        description: "A new one. Left out: the one that it had.",
      }),
    ),
  ),
});
export type Restore = Static<typeof Restore>;
