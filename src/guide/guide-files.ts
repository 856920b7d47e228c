/** The files beside this one. The client in one file has their texts in it instead, and no pictures (`client-file`). */
import { readdirSync, readFileSync } from "node:fs";

/** The names and texts of all guides. */
export function guideFiles(): [name: string, text: string][] {
  const here = new URL("./", import.meta.url);
  return readdirSync(here)
    .filter((file) => file.endsWith(".md"))
    .map((file) => [file.replace(/\.md$/, ""), readFileSync(new URL(file, here), "utf8")]);
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
