/** Bodies of requests that act on several things at once, and their answers. */
import { MonitorKind, ResourceKind } from "../enumerations.ts";
import { Pause } from "../health-check-monitors.ts";
import { GivenInstant, Nullable, Shape, Timestamp, Type, type Static } from "../schema.ts";

/** Bounds of a change of several things. */
export const carefully = {
  max: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "409, and nothing is changed, if more than this would change.",
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: "Only answer the chosen ones, and which of them would change." }),
  ),
};

const Id = Type.String({ minLength: 1, maxLength: 255 });

/** The project of a filter. */
export const project = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: "Only of this project.",
  }),
);

const monitors = {
  ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 1000,
      description: "Ids of monitors of either kind. Either these or a `filter`.",
    }),
  ),
  filter: Type.Optional(
    Shape(
      "MonitorFilter",
      { alert_group_id: Type.Optional(Id), project },
      { description: "All monitors that match. Without a field: all of them." },
    ),
  ),
  ...carefully,
};

export const PauseSeveral = Shape("PauseSeveral", { ...Pause.properties, ...monitors });
export const ResumeSeveral = Shape("ResumeSeveral", monitors);

/** A monitor that a request for several paused or resumed. */
export const PausedMonitor = Shape("PausedMonitor", {
  id: Type.String(),
  kind: MonitorKind(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  status: Type.String(),
  paused_until: Nullable(Timestamp("When it resumes.")),
  changed: Type.Boolean({ description: "False: it was so already." }),
});
export type PausedMonitor = Static<typeof PausedMonitor>;

export const RestoreSeveral = Shape("RestoreSeveral", {
  ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 1000,
      description: "Ids of deleted resources. Either these or a `filter`.",
    }),
  ),
  filter: Type.Optional(
    Shape(
      "DeletedFilter",
      {
        project,
        kind: Type.Optional(ResourceKind()),
        since: Type.Optional(GivenInstant("Deleted at or after this instant.")),
      },
      {
        description:
          "All that match; of several deleted ones with one `external_id` the last. Without a field: all of them.",
      },
    ),
  ),
  ...carefully,
});

/** A deleted resource that a request for several restored, or why it did not. */
export const RestoredResource = Shape("RestoredResource", {
  id: Type.String(),
  kind: ResourceKind(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  changed: Type.Boolean({ description: "Whether it is restored." }),
  reason: Nullable(Type.String({ description: "Why it is not; null: it is." })),
});
export type RestoredResource = Static<typeof RestoredResource>;
