/** Builds the answer to an inbound event that is on disk. */
import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { DeliveryAnswer } from "../../core/model/model.ts";

/** PagerDuty's answer to an event. */
export const processed = (dedup_key: string) =>
  ({ status: "success", message: "Event processed", dedup_key }) as const;

/** Sends 202 with the answer on a line of its own: `curl` prints many of them one below the other. */
export const sendAccepted = (reply: FastifyReply, answer: DeliveryAnswer): FastifyReply =>
  send(reply, 202, answer);

function send(reply: FastifyReply, status: number, answer: DeliveryAnswer): FastifyReply {
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(`${JSON.stringify(answer)}\n`);
}

/** How a delivery is answered on a path that clients of another service append to the URL that they are given. */
export type Speak = typeof sendAccepted;

/** By the path that is appended. A client of PagerDuty takes an answer without a key for a failure. */
export const appendedPaths = {
  "/api/v2/alerts": (reply, answer) => send(reply, 200, { ...answer, status: "success" }),
  "/api/v1/alerts": (reply, answer) => send(reply, 200, { ...answer, status: "success" }),
  "/v2/enqueue": (reply, answer) => send(reply, 202, { ...processed(keyOf(answer)), ...answer }),
  "/generic/2010-04-15/create_event.json": (reply, answer) =>
    send(reply, 200, { ...processed(keyOf(answer)), incident_key: keyOf(answer), ...answer }),
} satisfies Record<string, Speak>;

const keyOf = ({ dedup_key }: DeliveryAnswer): string => dedup_key ?? randomUUID();
