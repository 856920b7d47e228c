/** From a row of the table of routes and its handler to a route of the server. */
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { Answered, Body, Params, Query, Route } from "../../api/routes/table.ts";
import type { Row } from "../../api/routes/row.ts";
import { Type } from "../../api/schema.ts";
import type { Actor } from "../../app/audit.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Instant } from "../../core/model/model.ts";
import { minute } from "../../core/text/units.ts";
import type { Caller } from "../../store/reads/access.ts";
import { Written } from "../answer/written.ts";
import type { Deps } from "../deps.ts";
import { actorOf, callerOf } from "./auth.ts";
import { declarationBody } from "./declaration-body.ts";
import { refuseUnproved } from "./proof.ts";
import { refuseOtherProjects } from "./project-bounds.ts";
import { soundBody } from "./given.ts";

/** A request of a route, in the types that the table has for it. */
export interface Asked<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  /** The valid fields, where faults do not refuse the body at once. */
  body: Body<R>;
  /** The faults of the others. */
  misshapen: readonly Fault[];
  caller: Caller;
  actor: Actor;
  now: Instant;
  siteUrl: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers a request as the table promises, or with the reply that it has sent itself; a problem is thrown. */
export type Handler<R extends Route> = (
  asked: Asked<R>,
) => Promise<Answered<R> | Written<Answered<R>> | FastifyReply>;

/** A handler for each of these routes. */
export type Handlers<R extends Route> = { [Name in R]: Handler<Name> };

/** Requests per minute and address. */
const fewOf = { max: 10, timeWindow: minute };

type TaggedRow = Row & { tag: string };

/** The options of the server for a row. `open`: a route of other programs, which may add parameters of their own to the query. */
const budgetOf = (method: string): "incidents" | "answers" =>
  method === "GET" ? "incidents" : "answers";

export function optionsOf(name: string, row: TaggedRow, open = false) {
  const [method, url] = name.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
  const { scope, own, session, quiet, kind, bodyLimit, judged, packed, few } = row;
  return {
    method,
    url,
    config: {
      scope,
      ...(own && { own }),
      ...(session && { session }),
      ...(quiet && { quiet }),
      ...(kind && { kind }),
      ...(few && { rateLimit: fewOf }),
      ...(row.onCall && { budget: budgetOf(method) }),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(packed && declarationBody),
    ...(judged && { attachValidation: true }),
    schema: schemaOf(row, open),
  };
}

function schemaOf(
  { tag, id, summary, description, scope, query, headers, body, answer }: TaggedRow,
  open: boolean,
): FastifySchema {
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    ...(scope === "public" && { security: [] }),
    ...(headers && { headers }),
    ...((query || !open) && {
      querystring: Type.Object(query ?? {}, open ? {} : { additionalProperties: false }),
    }),
    ...(body && { body }),
    response: answer.responses,
  };
}

/** Gives the requests of a row to its handler, and sends the answer. */
export function answering<R extends Route>(
  name: R,
  { judged, answer: { status } }: Row,
  handle: Handler<R>,
  { store, clock, siteUrl }: Pick<Deps, "store" | "clock" | "siteUrl">,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { given, misshapen } = judged
      ? soundBody(request as { body: object })
      : { given: request.body, misshapen: [] };
    const now = clock.now();
    if (request.caller?.key?.projects)
      await refuseOtherProjects(store, name, {
        params: request.params as Record<string, string>,
        body: request.body,
        caller: request.caller,
        actor: actorOf(request),
        now,
      });
    if (request.caller)
      await refuseUnproved(
        { store },
        name,
        {
          params: request.params as Record<string, string>,
          body: request.body,
          caller: request.caller,
        },
        now,
      );
    const answer = await handle({
      params: request.params as Params<R>,
      query: request.query as Query<R>,
      body: given as Body<R>,
      misshapen,
      get caller() {
        return callerOf(request);
      },
      get actor() {
        return actorOf(request);
      },
      now,
      siteUrl: siteUrl(),
      request,
      reply,
    });
    // The handler has answered. The promise of a reply resolves without it, when that answer has ended.
    if (reply.sent) return reply;
    if (reply.statusCode === 200) reply.code(status);
    if (!(answer instanceof Written)) return reply.send(answer);
    return reply.type("application/json; charset=utf-8").send(answer.text);
  };
}
