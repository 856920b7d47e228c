/** The bounds of a request with a whole declaration: its size when it is unpacked, and its resources. */
import type { FastifyRequest } from "fastify";
import { countsOf, tooManyFault } from "../../core/declare/size.ts";
import { limits } from "../../resource/schema.ts";
import { invalid } from "../answer/problem.ts";
import { unpacked } from "./compressed.ts";

/** Options of a route that takes a declaration. */
export const declarationBody = {
  bodyLimit: limits.declarationBody,
  preParsing: unpacked,
  // Before their shapes are checked.
  preValidation: async (request: FastifyRequest): Promise<void> =>
    notTooMany(request.body as Record<string, unknown>),
};

function notTooMany(body: Readonly<Record<string, unknown>>): void {
  const fault = tooManyFault(countsOf(body), "declares", "request");
  if (fault) throw invalid([fault]);
}
