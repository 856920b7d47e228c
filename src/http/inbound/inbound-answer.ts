/** Builds the answer to an inbound event that is on disk. */
import type { FastifyReply } from "fastify";
import type { DeliveryAnswer } from "../../core/model/model.ts";

/** Sends 202 with the answer on a line of its own: `curl` prints many of them one below the other. */
export function sendAccepted(reply: FastifyReply, answer: DeliveryAnswer): FastifyReply {
  return reply
    .code(202)
    .type("application/json; charset=utf-8")
    .send(`${JSON.stringify(answer)}\n`);
}
