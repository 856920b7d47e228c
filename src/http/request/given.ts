/**
 * Prepares bodies of the management API for validation: drops generated fields that come back
 * (so that GET, edit, PUT works), trims titles, and requires an object where the schema does.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { shapes } from "../../api/routes/forms.ts";
import { Device } from "../../api/users.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import { tidy } from "../../core/declare/rules.ts";
import { soundFields } from "../../core/declare/sound.ts";
import type { Fault } from "../../core/model/fault.ts";
import { invalid, Problem } from "../answer/problem.ts";
import { eachKind } from "../../resource/resources.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of resource in the body. */
    kind?: ResourceKind | "devices";
  }
}

/** True for a body with a field that must be there. Any other body can be left out, which means no fields. */
export const needsBody = (body: unknown): boolean =>
  ((body as { required?: readonly string[] } | undefined)?.required ?? []).length > 0;

const readOnly = (properties: Record<string, unknown>) =>
  Object.entries(properties)
    .filter(([, schema]) => (schema as { readOnly?: boolean }).readOnly)
    .map(([name]) => name);

/** Names of the generated fields, by kind. */
const generated: Record<ResourceKind | "devices", string[]> = {
  ...eachKind((kind) => readOnly(shapes[kind].properties)),
  devices: readOnly(Device.properties),
};

/**
 * The fields of a body whose shape is right, and the faults of the others, for a route with `attachValidation`. Rules
 * judge the former, so that one answer has every fault. Throws when it is the query that is wrong.
 */
export function soundBody<Body extends object>(
  request: Pick<FastifyRequest, "validationError" | "body">,
): { given: Body; misshapen: readonly Fault[] } {
  const misshapen = misshapenIn(request);
  return { given: soundFields(request.body as Body, misshapen) as Body, misshapen };
}

/** The faults of a body that its schema found. Throws when they are more than an answer names: no rule adds to them. */
function misshapenIn({
  validationError: problem,
}: Pick<FastifyRequest, "validationError">): readonly Fault[] {
  if (!problem) return [];
  if (problem instanceof Problem && problem.faults && problem.validationContext === "body") {
    if (problem.moreFaults) throw problem;
    return problem.faults;
  }
  throw problem;
}

export function acceptBodies(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    const { config, schema } = request.routeOptions;
    if (!schema?.body) return;
    if (request.body === undefined && !needsBody(schema.body)) request.body = {};
    const { body } = request;
    if (typeof body !== "object" || body === null || Array.isArray(body))
      throw invalid([{ field: "", code: "type", message: "must be a JSON object" }]);
    if (!config.kind) return;
    const fields = { ...(body as Record<string, unknown>) };
    for (const name of generated[config.kind]) delete fields[name];
    request.body = tidy(fields);
  });
}
