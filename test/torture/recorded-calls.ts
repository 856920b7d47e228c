/** What a program did to the files below a folder, as strace writes it down, with the bytes of every write. */
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

type Act =
  | { kind: "create"; path: string }
  | { kind: "write"; path: string; offset: number; bytes: Buffer }
  | { kind: "copy"; path: string; offset: number; from: string; start: number; length: number }
  | { kind: "truncate"; path: string; size: number }
  | { kind: "sync"; path: string }
  | { kind: "rename" | "link"; from: string; path: string }
  | { kind: "unlink" | "mkdir"; path: string };
/** One change, or one sync, that has returned. `at`: when the call began, ms since the epoch. */
export type FileCall = { at: number } & Act;

const traced =
  "openat,open,creat,close,write,writev,pwrite64,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,link,linkat,mkdir,mkdirat,copy_file_range,sendfile";

/** Words before a command that write its calls to `file`. */
export const recordedTo = (file: string): string[] => [
  ..."strace -f -qq -ttt -y -xx --seccomp-bpf -s 33554432 -e signal=none -e".split(" "),
  `trace=${traced}`,
  "-o",
  file,
];

const decoded = (hex: string) => Buffer.from(hex.replaceAll(String.raw`\x`, ""), "hex");
const text = (hex: string) => decoded(hex).toString();

const hex = String.raw`((?:\\x[0-9a-f]{2})*)`;
const descriptor = new RegExp(`^(\\d+)<${hex}>(?!\\(deleted\\))`);
const quoted = new RegExp(`"${hex}"`, "g");

/** A descriptor, and the file that it is open on; null: no file, or one without a name. */
function fileOf(argument: string): { fd: string; path: string } | null {
  const [, fd, path] = descriptor.exec(argument) ?? [];
  return path ? { fd: fd!, path: text(path) } : null;
}

/** The calls of a recording on files below `root`, in the order in which they returned. */
export async function readCalls(recording: string, root: string): Promise<FileCall[]> {
  const calls: FileCall[] = [];
  const unfinished = new Map<string, { at: string; said: string }>();
  /** Where the next `write` of a descriptor goes; those of one process. */
  const positions = new Map<string, number>();
  /** The length of each file, for those that are appended to. */
  const appending = new Set<string>();
  const lengths = new Map<string, number>();
  const inside = (path: string) => path === root || path.startsWith(`${root}/`);
  const lengthOf = (path: string) => {
    if (!lengths.has(path)) lengths.set(path, 0);
    return lengths.get(path)!;
  };
  const grow = (path: string, end: number) => lengths.set(path, Math.max(lengthOf(path), end));

  function take(at: number, name: string, said: string, result: string): void {
    const returned = Number.parseInt(result, 10);
    if (!(returned >= 0)) return;
    const add = (act: Act) => void calls.push({ at, ...act });
    const paths = () => [...said.matchAll(quoted)].map(([, path]) => text(path!));
    const file = fileOf(said);
    switch (name) {
      case "openat":
      case "open":
      case "creat": {
        const opened = fileOf(result);
        if (!opened || !inside(opened.path)) return;
        const { fd, path } = opened;
        positions.set(fd, 0);
        appending.delete(fd);
        if (said.includes("O_APPEND")) appending.add(fd);
        if (said.includes("O_CREAT")) add({ kind: "create", path });
        if (said.includes("O_TRUNC")) {
          lengths.set(path, 0);
          add({ kind: "truncate", path, size: 0 });
        }
        return;
      }
      case "rename":
      case "renameat":
      case "renameat2":
      case "link":
      case "linkat": {
        const [from, path] = paths();
        if (!inside(path!)) return;
        lengths.set(path!, lengthOf(from!));
        add({ kind: name.startsWith("link") ? "link" : "rename", from: from!, path: path! });
        return;
      }
      case "unlink":
      case "unlinkat":
      case "mkdir":
      case "mkdirat": {
        const [path] = paths();
        if (inside(path!))
          add({ kind: name.startsWith("mkdir") ? "mkdir" : "unlink", path: path! });
        return;
      }
      case "copy_file_range":
      case "sendfile": {
        const [one, other] = [...said.matchAll(new RegExp(`\\d+<${hex}>`, "g"))].map(([full]) =>
          fileOf(full),
        );
        const [from, to] = name === "sendfile" ? [other, one] : [one, other];
        if (!from || !to || !inside(to.path)) return;
        const [start, offset] = [positions.get(`${from.fd}`) ?? 0, positions.get(to.fd) ?? 0];
        add({ kind: "copy", path: to.path, offset, from: from.path, start, length: returned });
        positions.set(from.fd, start + returned);
        positions.set(to.fd, offset + returned);
        grow(to.path, offset + returned);
        return;
      }
    }
    if (!file || !inside(file.path)) {
      // Of a file outside the place is known from here on: it may be copied from.
      if (name === "close") positions.delete(/^\d+/.exec(said)?.[0] ?? "");
      return;
    }
    const { fd, path } = file;
    const numbers = said.split(", ").map(Number);
    switch (name) {
      case "write":
      case "writev":
      case "pwrite64":
      case "pwritev":
      case "pwritev2": {
        const whole = Buffer.concat([...said.matchAll(quoted)].map(([, part]) => decoded(part!)));
        const bytes = whole.subarray(0, returned);
        const isPlaced = name.startsWith("p");
        const place = isPlaced
          ? numbers.at(name === "pwritev2" ? -2 : -1)!
          : appending.has(fd)
            ? lengthOf(path)
            : (positions.get(fd) ?? 0);
        add({ kind: "write", path, offset: place, bytes });
        if (!isPlaced) positions.set(fd, place + returned);
        grow(path, place + returned);
        return;
      }
      case "ftruncate":
        lengths.set(path, numbers.at(-1)!);
        add({ kind: "truncate", path, size: numbers.at(-1)! });
        return;
      case "fallocate":
        if (numbers[2]! + numbers[3]! <= lengthOf(path)) return;
        lengths.set(path, numbers[2]! + numbers[3]!);
        add({ kind: "truncate", path, size: numbers[2]! + numbers[3]! });
        return;
      case "fsync":
      case "fdatasync":
        add({ kind: "sync", path });
        return;
      case "close":
        positions.delete(fd);
    }
  }

  const lines = createInterface({ input: createReadStream(recording, "latin1") });
  for await (const line of lines) {
    const [, pid = "", at = "", said = ""] = /^(\d+) +([\d.]+) (.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(said);
    const before = resumed ? unfinished.get(pid) : undefined;
    const whole = before ? before.said + resumed![1]! : said;
    if (whole.endsWith("<unfinished ...>")) {
      unfinished.set(pid, { at, said: whole.slice(0, -"<unfinished ...>".length) });
      continue;
    }
    const [, name, arguments_, result] = /^(\w+)\((.*)\) += (.*)$/s.exec(whole) ?? [];
    if (name) take(Number(before?.at ?? at) * 1000, name, arguments_!, result!);
  }
  return calls;
}

/** Bytes of a file outside the recorded folder, which nothing changes meanwhile. */
export const outside = (path: string, start: number, length: number): Buffer =>
  readFileSync(path).subarray(start, start + length);
