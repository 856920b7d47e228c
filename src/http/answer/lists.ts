/**
 * Answers lists as bare arrays, oldest first unless `order=desc`. Without `limit` the whole list is streamed
 * page by page, so that ten thousand rows are never in memory at once. With `limit` the answer is one page,
 * with a `Link` header to the next one, if any.
 */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { nextTurn } from "../turns.ts";
import { Written } from "./written.ts";
import type { Order, Page, Position } from "../../store/reads/reads.ts";

/** Some milliseconds of work for a thread that has others to answer. */
const streamedAtOnce = 50;

interface ListRequest {
  query: { limit?: number | undefined; cursor?: string | undefined; order?: Order | undefined };
  siteUrl: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface List<Row, Shown> {
  read: (page: Page) => Promise<Row[]>;
  /** Where a row stands in the order. */
  position: (row: Row) => Position;
  present: (row: Row) => Shown;
}

/** The list that a request asks for: all of it, or a page. */
export async function listOf<Row, Shown>(
  { query, siteUrl, request, reply }: ListRequest,
  list: List<Row, Shown>,
): Promise<Shown[] | Written<Shown[]>> {
  const { limit, cursor, order } = query;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (limit === undefined) {
    // Before the first byte is sent: a failure can still be reported now.
    const first = await list.read({ limit: streamedAtOnce, after, order });
    return first.length < streamedAtOnce
      ? first.map(list.present)
      : new Written(Readable.from(stream(list, first, order)));
  }

  const rows = await list.read({ limit: limit + 1, after, order });
  const last = rows[limit - 1];
  if (rows.length > limit && last) {
    const next = new URL(`${siteUrl}${request.url}`);
    next.searchParams.set("cursor", encodeCursor(list.position(last)));
    reply.header("link", `<${next.href}>; rel="next"`);
  }
  return rows.slice(0, limit).map(list.present);
}

async function* stream<Row>(
  list: List<Row, unknown>,
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
