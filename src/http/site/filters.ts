/** Filters in the address of a page. */
import type { FastifyRequest } from "fastify";

/** The text of a filter; empty: any. */
export function filterText({ query }: FastifyRequest, name: string, maxLength = 255): string {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === "string" ? value.slice(0, maxLength) : "";
}

/** The same, one of these words; another counts as none. */
export function filterWord(request: FastifyRequest, name: string, words: object): string {
  const text = filterText(request, name);
  return Object.hasOwn(words, text) ? text : "";
}
