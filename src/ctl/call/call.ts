/** One call of a command: its arguments and options, and the means that it can use. */
import type { Client } from "../../client/client.ts";
import type { Io } from "../io.ts";
import type { Style } from "../output/style.ts";

export interface Call {
  io: Io;
  /** The whole command line, without the program's name. */
  argv: readonly string[];
  /** The command's words after its name. */
  args: string[];
  /** Its flags and the program's, as commander reads them. */
  options: Options;
  /** How results are painted. */
  style: Style;
  /** Asks for a server to talk to, once a command knows that it needs one. */
  target(): Promise<Target>;
  client(): Promise<Client>;
}

/** PEM files, with their whole paths. */
export interface CertificateFiles {
  /** Has the CA to trust; null: the usual ones alone. */
  caFile: string | null;
  /** Has the certificate of this client; null: none. */
  clientCert: string | null;
  /** Has its key; null: that file has both. */
  clientKey: string | null;
}

/** The server of a call, and the key for it. */
export interface Target extends CertificateFiles {
  url: string;
  apiKey: string | null;
  /** For messages: `MONITORCTL_API_KEY`, `context local`; null: no key. */
  keySource: string | null;
}

export interface Options {
  url?: string;
  context?: string;
  insecure?: boolean;
  caFile?: string;
  /** Seconds. */
  timeout?: number;
  output?: string;
  /** False: `--no-input`. */
  input?: boolean;
  [flag: string]: unknown;
}

/** The options with `paths`, which were named without `-f`, after those that were named with it. */
export function withFiles(options: Options, paths: readonly string[]): Options {
  if (paths.length === 0) return options;
  return { ...options, file: [...((options["file"] ?? []) as string[]), ...paths] };
}

/** The function that every file in `commands` exports; returns the exit code. */
export type Run = (call: Call) => Promise<number>;
