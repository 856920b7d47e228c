/** The running daemons on one database, how far behind they are, and the time that none of them watched. */
import { gapReasons } from "../core/model/model.ts";
import { DeviceKind } from "./enumerations.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

const Node = Shape("Node", {
  id: Type.String({ description: "New at every start." }),
  name: Type.String({ description: "The machine it runs on." }),
  version: Type.String(),
  started_at: Timestamp("When it started."),
  seen_at: Timestamp("When it last said that it is there."),
  claims: Type.Integer({ description: "Health checks that it is making." }),
  claims_end_at: Nullable(Timestamp("When the first of these claims runs out.")),
});

export const Nodes = Shape("Nodes", {
  nodes: Type.Array(Node),
  checks_late_seconds: Type.Number({
    description: "How late the oldest due health check is; 0: none is.",
  }),
  pushes_late_seconds: Type.Number({
    description: "How late the oldest due push is; 0: none is.",
  }),
  push_servers: Type.Array(
    Shape("PushServer", {
      kind: DeviceKind(),
      problem: Nullable(
        Type.String({
          description: "Why it cannot be reached; null: it can.",
        }),
      ),
      looked_at: Timestamp("When it was last checked or sent to."),
    }),
    {
      description:
        "The configured push servers that devices use, as the answering node finds them.",
    },
  ),
});
export type Nodes = Static<typeof Nodes>;

/** A monitoring gap. */
export const BlindPeriod = Shape("BlindPeriod", {
  id: Type.String(),
  from: Timestamp("When the gap began."),
  to: Timestamp("When the gap ended."),
  reason: Type.Enum([...gapReasons], {
    description:
      "stopped: no node ran. suspended: the node was suspended. database: the database was unavailable. offline: the node had no network. clock: the clock was stepped; checks and pages went on.",
  }),
});
export type BlindPeriod = Static<typeof BlindPeriod>;
