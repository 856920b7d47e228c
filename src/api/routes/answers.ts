/** The answers of routes, and the parameters that many of them share. */
import { Problem } from "../problem.ts";
import { cursorPattern, GivenInstant, limits, Type, type TSchema } from "../schema.ts";

export interface Answer<Form extends TSchema = TSchema> {
  /** The form of the body; undefined is that of no body. */
  form: Form;
  /** The status of a success, where the handler sets no other. */
  status: number;
  /** Every response, for the API document. */
  responses: Readonly<Record<string, object>>;
}

const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: Problem } },
});

/** The responses that many operations share, by their names in the API document. */
export const sharedResponses = {
  Refused: problem(
    "What is wrong with the request, as a problem (RFC 9457): 400 malformed, 401 without a valid key, 403 its scope is too small, 404 no such resource, 409 conflict, 412 changed since `If-Match`, 413 too large, 415 not JSON, 422 wrong fields (all of them in `errors`), 429 too many requests (`Retry-After`).",
  ),
  Unavailable: problem(
    "The service cannot answer now, as a problem (RFC 9457): 503 while it starts, stops or has no database (`Retry-After`), 500 for a mistake of its own.",
  ),
  Known: { description: "It is as `If-None-Match` says." },
  Done: { description: "Done." },
};

/** The errors that every route may answer. */
const failures = {
  "4xx": sharedResponses.Refused,
  "5xx": sharedResponses.Unavailable,
};

const json = (description: string, schema: TSchema, type = "application/json") => ({
  description,
  content: { [type]: { schema } },
});

/** An answer with this status, whose response is described so. */
export const answered = <Form extends TSchema>(
  status: number,
  description: string,
  form: Form,
  type?: string,
): Answer<Form> => ({
  form,
  status,
  responses: { [status]: json(description, form, type), ...failures },
});

/** The same in JSON and in another type, as the client sends, with a form of its own for failures. */
export const answeredInTypes = <Form extends TSchema>(
  type: string,
  description: string,
  form: Form,
  failure: TSchema,
): Answer<Form> => {
  const response = (said: string, schema: TSchema) => ({
    description: said,
    content: { "application/json": { schema }, [type]: { schema: {} } },
  });
  return {
    form,
    status: 200,
    responses: {
      200: response(description, form),
      "4xx": response("What is wrong with the request.", failure),
      "5xx": response("The service cannot answer now.", failure),
    },
  };
};

/** One resource. */
export const one = <Form extends TSchema>(form: Form, description = "The resource.") =>
  answered(200, description, form);

/** One resource, unless the client has it as it is. */
export const unlessKnown = <Form extends TSchema>(form: Form): Answer<Form> => {
  const known = { 304: { type: "null", ...sharedResponses.Known } };
  return { ...one(form), responses: { ...one(form).responses, ...known } };
};

/** A new resource, or the one that it updated. */
export const saved = <Form extends TSchema>(form: Form): Answer<Form> => ({
  form,
  status: 200,
  responses: {
    200: json("It was there and is updated.", form),
    201: json("It is new.", form),
    ...failures,
  },
});

export const many = <Form extends TSchema>(form: Form) =>
  answered(200, "The list.", Type.Array(form));

export const nothing: Answer<ReturnType<typeof Type.Undefined>> = {
  form: Type.Undefined(),
  status: 204,
  responses: { 204: { type: "null", ...sharedResponses.Done }, ...failures },
};

/** Query parameters of every list. */
export const page = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.page,
      description: "Page size; without it the whole list is answered.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      pattern: cursorPattern,
      description: "Where a page begins, from the `Link` header of the page before it.",
    }),
  ),
};

/** Query parameters of a list that people read from its end. */
export const orderedPage = {
  ...page,
  order: Type.Optional(
    Type.Enum(["asc", "desc"], {
      title: "ListOrder",
      default: "asc",
      description: "asc: oldest first. desc: newest first.",
    }),
  ),
};

/** Query parameter of a list: those of this project. */
export const ofProject = Type.Optional(Type.String());

/** Query parameters of a list of events of monitors and groups. */
export const ofMonitors = {
  alert_group_id: Type.Optional(Type.String()),
  project: ofProject,
  since: Type.Optional(GivenInstant("At or after this instant.")),
};

const header = (description: string) => Type.Optional(Type.String({ description }));

/** Conditional headers of a request for a resource. */
export const readConditions = Type.Object({
  "if-none-match": header("ETag of an earlier answer: 304 if the answer is still the same."),
});

/** Headers of a change or a deletion. */
export const writeConditions = Type.Object({
  "if-match": header("ETag of the resource: 412 if its declared fields were changed since."),
});

/** Headers of a creation. */
export const createConditions = Type.Object({
  ...writeConditions.properties,
  "if-none-match": header("`*`: 412 if the `external_id` is taken; nothing is changed."),
});
