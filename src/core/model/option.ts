/** Defines the daemon's options: their spelling and their values. */

/** A value that an option has once it was read; null: not set. */
export type OptionValue = string | number | string[] | object | null;

/** Values by the name of their option. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

export type OptionType =
  | { kind: "text" }
  /** An address of this machine, or its name. */
  | { kind: "host" }
  | { kind: "path"; use: PathUse }
  | { kind: "url"; userinfo: boolean }
  | { kind: "database" }
  /**
   * A text with a format of its own; `read` returns its value, or the mistake ("is not JSON"). `inFile`:
   * people have it as a file, and may name that by mistake.
   */
  | { kind: "parsed"; read: (text: string) => object | string; inFile?: true }
  | { kind: "integer"; min: number; max: number }
  | { kind: "word"; words: readonly string[] }
  /** Several values: a repeated flag, commas in the environment, a list in the file. */
  | { kind: "list"; of: "address rule" | "proxy" | "url" }
  | { kind: "list"; of: "path"; use: PathUse };

/**
 * How the daemon uses a path. `makes file`: it creates the file when that is missing, and replaces it. `reads matches`: the
 * path is a file, a folder or a pattern.
 */
export type PathUse = "reads file" | "makes file" | "writes folder" | "reads matches";

export interface Option {
  /** As the flag and the key of the file are written, without `--`. */
  name: string;
  type: OptionType;
  /** The name of the value in `--help`. */
  metavar: string;
  /** null: not set. */
  default: string | number | null;
  help: string;
  /**
   * A secret is never taken from the command line, which every user of the machine can read; its flag
   * and its variable with `_FILE` name a file that holds it.
   */
  secret?: true;
  /** A secret only when it holds a password; without one it may stand on the command line. */
  mayBePlain?: true;
  /** Not a key of the configuration file: it names that file. */
  notInFile?: true;
}

/** Never on the command line. */
export function isHidden(option: Option): boolean {
  return option.secret === true && option.mayBePlain !== true;
}

/** The flag, without `--`: for a secret the one that names a file. */
export function flagOf(option: Option): string {
  return isHidden(option) ? `${option.name}-file` : option.name;
}
