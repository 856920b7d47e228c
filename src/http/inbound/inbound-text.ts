/** Makes a text in UTF-8 of the bytes of a delivery: unpacks them, and reads their charset. */
import { formatBytes } from "../../core/text/bytes.ts";
import { limits } from "../../api/schema.ts";
import { decode } from "../../probe/decode.ts";
import { Problem } from "../answer/problem.ts";
import { isMultipart, partsAsJson } from "./inbound-form.ts";

/** The headers of a delivery that say how its body is to be read. */
export interface Written {
  /** `Content-Encoding`. */
  coding?: string | undefined;
  /** `Content-Type`. */
  type: string | undefined;
}

/** How often a body can be larger unpacked than packed: text shrinks to a tenth, a bomb to a thousandth. */
const mostRatio = 200;
/** Small bodies may unpack to this at any ratio, bytes. */
const always = 64 * 1024;

/**
 * The body as text in UTF-8, at most `most` bytes; throws the problem that it is. Nearly all are that already, and are
 * answered at once. `enter` is called before a body of more than `limits.inboundBody` is unpacked, and can throw.
 */
export function unpackedText(
  body: Buffer,
  { coding, type }: Written,
  most: number,
  enter: () => void,
): Buffer | Promise<Buffer> {
  const codings = codingsOf(body, coding);
  if (codings.length > 0)
    return unpacked(body, codings, most, enter).then((whole) =>
      unpackedText(whole, { type }, most, enter),
    );
  return isMultipart(type) ? partsAsJson(body, type) : inUtf8(body, type);
}

/** The codings that were used, the last one last. Proxies take the header off and leave the body as it is. */
function codingsOf(body: Buffer, header: string | undefined): string[] {
  const named = (header ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (named.length > 0) return named;
  if (body[0] === 0x1f && body[1] === 0x8b) return ["gzip"];
  return body.length > 4 && body.readUInt32LE() === 0xfd2fb528 ? ["zstd"] : [];
}

async function unpacked(
  body: Buffer,
  codings: readonly string[],
  most: number,
  enter: () => void,
): Promise<Buffer> {
  const bound = Math.min(most, Math.max(always, mostRatio * body.length));
  const small = Math.min(bound, limits.inboundBody);
  let decoded = await decode(body, codings, small, false);
  if (decoded.ok && decoded.cut && bound > small) {
    enter();
    decoded = await decode(body, codings, bound, false);
  }
  if (!decoded.ok)
    throw decoded.why === "unknown"
      ? new Problem(
          "unsupported-media-type",
          `The Content-Encoding ${decoded.coding} cannot be read. Send gzip, deflate, br or zstd, or the body as it is.`,
        )
      : new Problem("malformed", `The body is not what Content-Encoding: ${decoded.coding} says.`);
  if (!decoded.cut) return decoded.body;
  throw new Problem(
    "too-large",
    bound === most
      ? `The body unpacks to more than the ${formatBytes(most)} that this URL takes.`
      : `The body unpacks to more than ${mostRatio} times its size.`,
  );
}

/** A body without any of these is taken for UTF-8. */
function inUtf8(body: Buffer, type: string | undefined): Buffer {
  const charset = markedCharset(body) ?? namedCharset(type) ?? guessedCharset(body);
  if (charset === null) return body;
  return Buffer.from(decoderOf(charset).decode(body), "utf8");
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new Problem(
      "unsupported-media-type",
      `The charset ${charset.slice(0, 40)} is unknown. Send UTF-8.`,
    );
  }
}

/** The charset that a byte order mark says; it wins over the header. */
function markedCharset(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return body[0] === 0xff && body[1] === 0xfe ? "utf-16le" : null;
}

/** The charset that the header names, unless it is that of JSON anyhow. */
function namedCharset(type: string | undefined): string | null {
  if (type === undefined) return null;
  const name = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase();
  return name === undefined || name === "utf-8" || name === "utf8" ? null : name;
}

/** Without a mark and a name: every second byte of a text in UTF-16 is zero, and none of one in UTF-8. */
function guessedCharset(body: Buffer): string | null {
  if (body.length < 2 || (body[0] !== 0 && body[1] !== 0)) return null;
  return body[0] === 0 ? "utf-16be" : "utf-16le";
}
