/** Which daemons run on this database. */
import type { FastifyInstance } from "fastify";
import { Nodes } from "../../api/nodes.ts";
import type { ChannelKind } from "../../channel/registry.ts";
import type { Deps } from "../deps.ts";
import { timestamp, timestampOr } from "../answer/present.ts";
import { one } from "../answer/responses.ts";

export function nodeRoutes(app: FastifyInstance, { store, clock, outside }: Deps) {
  app.get(
    "/nodes",
    {
      // Of the installation, not of an organization.
      config: { scope: "admin" },
      schema: {
        tags: ["nodes"],
        operationId: "list_nodes",
        summary: "List the running daemons, and how late checks and pushes are",
        response: one(Nodes, "The nodes, the one that runs longest first."),
      },
    },
    async (_request, reply) => {
      const now = clock.now();
      const vitals = await store.read.vitals(now);
      return reply.send({
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
      } satisfies Nodes);
    },
  );
}
