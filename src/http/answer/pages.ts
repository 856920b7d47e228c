/** Sends pages with their headers. */
import type { FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

/** Path that everything is reached under, without a slash at the end. */
export const baseOf = ({ siteUrl }: Pick<Deps, "siteUrl">) => pathOf(siteUrl());

let read = { url: "", path: "" };

/** The path of a site URL, without a slash at its end. Every request asks for it, and the URL changes once, at the start. */
export function pathOf(url: string): string {
  if (url !== read.url) read = { url, path: withoutEndSlashes(URL.parse(url)?.pathname ?? "") };
  return read.path;
}

/** Scripts and styles only from our own files; no other site may embed our pages. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
  // Browsers without a referrer send no origin with a form either, and the origin tells our forms from others.
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Keeps search engines from listing a page whose link was published. */
export const unlisted = { "x-robots-tag": "noindex, nofollow" };

export function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").headers(headers).send(text);
}
