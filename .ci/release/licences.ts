/**
 * `npm run licences`: the licences of the packages that are installed with monitord. Exit 1 when one of them may not be
 * distributed together with a program under GPL-3.0-or-later.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Licences whose code may be part of a program under GPL-3.0-or-later, by their SPDX names. */
const compatible = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 GPL-3.0 GPL-3.0-only GPL-3.0-or-later ISC LGPL-3.0-or-later MIT MIT-0 MPL-2.0 Python-2.0 Unlicense Zlib".split(
    " ",
  ),
);

export interface Licensed {
  name: string;
  version: string;
  /** An SPDX expression; empty: the package names none. */
  licence: string;
}

/** The packages of a lock file that an installation without development gets, by name. */
export function installedPackages(lockFile: string): Licensed[] {
  const { packages } = JSON.parse(lockFile) as {
    packages: Record<string, { version: string; license?: string; dev?: true }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path, { version, license = "" }]) => ({
      name: path.replace(/^.*node_modules\//, ""),
      version,
      licence: license,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Whether one of the alternatives of an SPDX expression can be used; of several that all apply, each must. */
export const isCompatible = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((alternative) => alternative.split(" AND ").every((name) => compatible.has(name)));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const packages = installedPackages(readFileSync(`${root}package-lock.json`, "utf8"));
  for (const { name, version, licence } of packages) {
    const mark = isCompatible(licence) ? "" : "  NOT COMPATIBLE with GPL-3.0-or-later";
    console.log(`${licence.padEnd(14)} ${name} ${version}${mark}`);
  }
  if (!packages.every(({ licence }) => isCompatible(licence))) process.exitCode = 1;
}
