/** Imports files of other tools by the command, and checks what must hold of every import. */
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect } from "vitest";
import { parse } from "yaml";
import type { Place } from "../ctl/run.ts";

type Items = Record<string, unknown>[];

/** A manifest, and what belongs to it. */
export interface ImportedFiles {
  text: string;
  stderr: string;
  alert_groups: Items;
  users: Items;
  health_check_monitors: Items;
  webhook_monitors: Items;
  status_pages: Items;
  /** The values of the file of variables. */
  secrets: Record<string, string | undefined>;
  /** The comments of resources, without indentation. */
  remarks: string[];
  /** The lines below "Not imported:". */
  left: string[];
  /** The lines below "No part of a manifest:". */
  notes: string[];
  /** As the command counts: monitors of the source, those imported, those that are not. */
  counts: [entries: number, imported: number, left: number];
}

/**
 * Imports a file of the place. The manifest and its variables have no mistakes, no secret stands in the manifest, and every
 * monitor of the source is in the manifest or named. `environment`: values for the variables that it asks for.
 */
export async function imported(
  place: Place,
  tool: string,
  file: string,
  environment: Record<string, string> = {},
): Promise<ImportedFiles> {
  for (const name of ["imported.yaml", "imported.vars"])
    rmSync(join(place.folder, name), { force: true });
  const { code, stdout, stderr } = await place.inside([
    "import",
    tool,
    file,
    "--project",
    "shop",
    "--out",
    "imported.yaml",
  ]);
  expect([code, stdout, code === 0 ? "" : stderr]).toEqual([0, "", ""]);
  const text = readFileSync(join(place.folder, "imported.yaml"), "utf8");
  const vars = varsIn(place);
  const secrets = vars === null ? {} : parseEnv(vars);
  for (const secret of Object.values(secrets))
    expect(text.replaceAll(/^ *#.*$/gm, "")).not.toContain(secret!.length > 3 ? secret : "\0");
  place.write(
    "environment",
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const valid = await place.inside([
    "validate",
    "imported.yaml",
    "--vars",
    "environment",
    ...(vars === null ? [] : ["--vars", "imported.vars"]),
  ]);
  expect([valid.code, valid.stderr]).toEqual([0, ""]);
  const {
    alert_groups,
    users,
    health_check_monitors = [],
    webhook_monitors = [],
    status_pages = [],
  } = parse(text) as Pick<ImportedFiles, "alert_groups" | "users"> & Partial<ImportedFiles>;
  const [, ...counts] = /: (\d+) monitors?, (\d+) imported .*, (\d+) not\./.exec(stderr)!;
  const result = {
    text,
    stderr,
    alert_groups,
    users,
    health_check_monitors,
    webhook_monitors,
    status_pages,
    secrets,
    remarks: text.match(/^ {2}# .*/gm)?.map((line) => line.slice(4)) ?? [],
    left: listed(text, "Not imported:"),
    notes: listed(text, "No part of a manifest:"),
    counts: counts.map(Number) as ImportedFiles["counts"],
  };
  expect(result.counts).toEqual([
    health_check_monitors.length + webhook_monitors.length + result.left.length,
    health_check_monitors.length + webhook_monitors.length,
    result.left.length,
  ]);
  return result;
}

/** The file of variables, which its owner alone may read; null: none was written. */
function varsIn(place: Place): string | null {
  const path = join(place.folder, "imported.vars");
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there) return null;
  expect(there.mode & 0o777).toBe(0o600);
  return readFileSync(path, "utf8");
}

/** The lines of a list in the comments at the head. */
function listed(text: string, title: string): string[] {
  const lines = text.split("\n");
  const from = lines.indexOf(`# ${title}`);
  if (from < 0) return [];
  const after = lines.slice(from + 1);
  const end = after.findIndex((line) => !line.startsWith("# - "));
  return after.slice(0, end).map((line) => line.slice(4));
}
