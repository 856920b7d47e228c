/**
 * A client of the service's API: any row of the table of routes, with the types that the row gives. It imports only these
 * types from the table: to load the schemas would cost a short command more than the rest of it.
 */
import type {
  Answered as AnswerTo,
  Body,
  Params,
  Query,
  Route,
  Routes,
} from "../api/routes/table.ts";
import { sender, type ClientOptions, type Method } from "./request.ts";

export type { Answered } from "../api/routes/forms.ts";
export type { ClientOptions } from "./request.ts";
export { ApiProblem, Unreachable, UnsafeUrl } from "./errors.ts";

/** A body may be left out where all of its fields may. */
type GivenBody<Fields> = [Fields] extends [undefined]
  ? unknown
  : Record<never, never> extends Fields
    ? { body?: Fields }
    : { body: Fields };
/** What a request needs: the parameters of the path by their names, query and body. */
type Given<R extends Route> = Params<R> & { query?: Query<R> } & GivenBody<Body<R>>;
type Rest<R extends Route> =
  Record<never, never> extends Given<R> ? [given?: Given<R>] : [given: Given<R>];

type Packed = { [R in Route]: Routes[R] extends { packed: true } ? R : never }[Route];
/** The routes that take compressed bodies. */
const packed: Readonly<Record<Packed, true>> = {
  "POST /plan": true,
  "POST /apply": true,
  "POST /drift": true,
};

export type Client = ReturnType<typeof createClient>;

/** Talks to the service at `url`. Every method rejects with one of the errors of `errors.ts`. */
export function createClient(options: ClientOptions) {
  const send = sender(options);
  return {
    /** Sends a request of a row of the table, such as `send("GET /incidents/:id", { id })`. */
    send<const R extends Route>(route: R, ...[given]: Rest<R>): Promise<AnswerTo<R>> {
      const { query, body, ...params } = (given ?? {}) as Sent;
      const [method = "", path = ""] = route.split(" /");
      return send(
        method.toLowerCase() as Method,
        path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
        { query, body, route, compress: route in packed },
      );
    },

    /** Any route, by its path below `/api/v1`. */
    request: (method: Method, path: string, body?: unknown) =>
      send<unknown>(method, path.replace(/^\/+/, ""), { body }),
  };
}

interface Sent {
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  [param: string]: unknown;
}
