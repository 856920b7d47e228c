/** Errors as RFC 9457 `application/problem+json`. */
import { Shape, Type, type Static } from "./schema.ts";

const FaultSchema = Shape("Fault", {
  field: Type.String({ description: 'Path of the field, `""` for all.' }),
  code: Type.String(),
  message: Type.String(),
});

export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    errors: Type.Optional(Type.Array(FaultSchema)),
    request_id: Type.Optional(Type.String()),
    help: Type.Optional(Type.String({ description: "URL of the guide about it." })),
  },
  { title: "Problem" },
);
export type Problem = Static<typeof Problem>;
