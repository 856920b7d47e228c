/** The guides beside this file, read at their first use. */
import { readdirSync, readFileSync } from "node:fs";
import { parseGuide, type Guide } from "../core/guide/guide.ts";

let guides: Guide[] | null = null;

/** All guides. Throws one sentence when the head of one is incomplete. */
export function readGuides(): Guide[] {
  const here = new URL("./", import.meta.url);
  guides ??= readdirSync(here)
    .filter((file) => file.endsWith(".md"))
    .map((file) =>
      parseGuide(file.replace(/\.md$/, ""), readFileSync(new URL(file, here), "utf8")),
    );
  return guides;
}

/** A picture of a guide; null: none of this name. */
export function readPicture(name: string): Buffer | null {
  const images = new URL("./images/", import.meta.url);
  try {
    return readdirSync(images).includes(name) ? readFileSync(new URL(name, images)) : null;
  } catch {
    return null;
  }
}
