/**
 * Reads `.monitorctl.yaml` in the folder of a repository: the default context, files and project of commands.
 * A repository can come from a stranger, so the file can set no key, server or command, and only files below
 * its own folder.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { didYouMean } from "../../core/text/nearest.ts";
import type { Io } from "../io.ts";
import type { Options } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";

const name = ".monitorctl.yaml";
const fields = ["context", "files", "project"] as const;

interface ProjectFile {
  context?: string;
  files?: string[];
  project?: string;
}

/** The options of a command, completed by the file of the project. Flags, paths and the environment come first. */
export async function withProjectFile(
  io: Io,
  args: readonly string[],
  options: Options,
): Promise<Options> {
  const path = find(io);
  if (path === null) return options;
  const { context, files, project } = await read(path);
  const namesServer =
    options.url !== undefined || options.context !== undefined || Boolean(io.env["MONITORCTL_URL"]);
  const namesFiles =
    args.length > 0 || options["file"] !== undefined || options["project"] !== undefined;
  const folder = relative(io.cwd, dirname(path)) || ".";
  return {
    ...options,
    ...(context !== undefined && !namesServer && { context }),
    ...(files !== undefined && !namesFiles && { file: files.map((one) => join(folder, one)) }),
    ...(project !== undefined && options["project"] === undefined && { declaredProject: project }),
  };
}

/** In the folder of the call, or above it up to the root of the repository. */
function find({ cwd }: Io): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return null;
  }
}

async function read(path: string): Promise<ProjectFile> {
  // Loaded on demand: most folders have no such file.
  const { parse } = await import("yaml");
  let stored: unknown;
  try {
    stored = parse(readFileSync(path, "utf8")) ?? {};
  } catch (error) {
    throw wrong(path, `is not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (typeof stored !== "object" || Array.isArray(stored)) throw wrong(path, "is not a mapping");
  for (const [field, value] of Object.entries(stored as object)) {
    if (!(fields as readonly string[]).includes(field))
      throw wrong(path, `has an unknown field "${field}"${didYouMean(field, [...fields])}`);
    const isSound =
      field === "files"
        ? Array.isArray(value) && value.every((one) => typeof one === "string")
        : typeof value === "string";
    if (!isSound)
      throw wrong(path, `${field} must be ${field === "files" ? "a list of paths" : "a text"}`);
  }
  const file = stored as ProjectFile;
  const outside = file.files?.find((one) =>
    /^(?:\.\.(?:[/\\]|$)|[/\\]|[a-z]:)/i.test(normalize(one)),
  );
  if (outside !== undefined) throw wrong(path, `names a file outside its folder: ${outside}`);
  return file;
}

const wrong = (path: string, fault: string) =>
  wrongInput("config", `${path} ${fault}`, `it may have ${fields.join(", ")}`);
