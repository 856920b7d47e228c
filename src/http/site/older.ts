/** Lists of the dashboard, page by page: the newest first, with a link to older ones. */
import type { FastifyRequest } from "fastify";
import type { Position } from "../../store/reads/reads.ts";

export const perPage = 50;

/** Where a page of a list begins, as its address says. */
export function afterOf(request: FastifyRequest): Position | null {
  const { before } = request.query as { before?: unknown };
  const match = typeof before === "string" ? /^(\d{1,16})-([\w-]{1,64})$/.exec(before) : null;
  return match ? { inserted_at: Number(match[1]), id: match[2]! } : null;
}

/** The place of the next page, when more rows were found than one page has; null: none. */
export function olderOf<T extends { id: string }>(found: readonly T[], at: (row: T) => number) {
  const last = found.length > perPage ? found[perPage - 1] : undefined;
  return last === undefined ? null : `${at(last)}-${last.id}`;
}
