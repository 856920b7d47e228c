/** Reads the files of a manifest: those passed, and those that they include. */
import { existsSync, globSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import type { ManifestFile } from "./source.ts";
import type { FileRead, Surroundings } from "./variables.ts";

const defaultFile = "monitors.yaml";
const defaultFolder = "monitors";
const input = "(input)";

/** Where paths begin. */
export interface FileHost {
  cwd: string;
  /** The standard input, for the path `-`. */
  input(): Promise<Buffer>;
}

type Folder = Pick<FileHost, "cwd">;

/** A named path that cannot be read as a manifest. */
export class UnreadableFiles extends Error {
  override readonly name = "UnreadableFiles";
  /** Stable, for programs. */
  readonly code: string;
  /** The next step. */
  readonly next: string;
  constructor(code: string, message: string, next: string) {
    super(message);
    this.code = code;
    this.next = next;
  }
}

/**
 * The text of each file, in the order in which they were named; of folders and patterns, sorted by name.
 * Without a name: monitors.yaml, else the folder monitors.
 */
export async function readManifests(
  host: FileHost,
  { paths, outside }: Pick<Reach, "paths" | "outside">,
): Promise<ManifestFile[]> {
  /** By their real paths: a file that is named in two ways is read once. */
  const files = new Map<string, ManifestFile>();
  for (const path of paths.length > 0 ? paths : [byDefault(host)])
    if (path === "-")
      files.set(input, {
        name: input,
        text: decoded(input, await host.input()),
      });
    else
      for (const name of filesAt(host, path)) {
        const real = realOf(host, name);
        if (files.has(real)) continue;
        // A file that was not named itself may be a symbolic link of the same stranger.
        if (!outside && name !== normalize(path) && !isBelow(realFolder(host, path), real))
          throw new UnreadableFiles(
            "outside",
            `${name} ${isOutside}`,
            "remove the link, name the file itself with -f PATH, or pass --allow-outside-files",
          );
        const text = decoded(name, readFileSync(resolve(host.cwd, name)));
        files.set(real, { name, text });
      }
  return [...files.values()];
}

/** The files that a manifest may read. */
export interface Reach {
  /** Paths as they were named; none: the default. */
  paths: readonly string[];
  /** The values of variables. */
  variables: Surroundings["variables"];
  /** Files outside the folders of `paths` may be read too. */
  outside: boolean;
}

/**
 * The surroundings of manifests: variables, and files below the folders that were named. Other files are refused, symbolic links followed, because the manifest may come from a stranger's
 * pull request and a message about a file shows a line of it.
 */
export function surroundingsOf(host: Folder, { paths, variables, outside }: Reach): Surroundings {
  const named = paths.length > 0 ? paths : [byDefault(host)];
  const folders = outside ? null : [...new Set(named.map((path) => realFolder(host, path)))];
  const read = (name: string): FileRead => {
    try {
      const real = realOf(host, name);
      if (folders && !folders.some((one) => isBelow(one, real))) return outsideFile;
      return { ok: true, name, text: decoded(name, readFileSync(real)) };
    } catch (error) {
      return { ok: false, why: whyNot(error) };
    }
  };
  const nameOf = (path: string, from: string) =>
    isAbsolute(path) ? path : join(from === input ? "." : dirname(from), path);
  const isAddress = (path: string) => /^[a-z]+:\/\//i.test(path);
  return {
    variables,
    read: (path, from) => (isAddress(path) ? address : read(nameOf(path, from))),
    readAll: (path, from) => {
      if (isAddress(path)) return [address];
      const name = nameOf(path, from);
      const stats = statSync(resolve(host.cwd, name), { throwIfNoEntry: false });
      if (stats ? !stats.isDirectory() : !isPattern(name)) return [read(name)];
      // The file that includes its own folder is there already.
      const names = namesAt(host, name).filter((one) => one !== join(from));
      return names.length === 0 ? [{ ok: false, why: noneThere(name) }] : names.map(read);
    },
  };
}

const address: FileRead = { ok: false, why: "is an address; only files can be read" };
const isPattern = (path: string) => /[*?[{]/.test(path);
const noneThere = (path: string) =>
  isPattern(path) ? "matches no file" : "holds no *.yaml and no *.yml";

/** The end of a sentence that begins with the path. */
const isOutside = "is outside the folder of the named files";
const outsideFile: FileRead = {
  ok: false,
  why: isOutside,
  next: "--allow-outside-files permits it",
};

/** The folder that a named path covers, without symbolic links: of a pattern, the part before it. */
function realFolder(host: Folder, path: string): string {
  const fixed = path === "-" ? "." : path.replace(/(^|[/\\])[^/\\]*[*?[{][^]*$/, "$1") || ".";
  const absolute = resolve(host.cwd, fixed);
  const isFolder = statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
  return realPath(isFolder ? absolute : dirname(absolute));
}

const realOf = ({ cwd }: Folder, path: string) => realPath(resolve(cwd, path));

/** The path with symbolic links followed, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    return join(realPath(dirname(path)), basename(path));
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function whyNot(error: unknown): string {
  if (error instanceof UnreadableFiles) return "is not UTF-8";
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "does not exist";
    case "EISDIR":
      return "is a folder; name a file";
    case "EACCES":
      return "may not be read";
    default:
      return `cannot be read: ${(error as Error).message}`;
  }
}

function byDefault(host: Folder): string {
  for (const path of [defaultFile, defaultFolder])
    if (existsSync(resolve(host.cwd, path))) return path;
  throw new UnreadableFiles(
    "no_file",
    `no file was named, and this folder has neither ${defaultFile} nor ${defaultFolder}/`,
    "name a file, a folder or a pattern with -f PATH, or begin one with: monitorctl init",
  );
}

function filesAt(host: Folder, path: string): string[] {
  const absolute = resolve(host.cwd, path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return [normalize(path)];
  if (!stats && !isPattern(path))
    throw new UnreadableFiles("no_file", `${path} does not exist`, "check the path");
  const names = namesAt(host, path);
  if (names.length > 0) return names;
  throw new UnreadableFiles(
    "no_file",
    `${path} ${noneThere(path)}`,
    stats
      ? "name the folder that holds them"
      : "check the pattern: * stands for any name, ** for any folders",
  );
}

/** The manifests in a folder, or those that match a pattern, sorted by name. */
function namesAt(host: Folder, path: string): string[] {
  const absolute = resolve(host.cwd, path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory())
    return readdirSync(absolute, { recursive: true, withFileTypes: true })
      .filter((entry) => /\.ya?ml$/.test(entry.name) && !entry.isDirectory())
      .map((entry) => relative(absolute, join(entry.parentPath, entry.name)))
      .filter((name) => !isHidden(name))
      .toSorted()
      .map((name) => join(path, name));
  return globSync(path, { cwd: host.cwd })
    .filter((name) => !isHidden(name) || isHidden(path))
    .filter((name) => statSync(resolve(host.cwd, name)).isFile())
    .toSorted();
}

/**
 * True for names that begin with a dot, which belong to other tools: .git, editors, and the folder (..data) in which a
 * ConfigMap of Kubernetes keeps the files that its links name.
 */
function isHidden(path: string): boolean {
  return /(^|[/\\])\.(?!\.?(?:[/\\]|$))/.test(path);
}

/** The encoding of bytes that are not UTF-8, or the first line that is not, as the end of a sentence. */
function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return "is UTF-16, not UTF-8";
  const lines = bytes.toString("utf8").split("\n");
  const line = lines.findIndex((text) => text.includes("\ufffd")) + 1;
  return `is not UTF-8, see line ${line}`;
}

function decoded(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableFiles("encoding", `${name} ${encodingOf(bytes)}`, "save it as UTF-8");
  }
}
