/**
 * Colors and signs. Output is the same for every terminal and for files, except for these: a color
 * never carries a meaning that a sign or a word does not carry too.
 */
type Paint = (text: string) => string;

export interface Style {
  bold: Paint;
  dim: Paint;
  red: Paint;
  green: Paint;
  yellow: Paint;
  cyan: Paint;
  /** Signs, in ASCII where the terminal may not know others. */
  sign: {
    done: string;
    warn: string;
    bad: string;
    arrow: string;
    more: string;
  };
  /** Whether the terminal may not know other signs. */
  ascii: boolean;
  /** Whether anything is painted. */
  color: boolean;
  /** Columns of the terminal; null: lines are not cut. */
  width: number | null;
}

const unicode = { done: "✓", warn: "!", bad: "✗", arrow: "→", more: "…" };
const ascii = { done: "ok", warn: "!", bad: "x", arrow: "->", more: "..." };

/** Only the 16 basic colors, which every theme adapts. */
export function styleOf(options: { color: boolean; ascii: boolean; width?: number | null }): Style {
  const paint = (code: number) => (text: string) =>
    options.color && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    bold: paint(1),
    dim: paint(2),
    red: paint(31),
    green: paint(32),
    yellow: paint(33),
    cyan: paint(36),
    sign: options.ascii ? ascii : unicode,
    ascii: options.ascii,
    color: options.color,
    width: options.width ?? null,
  };
}

/** The line after a success. */
export const doneLine = ({ green, sign }: Style, text: string) => `${green(sign.done)} ${text}\n`;

type Environment = Readonly<Record<string, string | undefined>>;

/** The abilities of a stream. `color` is false with `--no-color`. */
export function styleFor(
  env: Environment,
  out: { isTTY: boolean; columns?: number | undefined },
  color = true,
): Style {
  return styleOf({
    color: color && wantsColor(env, out.isTTY),
    ascii: isAscii(env),
    width: out.isTTY ? (out.columns ?? null) : null,
  });
}

/** FORCE_COLOR, then NO_COLOR, then CLICOLOR_FORCE, then whether it is a terminal with colors. */
function wantsColor(env: Environment, terminal: boolean): boolean {
  const force = env["FORCE_COLOR"];
  if (force) return force !== "0" && force !== "false";
  if (env["NO_COLOR"]) return false;
  const forced = env["CLICOLOR_FORCE"];
  if (forced !== undefined && forced !== "" && forced !== "0") return true;
  return terminal && env["TERM"] !== "dumb" && env["CLICOLOR"] !== "0";
}

function isAscii(env: Environment): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return locale === "C" || locale === "POSIX";
}
