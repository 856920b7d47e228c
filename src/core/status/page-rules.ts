/** Rules of status pages: addresses that are reserved, and pictures that are pictures. Pure. */
import type { Fault } from "../model/fault.ts";
import type { Fields } from "../../resource/part.ts";
import { generatedSlug } from "./status-page.ts";

/**
 * The beginning of the bytes of each picture, by the type in its URL. A comment ends at the first `-->` alone: if it could go on to
 * the next one, each comment would double the ways to read another text.
 */
const beginnings: ReadonlyMap<string, RegExp> = new Map([
  ["png", /^\x89PNG\r\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["webp", /^RIFF[^]{4}WEBP/],
  [
    "svg+xml",
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i,
  ],
]);

export const statusPageRules = ({ slug, logo }: Fields): Fault[] => [
  ...(typeof slug === "string" && generatedSlug.test(slug)
    ? [
        {
          field: "slug",
          code: "reserved",
          message: "is reserved for generated addresses; choose another",
        },
      ]
    : []),
  ...(typeof logo === "string" && !isPicture(logo)
    ? [
        {
          field: "logo",
          code: "format",
          message: "must be a picture of the type that its URL says",
        },
      ]
    : []),
];

/** The type and the bytes of a logo, as Latin-1; the bytes are decoded no further than a rule reads them. */
function isPicture(logo: string): boolean {
  const [, type = "", data = ""] = /^data:image\/([a-z+]+);base64,(.*)$/.exec(logo) ?? [];
  return beginnings.get(type)?.test(Buffer.from(data, "base64").toString("latin1")) === true;
}
