/** The bounds of a request with a whole declaration: its size when it is unpacked, and its resources. */
import type { FastifyRequest } from "fastify";
import { tooMany } from "../../core/declare/plan-faults.ts";
import { resourceKinds } from "../../core/model/model.ts";
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
  const lists = resourceKinds.map((kind) => body[kind]).filter((list) => Array.isArray(list));
  const declared = lists.reduce((sum, { length }) => sum + length, 0);
  if (declared > limits.declared)
    throw invalid([tooMany(`declares ${declared} resources, and one request`)]);
}
