/**
 * The folders that the hardened unit opens, so that the service finds the files that its options name. The unit shows all
 * of the machine for reading, and hides some places (`hiding`). Pure.
 */
import { dirname } from "node:path";
import type { PathUse } from "../../core/model/option.ts";

export interface NamedPath {
  /** Absolute. */
  path: string;
  use: PathUse;
}

export interface Opening {
  folder: string;
  writes: boolean;
  /** It lies in a place that the unit hides. */
  hidden: boolean;
}

/** ProtectHome= hides the first three, PrivateTmp= the others. */
const homes = ["/home", "/root", "/run/user"];
const hiding = [...homes, "/tmp", "/var/tmp"];

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);

/** True for a path that `ProtectHome=` hides. */
export const isInHome = (path: string) => homes.some((home) => isWithin(path, home));

/** `stateDirectory`: a folder that the unit opens anyway; null: none. */
export function openings(paths: readonly NamedPath[], stateDirectory: string | null): Opening[] {
  const needed = paths
    .map(openingOf)
    .filter(({ writes, hidden }) => writes || hidden)
    .filter(({ folder }) => stateDirectory === null || !isWithin(folder, stateDirectory));
  // The first of two that are the same stays.
  const isSpare = (one: Opening, index: number) =>
    needed.some(
      (other, at) => at !== index && covers(other, one) && (at < index || !covers(one, other)),
    );
  return needed.filter((one, index) => !isSpare(one, index));
}

/** The first makes the second superfluous. */
const covers = (outer: Opening, inner: Opening) =>
  isWithin(inner.folder, outer.folder) &&
  (outer.writes || !inner.writes) &&
  (outer.hidden || !inner.hidden);

function openingOf({ path, use }: NamedPath): Opening {
  const folder = folderOf(path, use);
  return {
    folder,
    writes: use === "writes folder" || use === "makes file",
    hidden: hiding.some((place) => isWithin(folder, place)),
  };
}

/** The folder of a file, because a file that is replaced by another of its name would stay the old one. */
function folderOf(path: string, use: PathUse): string {
  if (use === "writes folder") return path;
  if (use === "makes file") return dirname(path);
  const glob = path.split("/").findIndex((part) => /[*?[{]/.test(part));
  const named = glob === -1 ? path : path.split("/").slice(0, glob).join("/");
  const isFolder = use === "reads matches" && (glob !== -1 || !/\.\w+$/.test(path));
  // Not all homes for one file in none of them.
  if (isFolder || hiding.includes(dirname(named))) return named;
  return dirname(named);
}
