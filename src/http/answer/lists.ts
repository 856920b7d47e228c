/**
 * Answers lists as bare arrays, oldest first unless `order=desc`. Without `limit` the whole list is streamed
 * page by page, so that ten thousand rows are never in memory at once. With `limit` the answer is one page,
 * with a `Link` header to the next one if there is more.
 */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cursorPattern, limits, Type, type TSchema } from "../../api/schema.ts";
import { nextTurn } from "../request/turns.ts";
import type { Order, Page, Position } from "../../store/reads/reader.ts";

/** Query parameters of every list. */
export const pageParameters = {
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
} satisfies Record<string, TSchema>;

/** Query parameters of a list that people read from its end. */
export const orderedPageParameters = {
  ...pageParameters,
  order: Type.Optional(
    Type.Enum(["asc", "desc"], {
      title: "Order",
      default: "asc",
      description: "asc: oldest first. desc: newest first.",
    }),
  ),
} satisfies Record<string, TSchema>;

/** Some milliseconds of work for a thread that has others to answer. */
const streamedAtOnce = 50;

/** Answers a list. `read` gives the rows of a page, `position` says where a row stands in the order. */
export async function sendList<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  siteUrl: string,
  list: {
    read: (page: Page) => Promise<Row[]>;
    position: (row: Row) => Position;
    present: (row: Row) => unknown;
  },
): Promise<FastifyReply> {
  const { limit, cursor, order } = request.query as {
    limit?: number;
    cursor?: string;
    order?: Order;
  };
  const after = cursor === undefined ? null : decodeCursor(cursor);
  reply.type("application/json; charset=utf-8");
  if (limit === undefined) {
    // Before the first byte is sent: a failure can still be reported now.
    const first = await list.read({ limit: streamedAtOnce, after, order });
    return reply.send(
      first.length < streamedAtOnce
        ? first.map(list.present)
        : Readable.from(stream(list, first, order)),
    );
  }

  const rows = await list.read({ limit: limit + 1, after, order });
  const last = rows[limit - 1];
  if (rows.length > limit && last) {
    const next = new URL(`${siteUrl}${request.url}`);
    next.searchParams.set("cursor", encodeCursor(list.position(last)));
    reply.header("link", `<${next.href}>; rel="next"`);
  }
  return reply.send(rows.slice(0, limit).map(list.present));
}

async function* stream<Row>(
  list: {
    read: (page: Page) => Promise<Row[]>;
    position: (row: Row) => Position;
    present: (row: Row) => unknown;
  },
  first: Row[],
  order: Order | undefined,
): AsyncGenerator<string> {
  let rows = first;
  let before = "[";
  for (;;) {
    const last = rows.at(-1);
    if (!last) break;
    yield before + rows.map((row) => JSON.stringify(list.present(row))).join(",");
    before = ",";
    if (rows.length < streamedAtOnce) break;
    // A database in this process answers at once, and a reader that is as fast would keep the thread to the end.
    await nextTurn();
    rows = await list.read({
      limit: streamedAtOnce,
      after: list.position(last),
      order,
    });
  }
  yield "]";
}

function encodeCursor({ inserted_at, id }: { inserted_at: number; id: string }) {
  return `${inserted_at}_${id}`;
}

/** Reads a cursor of the form that the query parameter requires. */
function decodeCursor(cursor: string): Position {
  const [inserted_at = "", id = ""] = cursor.split("_");
  return { inserted_at: Number(inserted_at), id };
}
