/** All guides, read at their first use. */
import { parseGuide, type Guide } from "../core/guide/guide.ts";
import { guideFiles } from "./guide-files.ts";

let guides: Guide[] | null = null;

/** All guides. Throws one sentence when the head of one is incomplete. */
export function readGuides(): Guide[] {
  guides ??= guideFiles().map(([name, text]) => parseGuide(name, text));
  return guides;
}
