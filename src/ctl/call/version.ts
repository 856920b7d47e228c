/** The version of the package, from its package.json. */
import { readFileSync } from "node:fs";

// src/ctl and dist/ctl are equally far from it.
const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");

export const version = (JSON.parse(text) as { version: string }).version;
