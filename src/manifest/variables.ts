/**
 * Variables in scalars: `${NAME}`, `${NAME:-default}`, `${NAME:?why it is needed}`, `${file:./path}`, and `$$`
 * for a dollar sign.
 *
 * They are inserted after the YAML was parsed, so that a value stays a value with any content: it can start no
 * list, end no quotes and add no key. A plain scalar (without quotes) is afterwards read as YAML would read it, so
 * that `${N}` may be a number; one in quotes stays text.
 */
import { Scalar, visit, type Node } from "yaml";
import type { Issue, FilePlace } from "./issue.ts";
import { issueAt, placeOf, type Filled, type ManifestPart } from "./source.ts";

/** The inputs of a manifest beside its own text. The caller reads them: this layer does no I/O. */
export interface Surroundings {
  /** The values of variables. */
  variables: Readonly<Record<string, string | undefined>>;
  /** The file at `path`, which is relative to the file named `from`. */
  read(path: string, from: string): FileRead;
  /** The files at `path`: one, those of a folder, or those that match a pattern; never empty. */
  readAll(path: string, from: string): FileRead[];
}
export type FileRead =
  | { ok: true; name: string; text: string }
  /** `why`: the sentence after "path …", such as "does not exist". `next`: the next step, if it is not the path. */
  | { ok: false; why: string; next?: string };

const unread: FileRead = { ok: false, why: "cannot be read from here" };

/** For a text without surroundings: no variable is set, no file can be read. */
export const nowhere: Surroundings = {
  variables: {},
  read: () => unread,
  readAll: () => [unread],
};

/** One use of a variable or of a file. */
export interface Use {
  /** `HOST`, or `file:./token`. */
  name: string;
  /** set: it has a value; default: the one in the file was taken; unset: neither. */
  state: "set" | "default" | "unset";
  place: FilePlace;
}

/** Values that must not be shown: those of files, of variables that are called as secrets are, and URLs with a password. */
const secretName = /TOKEN|SECRET|PASS|CREDENTIAL|AUTH|KEY|PRIVATE|COOKIE|DSN|(?:^|_)(?:PIN|PWD?)$/i;
const secretValue = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s:]*:[^/?#\s][^/?#\s@]*@/i;

/** Whether a value must not be shown. `PWD` itself is the folder of a shell. */
export const isSecret = (name: string, value: string): boolean =>
  (secretName.test(name) && name !== "PWD") || secretValue.test(value);

const maxFileLength = 64 * 1024;

/** Puts the variables into every scalar of the document, keys apart. */
export function fill(
  part: ManifestPart,
  surroundings: Surroundings,
): { issues: Issue[]; uses: Use[]; secrets: string[] } {
  const issues: Issue[] = [];
  const uses: Use[] = [];
  const secrets: string[] = [];
  // Within quotes a dollar sign can be written as an escape.
  if (!/\$|\\[xuU]/.test(part.source.text)) return { issues, uses, secrets };
  visit(part.document, {
    Scalar(key, node) {
      const { value } = node;
      if (key === "key" || typeof value !== "string" || !value.includes("$")) return;
      const filling = new Filling(part, node, surroundings);
      const text = filling.expand(value, 0);
      issues.push(...filling.issues);
      uses.push(...filling.uses);
      secrets.push(...filling.secrets);
      if (filling.issues.length > 0) part.unfilled.push(node);
      if (filling.issues.length > 0 || text === value) return;
      const written = part.filled.get(node)?.written ?? value;
      const isDefault = filling.uses.every(({ state }) => state === "default");
      part.filled.set(node, { written, value: text, isDefault });
      node.value = node.type === Scalar.PLAIN ? valueOfPlain(text) : text;
    },
  });
  return { issues, uses, secrets };
}

/** Reads a plain scalar as YAML 1.2 does; an empty one stays empty text. */
export function valueOfPlain(text: string): unknown {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  return text;
}

/** The text such that no variable is found in it, whatever stands beside it. */
export const escaped = (text: string): string => text.replaceAll("$", "$$$$");

const opening = /\$(\$|\{)/g;

/** One scalar while its variables are put in. */
class Filling {
  readonly issues: Issue[] = [];
  readonly uses: Use[] = [];
  readonly secrets: string[] = [];
  private readonly part: ManifestPart;
  private readonly node: Scalar;
  private readonly surroundings: Surroundings;

  constructor(part: ManifestPart, node: Scalar, surroundings: Surroundings) {
    this.part = part;
    this.node = node;
    this.surroundings = surroundings;
  }

  /** `offset` is where `text` begins within the scalar. */
  expand(text: string, offset: number): string {
    let result = "";
    let rest = 0;
    opening.lastIndex = 0;
    for (;;) {
      opening.lastIndex = rest;
      const match = opening.exec(text);
      if (!match) return result + text.slice(rest);
      const at = match.index;
      result += text.slice(rest, at);
      if (match[1] === "$") {
        result += "$";
        rest = at + 2;
        continue;
      }
      const end = closingOf(text, at + 2);
      if (end < 0) {
        this.wrong(
          "variable",
          offset + at,
          text.slice(at),
          '"${" is never closed with "}"',
          "for a dollar sign before { write $${; put a text with : or # in quotes",
        );
        return text;
      }
      const value = this.valueOf(text.slice(at + 2, end), offset + at);
      if (isUserinfo(result, text.slice(end + 1)) && endsAuthority.test(value))
        this.wrong(
          "variable",
          offset + at,
          text.slice(at, end + 1),
          `${text.slice(at, end + 1)} has a character that ends the host of a URL: / ? # or \\`,
          "give it percent-encoded, %2F for /",
        );
      result += value;
      rest = end + 1;
    }
  }

  private valueOf(inside: string, at: number): string {
    const whole = `\${${inside}}`;
    if (inside.startsWith("file:")) return this.contentOf(inside.slice("file:".length), at, whole);
    const [, name, sign, rest = ""] = /^([A-Za-z_]\w*)(?:(:-|:\?)([^]*))?$/.exec(inside) ?? [];
    if (name === undefined) {
      this.wrong(
        "variable",
        at,
        whole,
        `invalid variable reference ${whole}`,
        "write ${NAME}, ${NAME:-default}, ${NAME:?why} or ${file:./path}; $$ is a dollar sign",
      );
      return "";
    }
    if (name === "each") {
      this.wrong(
        "variable",
        at,
        whole,
        "${each} is a value of for_each",
        "add for_each to the resource",
      );
      return "";
    }
    const value = this.surroundings.variables[name];
    // As in a shell, ":-" and ":?" take an empty one for none.
    const missing = value === undefined || (sign !== undefined && value === "");
    if (!missing) {
      this.use(name, "set", at, whole);
      if (isSecret(name, value)) this.secrets.push(value);
      return value;
    }
    if (sign === ":-") {
      this.use(name, "default", at, whole);
      return this.expand(rest, at + 2 + name.length + 2);
    }
    this.use(name, "unset", at, whole);
    this.wrong(
      "unset_variable",
      at,
      whole,
      `the variable ${name} is not set${sign === ":?" && rest.trim() !== "" ? `: ${rest.trim()}` : ""}`,
      `set it, name a file with --vars, or write \${${name}:-default}`,
    );
    return "";
  }

  private contentOf(path: string, at: number, whole: string): string {
    const content = this.surroundings.read(path, this.part.source.name);
    const fits = content.ok && content.text.length <= maxFileLength;
    this.use(`file:${path}`, fits ? "set" : "unset", at, whole);
    if (!content.ok || !fits) {
      const why = content.ok ? "is larger than 64 KiB" : content.why;
      this.wrong("file", at, whole, `${path} ${why}`, nextStep(content));
      return "";
    }
    // The newline that editors append to a file is not part of a secret.
    const text = content.text.replace(/\r?\n$/, "");
    if (text !== "") this.secrets.push(text);
    return text;
  }

  private use(name: string, state: Use["state"], at: number, whole: string): void {
    const place = placeOf(this.part.source, this.rangeOf(at, whole.length));
    this.uses.push({ name, state, place });
  }

  private wrong(code: string, at: number, whole: string, message: string, hint: string): void {
    const range = this.rangeOf(at, whole.length);
    this.issues.push(issueAt(this.part.source, range, code, message, hint));
  }

  /** Where a stretch of the scalar stands; of one with escapes or over several lines, the whole. */
  private rangeOf(at: number, length: number): [number, number] {
    const [start, end] = (this.node as Node).range!;
    const quoted = this.node.type !== Scalar.PLAIN ? 1 : 0;
    const from = start + quoted + at;
    const text = (this.part.filled.get(this.node)?.written ?? this.node.value) as string;
    const there = this.part.source.text.slice(from, from + length);
    return there === text.slice(at, at + length) ? [from, from + length] : [start, end];
  }
}

/** The next step for a file that cannot be read. */
export const nextStep = (read: FileRead): string =>
  (read.ok ? undefined : read.next) ?? "the path is taken from the folder of this file";

/** Whether a value between these two is the user or the password of a URL. */
const isUserinfo = (before: string, after: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*$/i.test(before) && /^[^/?#\\]*@/.test(after);

const endsAuthority = /[/?#\\]/;

/** The index of the brace that closes the variable at `from`, past nested variables; -1: none. */
function closingOf(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "$" && text[at + 1] === "$") at += 1;
    else if (text[at] === "$" && text[at + 1] === "{") {
      open += 1;
      at += 1;
    } else if (text[at] === "}") {
      if (open === 0) return at;
      open -= 1;
    }
  }
  return -1;
}

/** A message in which a value from outside is not shown, and a default is, before its text in the file. */
export function unfilled(message: string, filled: Filled | undefined): string {
  if (!filled || filled.value === "") return message;
  const { value, written, isDefault } = filled;
  const shown = isDefault ? `"${value}" (${written})` : `"${written}"`;
  return message.replaceAll(`"${value}"`, () => shown);
}
