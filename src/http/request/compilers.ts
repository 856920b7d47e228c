/** The code that checks requests and writes answers, by their schemas. */
import { check } from "../../api/check.ts";
import type { TSchema } from "../../api/schema.ts";
import { headOf } from "../../core/declare/sound.ts";
import { invalid } from "../answer/problem.ts";
import { coerce } from "./requests.ts";

/** Makes the check of a part of the requests of a route. */
export const makeCheck =
  ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
  (value: unknown) => {
    const isQuery = httpPart === "querystring";
    if (isQuery) coerce(value, schema as TSchema);
    const all = check(schema as TSchema, value);
    // A list between commas is one parameter.
    const faults = isQuery ? all.map((one) => ({ ...one, field: headOf(one.field) })) : all;
    return faults.length === 0 ? { value } : { error: invalid(faults) };
  };

/** Answers are made field by field in `present`; a schema could only slow that down. */
export const makeJson = () => (value: unknown) => JSON.stringify(value);

const unused = (): never => {
  throw new Error("schemas have compilers of their own");
};

/** Keeps fastify from loading its compilers, which are larger than fastify. The bundle leaves them out. */
export const noCompilersOfFastify = {
  compilersFactory: { buildValidator: unused, buildSerializer: unused },
};
