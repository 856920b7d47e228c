/** Monitoring gaps. */
import { gapReasons } from "../core/model/model.ts";
import { Timestamp, Type, type Static } from "./schema.ts";

export const BlindPeriod = Type.Object(
  {
    id: Type.String(),
    from: Timestamp("When the gap began."),
    to: Timestamp("When the gap ended."),
    reason: Type.Enum([...gapReasons], {
      description:
        "stopped: no node ran. suspended: the node was suspended. database: the database was unavailable. offline: the node had no network. clock: the clock was stepped; checks and pages went on.",
    }),
  },
  { additionalProperties: false, title: "BlindPeriod" },
);
export type BlindPeriod = Static<typeof BlindPeriod>;
