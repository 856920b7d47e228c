/** When nobody watched. */
import { blindReasons } from "../core/model/model.ts";
import { Timestamp, Type, type Static } from "./schema.ts";

export const BlindPeriod = Type.Object(
  {
    id: Type.String(),
    from: Timestamp("When somebody watched last."),
    to: Timestamp("When somebody watched again."),
    reason: Type.Enum([...blindReasons], {
      description:
        "stopped: no daemon ran. suspended: it stood still. database: it could not be reached. offline: the daemon's own network was away.",
    }),
  },
  { additionalProperties: false, title: "BlindPeriod" },
);
export type BlindPeriod = Static<typeof BlindPeriod>;
