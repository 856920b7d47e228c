/**
 * What a row of the table of routes says, and the types that follow from it. The server, the client and the API document
 * are made of these rows.
 */
import type { ResourceKind, Scope } from "../../core/model/model.ts";
import type { Answer } from "./answers.ts";
import type { Static, TObject, TProperties, TSchema } from "../schema.ts";

/** Method and path. A part of the path that begins with a colon is a parameter. */
export type RouteName = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;

export interface Row {
  /** Name of the operation in the API document. */
  id: string;
  /** The scope that a key needs; public: no key. */
  scope: Scope | "public";
  summary: string;
  description?: string;
  /** The query parameters, all of them optional. */
  query?: TProperties;
  headers?: TSchema;
  body?: TSchema;
  answer: Answer;
  /** Rules judge the fields too: the handler gets the sound ones and the faults of the others. */
  judged?: true;
  /** The kind in the body: its generated fields may come back, and are dropped. */
  kind?: ResourceKind | "devices";
  /** Maximum size of the body, bytes; absent: `limits.body`. */
  bodyLimit?: number;
  /** The body is a declaration: it may be large, and may be compressed. */
  packed?: true;
  /** It needs no key, and each one is kept: from one address they are few. */
  few?: true;
  /**
   * People on call need it: requests are counted apart from those of lists, so that a script or an alert storm that used up
   * the budget of a key locks no person out.
   */
  onCall?: true;
  /** A signed-in browser may call it too; only for routes that change no data. */
  session?: true;
  /** Successes are too many for the log. */
  quiet?: true;
}

/** Rows as they are in the table: with the tag that groups them in the API document. */
export type Tagged<Rows> = { [Name in keyof Rows]: Rows[Name] & { tag: string } };

/** The rows of a tag. */
export const tagged = <Rows extends Record<RouteName, Row>>(tag: string, rows: Rows) =>
  Object.fromEntries(
    Object.entries<Row>(rows).map(([name, row]) => [name, { ...row, tag }]),
  ) as unknown as Tagged<Rows>;

/** A row whose path is made of a kind. */
export const row = <const Name extends RouteName, Of extends Row>(name: Name, of: Of) =>
  ({ [name]: of }) as Record<Name, Of>;

/** Names of the parameters of a path. */
export type ParamsIn<Name> = Name extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsIn<`/${Rest}`>
  : Name extends `${string}:${infer Param}`
    ? Param
    : never;

export type QueryOf<R> = R extends { query: infer Query extends TProperties }
  ? Static<TObject<Query>>
  : Record<never, never>;
export type BodyOf<R> = R extends { body: infer Body extends TSchema } ? Static<Body> : undefined;
export type AnswerOf<R> = R extends { answer: Answer<infer Form> } ? Static<Form> : never;
