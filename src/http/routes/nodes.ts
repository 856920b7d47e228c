/** Which daemons run on this database. */
import type { Nodes } from "../../api/nodes.ts";
import type { ChannelKind } from "../../channel/registry.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { timestamp, timestampOr } from "../answer/present.ts";

export const nodeRoutes = ({ store, outside }: Deps): Handlers<"GET /nodes"> => ({
  "GET /nodes": async ({ now }): Promise<Nodes> => {
    const vitals = await store.read.vitals(now);
    return {
      nodes: vitals.nodes.map(({ oldest_claim_until, ...node }) => ({
        ...node,
        started_at: timestamp(node.started_at),
        // A single node writes few beats.
        seen_at: timestamp(store.shared ? node.seen_at : now),
        claims_end_at: timestampOr(oldest_claim_until),
      })),
      checks_late_seconds: vitals.oldest_due_check_ms / 1000,
      pushes_late_seconds: vitals.oldest_due_push_ms / 1000,
      push_servers: outside().channels.map((channel) => ({
        ...channel,
        kind: channel.kind as ChannelKind,
        looked_at: timestamp(channel.looked_at),
      })),
    };
  },
});
